import type * as vscode from 'vscode';
import { applicationKey, type Application } from '../../applications/application';
import type { Tokens } from '../tokens/tokens';

export interface AuthorizationWatch extends vscode.Disposable {
  /** For a row that is drawn. */
  isAuthorized(application: Application): Promise<boolean>;
}

/**
 * Calls when an application is no longer authorized, or is so at last, after a row was drawn with the opposite. A renewal
 * changes nothing of that: whoever opens a row in that moment must not find it closed again by a tree that is drawn anew.
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
  // What keeps the tokens from being read is said by the rows that are drawn.
  const subscription = tokens.onDidChange(() => void compare().catch(() => undefined));
  return { isAuthorized, dispose: () => void subscription.dispose() };
}
