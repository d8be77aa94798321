import * as vscode from 'vscode';
import { FunctionError } from '../../../functions/functionError';
import { FunctionMessages } from '../../../functions/messages';
import {
  areOnOtherMachine,
  functionNameOf,
  onlyFolder,
  readSourceFolder,
  type SourceFolder,
} from '../../../functions/sourceFolder';
import { UiError } from '../../messages/uiError';
import { isNode } from '../../nodes/node';
import { isScripted, type CommandArgument } from '../../platform/commandArgument';
import { translate } from '../../messages/translate';

/** A function of the workspace. */
export interface LocalFunction {
  source: SourceFolder;
  name: string;
}

/** The messages about functions, in the language of VS Code. */
export const functionMessages = new FunctionMessages(translate);

/** Runs an operation, and converts its `FunctionError` to a `UiError` with a message. */
export async function withFunctionErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FunctionError) throw new UiError(functionMessages.error(error));
    throw error;
  }
}

/** Checks that functions can be read and run here. @throws UiError if the folders of a remote window are on another machine */
export function requireLocalFolder(): void {
  const schemes = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  if (!areOnOtherMachine(schemes, vscode.env.remoteName)) return;
  throw new UiError(
    vscode.l10n.t(
      'The folder of this window is on another machine than the extension, which cannot use its functions. The setting remote.extensionKind lets the extension run there.',
    ),
  );
}

/** Returns the function in a file; `undefined` if the file is not in a functions folder. */
export async function localFunctionOf(uri: vscode.Uri | undefined): Promise<LocalFunction | undefined> {
  const folder = uri?.scheme === 'file' ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
  if (uri === undefined || folder === undefined) return undefined;
  const source = await readSourceFolder(folder.uri.fsPath);
  const name = source && functionNameOf(source, uri.fsPath);
  return source === undefined || name === undefined ? undefined : { source, name };
}

/** Returns the function name of a tree item or script, if any. */
export function nameOf(argument: CommandArgument): string | undefined {
  if (isNode(argument) && argument.kind === 'cloudFunction') return argument.name;
  const name = isScripted(argument) ? argument['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Returns the functions folder of the workspace, if any. @throws FunctionError if there are several */
export async function boundFolder(): Promise<SourceFolder | undefined> {
  const bound: [name: string, source: SourceFolder][] = [];
  for (const { name, uri } of vscode.workspace.workspaceFolders ?? []) {
    const source = uri.scheme === 'file' ? await readSourceFolder(uri.fsPath) : undefined;
    if (source !== undefined) bound.push([name, source]);
  }
  return onlyFolder(bound);
}
