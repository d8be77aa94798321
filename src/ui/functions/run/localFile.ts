import * as vscode from 'vscode';
import { emptyEvent, readRunEvent, type RunEvent } from '../../../functions/runEvent';
import { functionFile, isSafeName, requireInside } from '../../../functions/sourceFolder';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { givenUri, type CommandArgument } from '../../platform/commandArgument';
import { boundFolder, localFunctionOf, nameOf, withFunctionErrors } from '../workspace/localFunction';

/** The file of a function in the workspace. */
export interface LocalFile {
  name: string;
  uri: vscode.Uri;
}

/** Returns the function for a command: named by a tree item or script, or in a given file or the active editor. */
export async function localFile(argument: CommandArgument): Promise<LocalFile> {
  const name = nameOf(argument);
  if (name !== undefined) return fileNamed(name);
  const uri = givenUri(argument);
  if (uri !== undefined) return fileOf(uri);
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active === undefined) throw noFile();
  return fileOf(active);
}

/**
 * Reads the event file of a function, in its folder or beside the folder.
 * @returns the default event if there is no file
 * @throws UiError that names an invalid field
 */
export async function localEvent({ name, uri }: LocalFile): Promise<RunEvent> {
  const folder = vscode.Uri.joinPath(uri, '..');
  for (const file of [
    vscode.Uri.joinPath(folder, `${name}.event.json`),
    vscode.Uri.joinPath(folder, '..', `${name}.event.json`),
  ]) {
    const text = await textOf(file);
    if (text === undefined) continue;
    const read = readRunEvent(text);
    if (!('invalidField' in read)) return read;
    const shown = plainText(`${name}.event.json`, 100);
    throw new UiError(
      read.invalidField === ''
        ? vscode.l10n.t('{0} is not valid JSON.', shown)
        : vscode.l10n.t('{0}: {1} is not valid.', shown, plainText(read.invalidField, 100)),
    );
  }
  return emptyEvent;
}

/** Returns the text of a file, including unsaved changes; `undefined` if the file does not exist. */
async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

/** Returns the function in a file. @throws UiError if the file is not a function */
async function fileOf(uri: vscode.Uri): Promise<LocalFile> {
  return withFunctionErrors(async () => {
    const local = await localFunctionOf(uri);
    if (local === undefined) throw noFile();
    await requireInside(local.source.root, uri.fsPath);
    return { name: local.name, uri };
  });
}

/**
 * Returns the function with this name; `undefined` if the workspace does not have the function.
 * @throws UiError if hydrogen.json is not valid, or several folders have functions
 */
export async function fileIfAny(name: string): Promise<LocalFile | undefined> {
  return isSafeName(name) ? existingFile(name) : undefined;
}

/** Returns the function with this name. @throws UiError if the workspace does not have the function */
async function fileNamed(name: string): Promise<LocalFile> {
  const file = await existingFile(name);
  if (file !== undefined) return file;
  throw new UiError(
    vscode.l10n.t('{0} is not in the workspace. Add it with “Add to Workspace…”.', plainText(name, 100)),
    ['addToWorkspace'],
  );
}

async function existingFile(name: string): Promise<LocalFile | undefined> {
  const file = await withFunctionErrors(async () => {
    const source = await boundFolder();
    if (source === undefined) return undefined;
    const file = functionFile(source, name);
    await requireInside(source.root, file);
    return vscode.Uri.file(file);
  });
  return file !== undefined && (await textOf(file)) !== undefined ? { name, uri: file } : undefined;
}

function noFile(): UiError {
  return new UiError(
    vscode.l10n.t(
      'This is not the file of a cloud function: {0} in the folder that hydrogen.json names.',
      'NAME/index.js',
    ),
  );
}

/** Returns the workspace folder that contains a function. */
export function folderOf({ uri }: LocalFile): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.getWorkspaceFolder(uri);
}
