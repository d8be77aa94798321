import * as vscode from 'vscode';

/** The user whom every environment of a fresh sandbox has (src/sandbox/seed, which the window does not load). */
export const sandboxUser = { email: 'customer@example.com', username: 'customer', password: 'customer-password' };

/** Whom a person can sign in as without having read the documentation. */
export function sandboxUserHint(): string {
  const { username, email, password } = sandboxUser;
  return vscode.l10n.t('The sandbox’s user {0} ({1}) has the password {2}.', username, email, password);
}
