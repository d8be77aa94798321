import * as vscode from 'vscode';
import { plainText } from '../messages/plainText';
import { UiError } from '../messages/uiError';
import type { CommandArgument } from './commandArgument';
import { confirmOverwrite } from './confirm';
import { showSave } from './prompts';

/**
 * Returns the file that a command writes: the one that a script gives, otherwise the user's choice. Asks before a given
 * file is replaced, as the dialog does.
 * @param command the ID of the command
 * @throws errors of `confirm`
 */
export async function fileToWrite(
  command: string,
  argument: CommandArgument,
  given: vscode.Uri | undefined,
  options: vscode.SaveDialogOptions,
): Promise<vscode.Uri> {
  if (given === undefined) return showSave(options);
  await confirmOverwrite(command, argument, given);
  return given;
}

/**
 * Reads a file in UTF-8.
 * @param largest in bytes
 * @returns `undefined` for a larger file
 * @throws UiError if the file cannot be read
 */
export async function readTextFile(uri: vscode.Uri, largest: number): Promise<string | undefined> {
  const { fs } = vscode.workspace;
  try {
    if ((await fs.stat(uri)).size > largest) return undefined;
    return new TextDecoder().decode(await fs.readFile(uri));
  } catch {
    throw new UiError(vscode.l10n.t('{0} cannot be read.', plainText(uri.path)));
  }
}
