import * as vscode from 'vscode';
import { customer } from '../../sandbox/seed/customer';

export { customer as sandboxUser } from '../../sandbox/seed/customer';

/** Whom a person can sign in as without having read the documentation. */
export function sandboxUserHint(): string {
  const { username, email, password } = customer;
  return vscode.l10n.t('The sandbox’s user {0} ({1}) has the password {2}.', username, email, password);
}
