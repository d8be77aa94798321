import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { FunctionError } from '../../../functions/functionError';
import { readFunction, type DeployedFunction } from '../../../functions/functionService';
import { readBases, writeBase } from '../../../functions/lockFile';
import {
  bindDefaultFolder,
  functionFile,
  readCode,
  writeCode,
  type SourceFolder,
} from '../../../functions/sourceFolder';
import { fileName } from '../../messages/fileName';
import { plainText } from '../../messages/plainText';
import { timeText } from '../../messages/timeText';
import { UiError } from '../../messages/uiError';
import type { CommandArgument } from '../../platform/commandArgument';
import { confirm } from '../../platform/confirm';
import { showMessage, showStatus } from '../../platform/dialogs';
import { showPick } from '../../platform/prompts';
import { pickBelow } from '../../platform/readonlyTexts';
import { noSuchFunction } from '../document/functionFiles';
import { checkSaved, openDocument } from '../../records/document/openDocument';
import { serviceFor } from '../../users/serviceFor';
import { build, requireBuilt, requireLoadable } from './build';
import {
  boundFolder,
  functionMessages,
  requireLocalFolder,
  withFunctionErrors,
  type LocalFunction,
} from '../workspace/localFunction';
import { deployCode, identityOf, type DeployServices } from './deployCode';
import { targetName } from '../../nodes/environmentName';

/** Saves, builds and deploys the file of a function. @throws vscode.CancellationError, UiError, ApiError */
export function deployFile(services: DeployServices, target: Selection, local: LocalFunction): Promise<void> {
  return withFunctionErrors(async () => {
    const { source, name } = local;
    const file = vscode.Uri.file(functionFile(source, name));
    const document = openDocument(file);
    if (document?.isDirty === true && !(await document.save()))
      throw new UiError(
        vscode.l10n.t('The file of {0} could not be saved. Nothing was deployed.', plainText(name, 60)),
      );
    await build(source);
    const code = await readCode(source, name);
    if (code === undefined || code.trim() === '')
      throw new UiError(
        vscode.l10n.t('The file of {0} is missing or empty. Nothing was deployed.', plainText(name, 60)),
      );
    if (source.build !== undefined) await requireBuilt(source, name, code);
    await requireLoadable(name, code, file);
    const ids = { clientId: target.application.clientId, envId: target.environment?.envId };
    const base = (await readBases(source, ids)).get(name);
    const deployed = await deployCode(services, { target, name, code, base, isFile: true });
    if (deployed.code !== code) await replaceByDeployed(source, name, code, deployed.code);
    await writeBase(source, ids, name, deployed.hash).catch((error: unknown) => {
      if (deployed.code !== code || !(error instanceof FunctionError)) throw error;
      throw new UiError(
        vscode.l10n.t(
          '{0} was deployed to {1}. {2}',
          plainText(name, 60),
          targetName(target),
          functionMessages.error(error),
        ),
      );
    });
    report(target, deployed, deployed.code === code);
  });
}

/** Replaces the file with the deployed code. @throws UiError if the file was changed after the comparison */
async function replaceByDeployed(source: SourceFolder, name: string, compared: string, theirs: string): Promise<void> {
  const isEdited = openDocument(vscode.Uri.file(functionFile(source, name)))?.isDirty === true;
  if (isEdited || (await readCode(source, name)) !== compared)
    throw new UiError(
      vscode.l10n.t('The file of {0} was changed after the comparison. It stays as it is.', plainText(name, 60)),
    );
  await writeCode(source, name, theirs);
}

/**
 * Writes the deployed code into the functions folder of the workspace. Sets up a functions folder if there is none.
 * @returns the file
 */
export function addToWorkspace(
  services: DeployServices,
  target: Selection,
  name: string,
  argument: CommandArgument,
): Promise<vscode.Uri> {
  return withFunctionErrors(async () => {
    requireLocalFolder();
    const { data } = await serviceFor(target, services);
    const deployed = await readFunction(data, name);
    if (deployed === undefined) throw noSuchFunction(name);
    const source = (await boundFolder()) ?? (await bindFolder(target));
    const uri = vscode.Uri.file(functionFile(source, name));
    const localCode = await readCode(source, name);
    // An unsaved text would count as made from the new base, so its deployment would replace that unseen.
    if (localCode !== deployed.code) checkSaved(uri);
    if (localCode !== undefined && localCode !== deployed.code) {
      await confirm('hydrogen.function.addToWorkspace', argument, {
        question: vscode.l10n.t('Replace {0}?', plainText(`${source.folder}/${name}/index.js`, 120)),
        detail: vscode.l10n.t('The file has other code than the service. It will be lost.'),
        button: vscode.l10n.t('Replace'),
      });
      await replaceByDeployed(source, name, localCode, deployed.code);
    } else if (localCode === undefined) await writeCode(source, name, deployed.code);
    const { clientId } = target.application;
    await writeBase(source, { clientId, envId: target.environment?.envId }, name, deployed.hash);
    const { code, updatedBy: author = '' } = deployed;
    // A failure must not hide the finished work. A deployment stores the code before it replaces it.
    await services.versions.add(identityOf(target, name), { code, author, origin: 'read' }).catch(() => undefined);
    await vscode.commands.executeCommand('vscode.open', uri);
    return uri;
  });
}

/** Shows the versions of a function on this machine. Deploys the chosen one with the same checks as a file. */
export async function showVersions(services: DeployServices, target: Selection, name: string): Promise<void> {
  const all = await services.versions.list(identityOf(target, name));
  if (all.length === 0)
    throw new UiError(
      vscode.l10n.t(
        'There is no version of {0} yet. A version is stored when code is deployed or added to the workspace.',
        plainText(name, 60),
      ),
    );
  const origins = {
    read: vscode.l10n.t('read'),
    replaced: vscode.l10n.t('replaced'),
    deployed: vscode.l10n.t('deployed here'),
  };
  const items = all.map(version => ({
    label: timeText(version.savedAt),
    description: [origins[version.origin], version.author].filter(part => part !== '').join(' · '),
    detail: version.hash.slice(0, 12),
    version,
  }));
  const title = vscode.l10n.t('Versions of {0}, {1}', plainText(name, 60), targetName(target));
  const placeHolder = vscode.l10n.t('The service keeps no versions. These are on this machine only.');
  const { version } = await showPick(items, { title, placeHolder, matchOnDescription: true });
  const { data } = await serviceFor(target, services);
  const deployed = await readFunction(data, name);
  const [left, right] = services.texts.add(`${fileName(plainText(name, 60))}.js`, deployed?.code ?? '', version.code);
  await vscode.commands.executeCommand('vscode.diff', left, right, title);
  const question = vscode.l10n.t('Deploy this version of {0} to {1}?', plainText(name, 60), targetName(target));
  await pickBelow(question, [vscode.l10n.t('Cancel'), vscode.l10n.t('Roll Back')]);
  const rolledBack = { target, name, code: version.code, base: deployed?.hash, isFile: false };
  report(target, await withFunctionErrors(() => deployCode(services, rolledBack)), true);
}

function report(target: Selection, deployed: DeployedFunction, isMine: boolean): void {
  const name = plainText(deployed.name, 60);
  const targetLabel = targetName(target);
  const { auditStatus = 'approved' } = deployed;
  if (!isMine) return showStatus(vscode.l10n.t('{0} has the deployed code of {1} now', name, targetLabel));
  if (auditStatus === 'approved') return showStatus(vscode.l10n.t('{0} was deployed to {1}', name, targetLabel));
  const status = plainText(auditStatus, 40);
  void showMessage(
    'warning',
    vscode.l10n.t('{0} was deployed to {1}, but is not running yet: {2}.', name, targetLabel, status),
  );
}

/** Adds the default functions folder to hydrogen.json, and keeps the other settings. */
async function bindFolder({ application }: Selection): Promise<SourceFolder> {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  if (folder === undefined) throw new UiError(vscode.l10n.t('Open a folder first. The code is written into it.'));
  const { name, clientId, serverDomain, authUrl, environments } = application;
  return bindDefaultFolder(folder.uri.fsPath, { name, clientId, serverDomain, authUrl, environments });
}
