import type * as vscode from 'vscode';
import { applicationKey, type Application } from '../../applications/application';
import type { Tokens } from '../tokens/tokens';

export interface AuthorizationWatch extends vscode.Disposable {
  /** Resolves to whether the application is authorized. Remembers the result as the state that its row shows. */
  isAuthorized(application: Application): Promise<boolean>;
}

/**
 * Calls back when an application becomes authorized or loses its authorization after its row was drawn. A token renewal
 * does not count, because redrawing the tree would collapse a row that the user is expanding.
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
  // Errors are ignored here, because the rows report that tokens cannot be read.
  const subscription = tokens.onDidChange(() => void compare().catch(() => undefined));
  return { isAuthorized, dispose: () => void subscription.dispose() };
}
