import type * as vscode from 'vscode';
import { applicationKey, type Application } from '../../applications/application';
import type { Tokens } from '../tokens/tokens';

export interface AuthorizationWatch extends vscode.Disposable {
  /** True if the row of this application was drawn as authorized. */
  isAuthorized(application: Application): Promise<boolean>;
}

/**
 * Calls back when an application becomes authorized or loses its authorization after its row was drawn. A renewal is no
 * such change: redrawing the tree then would collapse a row that the user is expanding.
 */
export function watchAuthorization(
  tokens: Pick<Tokens, 'isAuthorized' | 'onDidChange'>,
  changed: () => void,
): AuthorizationWatch {
  const drawn = new Map<string, { application: Application; authorized: boolean }>();
  const isAuthorized = async (application: Application) => {
    const authorized = await tokens.isAuthorized(application);
    drawn.set(applicationKey(application), { application, authorized });
    return authorized;
  };
  const compare = async () => {
    const differences = await Promise.all(
      [...drawn.values()].map(async ({ application, authorized }) => authorized !== (await isAuthorized(application))),
    );
    if (differences.includes(true)) changed();
  };
  // The rows themselves report that tokens cannot be read.
  const subscription = tokens.onDidChange(() => void compare().catch(() => undefined));
  return { isAuthorized, dispose: () => void subscription.dispose() };
}
