import * as vscode from 'vscode';
import type { Application } from '../../applications/application';

// Copies of values in src/sandbox/seed, which the window does not load.
const sandboxUser = { email: 'customer@example.com', username: 'customer', password: 'customer-password' };
const worldPassword = 'sandbox-password';

type SandboxFields = Pick<Application, 'sandbox' | 'world'>;

/** Returns the user of a made-up application; `undefined` outside of the sandbox, and for a world, which has other users. */
export function sandboxUserOf({ sandbox, world }: SandboxFields): typeof sandboxUser | undefined {
  return sandbox === undefined || world !== undefined ? undefined : sandboxUser;
}

/** Returns a hint that names users of an application in the sandbox and their password; `undefined` outside of it. */
export function sandboxUserHint(application: SandboxFields): string | undefined {
  if (application.sandbox === undefined) return undefined;
  if (application.world !== undefined)
    return vscode.l10n.t('Its users are made up: each is called user-ID and has the password {0}.', worldPassword);
  const { username, email, password } = sandboxUser;
  return vscode.l10n.t('The sandbox’s user {0} ({1}) has the password {2}.', username, email, password);
}
