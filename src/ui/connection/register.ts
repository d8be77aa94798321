import type * as vscode from 'vscode';
import type { ClientCertificates } from '../platform/clientCertificates';
import type { CommandRunner } from '../platform/command';
import { enterPassphrase } from './passphrase';

interface ConnectionDependencies {
  commands: CommandRunner;
  certificates: ClientCertificates;
}

/** How the service is reached, and what stands in the way. */
export function registerConnection({ commands, certificates }: ConnectionDependencies): vscode.Disposable {
  return commands.register('hydrogen.connection.enterPassphrase', argument => enterPassphrase(certificates, argument));
}
