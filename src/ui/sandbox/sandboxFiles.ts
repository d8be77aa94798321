import * as vscode from 'vscode';
import { jsonValue } from '../../json/jsonValue';
import { plainText } from '../messages/plainText';
import { givenUri, type CommandArgument } from '../platform/commandArgument';
import { fileToWrite, readTextFile } from '../platform/chosenFile';
import { proposedFile } from '../platform/dialogs';
import { UiError } from '../messages/uiError';
import { showOpen } from '../platform/prompts';

const largest = 512 * 1024 * 1024;

/** Returns the file to save to: `{ uri }` of a script, otherwise the user's choice. */
export async function chooseStateFile(argument: CommandArgument): Promise<vscode.Uri> {
  const title = vscode.l10n.t('Save the Sandbox’s State');
  const options = { title, filters: filters(), defaultUri: proposedFile('sandbox.json') };
  return fileToWrite('hydrogen.sandbox.save', argument, givenUri(argument), options);
}

/** Reads the JSON file of a saved state, without validating it. */
export async function readStateFile(argument: CommandArgument): Promise<unknown> {
  const title = vscode.l10n.t('Load a State into the Sandbox');
  const uri = givenUri(argument) ?? (await showOpen({ title, filters: filters() }));
  const state = jsonValue((await readTextFile(uri, largest)) ?? '');
  if (state === undefined) throw notStateFile(uri);
  return state;
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
