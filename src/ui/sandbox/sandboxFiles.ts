import * as vscode from 'vscode';
import { plainText } from '../messages/plainText';
import { givenUri, type CommandArgument } from '../platform/commandArgument';
import { confirmOverwrite } from '../platform/confirm';
import { proposedFile } from '../platform/dialogs';
import { UiError } from '../messages/uiError';
import { showOpen, showSave } from '../platform/prompts';

const largest = 512 * 1024 * 1024;

/** Returns the file to save to: `{ uri }` of a script, otherwise the user's choice. */
export async function chooseStateFile(argument: CommandArgument): Promise<vscode.Uri> {
  const title = vscode.l10n.t('Save the Sandbox’s State');
  const given = givenUri(argument);
  const uri = given ?? (await showSave({ title, filters: filters(), defaultUri: proposedFile('sandbox.json') }));
  if (given !== undefined) await confirmOverwrite('hydrogen.sandbox.save', argument, given);
  return uri;
}

/** Reads the JSON file of a saved state, without validating it. */
export async function readStateFile(argument: CommandArgument): Promise<unknown> {
  const title = vscode.l10n.t('Load a State into the Sandbox');
  const given = givenUri(argument);
  const uri = given ?? (await showOpen({ title, filters: filters() }));
  const { size } = await vscode.workspace.fs.stat(uri).then(undefined, () => ({ size: -1 }));
  if (size < 0) throw new UiError(vscode.l10n.t('{0} cannot be read.', plainText(uri.path)));
  if (size > largest) throw notStateFile(uri);
  try {
    return JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri))) as unknown;
  } catch {
    throw notStateFile(uri);
  }
}

export function notStateFile(uri?: vscode.Uri): UiError {
  const name = uri === undefined ? vscode.l10n.t('The file') : plainText(uri.path);
  return new UiError(
    vscode.l10n.t('{0} is not the state of a sandbox. Choose a file that “Save the Sandbox’s State…” wrote.', name),
  );
}

function filters(): Record<string, string[]> {
  return { [vscode.l10n.t('State of a sandbox')]: ['json'] };
}
