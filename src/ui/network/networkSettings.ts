import * as vscode from 'vscode';
import { userSettingValue } from '../platform/userSettingValue';

/** VS Code's settings under `http.` and the extension's under `hydrogen.http.`. Only user settings count. */
export interface NetworkSettings {
  http<T>(name: string): T | undefined;
  client(): 'undici' | 'vscode';
  /** Returns the setting without validation. */
  clientCertificates(): unknown;
  /** True if certificates of servers are checked. */
  checksCertificates(): boolean;
  affectedBy(change: vscode.ConfigurationChangeEvent): boolean;
}

export function createNetworkSettings({
  extensionKind,
}: Pick<vscode.Extension<unknown>, 'extensionKind'>): NetworkSettings {
  const isLocal = extensionKind === vscode.ExtensionKind.UI;
  const read = <T>(key: string) => userSettingValue(vscode.workspace.getConfiguration().inspect<T>(key), isLocal);
  const client = () => (read('hydrogen.http.client') === 'vscode' ? 'vscode' : 'undici');
  return {
    http: <T>(name: string) => read<T>(`http.${name}`),
    client,
    clientCertificates: () => read('hydrogen.http.clientCertificates'),
    // VS Code's own fetch ignores `http.proxyStrictSSL`.
    checksCertificates: () => client() === 'vscode' || read('http.proxyStrictSSL') !== false,
    affectedBy: change => ['http', 'hydrogen.http'].some(section => change.affectsConfiguration(section)),
  };
}
