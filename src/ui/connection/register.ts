import * as vscode from 'vscode';
import type { ClientCertificates } from '../network/clientCertificates';
import type { CommandRunner } from '../platform/command';
import { loadPart } from '../loading/loadPart';
import type { NetworkSettings } from '../network/networkSettings';
import type { DiagnoseDependencies } from './diagnoseCommand';
import { enterPassphrase } from './passphrase';

interface ConnectionDependencies extends Omit<DiagnoseDependencies, 'about'> {
  commands: CommandRunner;
  certificates: ClientCertificates;
  network: NetworkSettings;
  /** The version of the extension. */
  version: string;
}

/** Registers the connection diagnosis and the passphrases of client certificates. */
export function registerConnection(dependencies: ConnectionDependencies): vscode.Disposable {
  const { commands, certificates, network, version } = dependencies;
  return vscode.Disposable.from(
    commands.register('hydrogen.connection.enterPassphrase', argument => enterPassphrase(certificates, argument)),
    commands.register('hydrogen.connection.diagnose', async argument => {
      const { diagnoseConnection } = await loadPart('connection', () => import('./diagnoseCommand'));
      const about = [
        `Hydrogen ${version}, VS Code ${vscode.version} (${vscode.env.appHost}), Node ${process.versions.node}`,
        `${process.platform} ${process.arch}, hydrogen.http.client: ${network.client()}`,
      ];
      return diagnoseConnection({ ...dependencies, about }, argument);
    }),
  );
}
