import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { sourcePosition } from '../../../functions/bundle';
import type { CodePosition } from '../../../functions/failedLine';
import { codeHash, readFunction } from '../../../functions/functionService';
import { isSafeName, readCode, readSourceFolder, functionFile } from '../../../functions/sourceFolder';
import type { CommandServices } from '../../applications/commandTarget';
import type { Guard } from '../../guard/guard';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import type { LocalSandbox } from '../../sandbox/localSandbox';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { targetName } from '../../nodes/environmentName';
import { isCancelled } from '../../platform/command';
import { showMessage, withProgress } from '../../platform/dialogs';
import { serviceFor, type ServiceAccess } from '../../users/serviceFor';
import { functionUri } from '../document/functionAddress';
import { noSuchFunction, type FunctionFiles } from '../document/functionFiles';

/** The services of the window that are needed to run functions. */
export interface RunDependencies extends ServiceAccess, CommandServices {
  guard: Guard;
  texts: ReadonlyTexts;
  sandbox: Pick<LocalSandbox, 'ready' | 'current'>;
  functionFiles: Pick<FunctionFiles, 'refresh'>;
}

interface FailedRun {
  name: string;
  /** The start of the run in Unix seconds, by the clock of the service; `undefined` if unknown. */
  began: number | undefined;
  /** The position in the code where the run failed; `undefined` without a stack trace. */
  failedAt: CodePosition | undefined;
}

/**
 * Shows a notification that a run failed, and offers to open the failed line.
 * @param log shows the log of the run; absent if the log is already shown
 */
export async function reportFailedRun(
  dependencies: RunDependencies,
  target: Selection,
  run: FailedRun,
  log?: () => void,
): Promise<void> {
  const { name, began, failedAt } = run;
  const [line, runs] = [vscode.l10n.t('Show Line'), vscode.l10n.t('Show Runs')];
  const buttons = [...(failedAt === undefined ? [] : [line]), ...(log === undefined ? [] : [runs])];
  const text = vscode.l10n.t('A run of {0} failed.', runLabel(target, name));
  const chosen = await showMessage('warning', text, ...buttons);
  if (chosen === runs) log?.();
  if (chosen !== line || failedAt === undefined) return;
  try {
    await showLine(dependencies, target, { name, began, failedAt });
  } catch (error) {
    if (!isCancelled(error)) void showMessage('error', errorMessage(error).text);
  }
}

/** Returns the name of a function with its application and environment. */
export function runLabel(target: Selection, name: string): string {
  return vscode.l10n.t('{0} in {1}', plainText(name, 60), targetName(target));
}

/**
 * Opens the line where a run failed. Opens the file in the workspace if it has the deployed code, or its source
 * according to the source map. Otherwise opens the deployed code.
 * @throws UiError, ApiError, AuthError, vscode.CancellationError
 */
async function showLine(
  dependencies: RunDependencies,
  target: Selection,
  { name, began, failedAt }: FailedRun & { failedAt: CodePosition },
): Promise<void> {
  const deployed = await withProgress(vscode.l10n.t('Reading {0}…', plainText(name, 60)), async signal => {
    const { data } = await serviceFor(target, dependencies, signal);
    return readFunction(data, name);
  });
  if (deployed === undefined) throw noSuchFunction(name);
  const local = await localPosition(name, deployed.hash, failedAt);
  const uri = local === undefined ? functionUri(target, name) : vscode.Uri.file(local.file);
  // An open document may have the code of an earlier deploy.
  if (local === undefined) await dependencies.functionFiles.refresh(uri);
  const { line, column } = local ?? failedAt;
  const position = new vscode.Position(line - 1, column - 1);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), {
    selection: new vscode.Range(position, position),
  });
  if (began === undefined || deployed.updatedAt === undefined || deployed.updatedAt <= began) return;
  const shown = plainText(name, 60);
  void showMessage(
    'information',
    vscode.l10n.t('{0} was deployed again after this run, so the line may be another one.', shown),
  );
}

/** Returns the position in a file of the workspace, if the file has the deployed code. */
async function localPosition(name: string, hash: string, position: CodePosition) {
  if (!isSafeName(name)) return undefined;
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    if (uri.scheme !== 'file') continue;
    // The commands that need them report an invalid hydrogen.json or an unreadable file.
    const source = await readSourceFolder(uri.fsPath).catch(() => undefined);
    const code = source && (await readCode(source, name).catch(() => undefined));
    if (source === undefined || code === undefined || codeHash(code) !== hash) continue;
    return (await sourcePosition(source, name, code, position)) ?? { ...position, file: functionFile(source, name) };
  }
  return undefined;
}
