import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { parseCliProfile } from '../../applications/cliProfile';
import {
  discoveryExclude,
  discoveryGlobs,
  findClientIds,
  isComplete,
  largestFile,
  maximumFiles,
} from '../../applications/discovery';
import type { CommandRunner } from '../platform/command';
import { offerClientIds, type ClientIdServices, type FoundClientId } from './offerClientIds';
import { UiError } from '../messages/uiError';
import { showMessage, withProgress } from '../platform/dialogs';

/** Registers the commands that find ClientIDs in the mincloud profile and in workspace files, only on request. */
export function registerDiscoveryCommands(commands: CommandRunner, services: ClientIdServices): vscode.Disposable[] {
  return [
    commands.register('hydrogen.applications.importCli', () => importCli(services)),
    commands.register('hydrogen.applications.discover', () => discover(services)),
  ];
}

async function importCli(services: ClientIdServices): Promise<void> {
  const file = vscode.Uri.joinPath(vscode.Uri.file(homedir()), '.mincloudrc');
  const bytes = await vscode.workspace.fs.readFile(file).then(undefined, () => undefined);
  if (bytes === undefined)
    throw new UiError(vscode.l10n.t('{0} does not exist: nobody has logged in with mincloud.', file.fsPath));
  const { clientIds, tokens } = parseCliProfile(new TextDecoder().decode(bytes.slice(0, largestFile)));
  if (clientIds.length === 0) throw new UiError(vscode.l10n.t('{0} contains no ClientID.', file.fsPath));
  const candidates = clientIds.map(clientId => ({ clientId, source: '~/.mincloudrc', name: shortName(clientId) }));
  const note =
    tokens === 0
      ? vscode.l10n.t('Choose the ClientIDs to add as applications')
      : vscode.l10n.t(
          'Choose the ClientIDs to add as applications. Tokens are left where they are: {0}, in plain text.',
          tokens,
        );
  await offerClientIds(services, vscode.l10n.t('Import from the mincloud CLI'), candidates, note);
  if (tokens === 0) return;
  void showMessage(
    'warning',
    vscode.l10n.t(
      '{0} contains access tokens in plain text, which every program you run can read. They cannot be renewed without the ClientSecret, so they were not imported. “mincloud logout” removes them.',
      file.fsPath,
    ),
  );
}

async function discover(services: ClientIdServices): Promise<void> {
  if (vscode.workspace.workspaceFolders === undefined) {
    throw new UiError(vscode.l10n.t('No folder is open. Open the project that uses the service first.'));
  }
  const title = vscode.l10n.t('Looking for ClientIDs in this workspace…');
  const { clientIds, complete } = await withProgress(title, (signal, report) => search(signal, report));
  if (clientIds.length === 0) {
    throw new UiError(vscode.l10n.t('No ClientID was found in this workspace. Add the application by hand.'));
  }
  const note = complete
    ? vscode.l10n.t('Choose the ClientIDs to add as applications')
    : vscode.l10n.t('Choose the ClientIDs to add as applications. Only the first {0} files were read.', maximumFiles);
  await offerClientIds(services, vscode.l10n.t('ClientIDs in This Workspace'), clientIds, note);
}

async function search(
  signal: AbortSignal,
  report: (text: string) => void,
): Promise<{ clientIds: FoundClientId[]; complete: boolean }> {
  const cancelling = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => cancelling.cancel());
  const searches = await Promise.all(
    discoveryGlobs.map(glob => vscode.workspace.findFiles(glob, discoveryExclude, maximumFiles, cancelling.token)),
  );
  const files = searches.flat();
  const clientIds = new Map<string, FoundClientId>();
  for (const [index, file] of files.entries()) {
    if (signal.aborted) throw new vscode.CancellationError();
    if (index % 50 === 0) report(`${index} / ${files.length}`);
    for (const { clientId, line } of findClientIds(await readSmall(file), file.path)) {
      const source = `${vscode.workspace.asRelativePath(file)}:${line}`;
      if (!clientIds.has(clientId)) clientIds.set(clientId, { clientId, source, name: projectName(file, clientId) });
    }
  }
  return { clientIds: [...clientIds.values()], complete: isComplete(searches) };
}

/** Returns '' if the file is too large or cannot be read. */
async function readSmall(file: vscode.Uri): Promise<string> {
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    return size > largestFile ? '' : new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch {
    return '';
  }
}

function projectName(file: vscode.Uri, clientId: string): string {
  const folder = vscode.workspace.getWorkspaceFolder(file)?.name;
  return folder === undefined ? shortName(clientId) : `${folder} ${clientId.slice(0, 6)}`;
}

function shortName(clientId: string): string {
  return vscode.l10n.t('Application {0}', clientId.slice(0, 6));
}
