import * as vscode from 'vscode';

/**
 * The user of every fresh sandbox environment. A copy of the values in src/sandbox/seed, which the window does not
 * load.
 */
export const sandboxUser = { email: 'customer@example.com', username: 'customer', password: 'customer-password' };

/** Returns a hint that names the sandbox's user and password. */
export function sandboxUserHint(): string {
  const { username, email, password } = sandboxUser;
  return vscode.l10n.t('The sandbox’s user {0} ({1}) has the password {2}.', username, email, password);
}
