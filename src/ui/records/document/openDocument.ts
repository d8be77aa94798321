import * as vscode from 'vscode';
import { errorMessage } from '../../messages/messages';
import { toUserError } from '../../messages/toUserError';
import { UiError } from '../../messages/uiError';
import { isCancelled } from '../../platform/command';
import { automaticSaveText, nothingWritten } from './recordMessages';

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
}

/** @throws UiError if an open document has unsaved changes */
export function checkSaved(uri: vscode.Uri): void {
  if (openDocument(uri)?.isDirty !== true) return;
  throw new UiError(vscode.l10n.t('This document has unsaved changes. Save it, or revert the file.'));
}

/**
 * Writes the text of a document only if the user saved it.
 * @throws UserError, which VS Code shows with buttons to retry and to revert
 */
export async function writeManually(
  isManual: boolean,
  uri: vscode.Uri,
  content: Uint8Array,
  write: (text: string) => Promise<void>,
): Promise<void> {
  try {
    if (!isManual) throw new UiError(automaticSaveText());
    await write(await savedText(uri, content));
  } catch (error) {
    throw toUserError(isCancelled(error) ? nothingWritten() : errorMessage(error).text);
  }
}

/**
 * Decodes what VS Code saves. VS Code restores an unsaved document with the encoding of the user's settings, which may
 * lack characters of the text.
 */
async function savedText(uri: vscode.Uri, content: Uint8Array): Promise<string> {
  const document = openDocument(uri);
  if (document === undefined || document.encoding.startsWith('utf8')) return new TextDecoder().decode(content);
  const { encoding } = document;
  const text = await vscode.workspace.decode(content, { encoding });
  if (text === document.getText()) return text;
  throw new UiError(
    vscode.l10n.t(
      'The text has characters that the encoding {0} does not have. Open it as text and save it with the encoding UTF-8: click on {0} in the status bar.',
      encoding,
    ),
  );
}

/**
 * Saves a document. VS Code joins a save to an auto save of the same text that is running, which writes nothing. So this
 * asks again until VS Code begins a save by hand. It starts no further auto save after a refused one.
 */
export async function saveByHand(document: vscode.TextDocument): Promise<void> {
  let hasBegun = false;
  const saving = vscode.workspace.onWillSaveTextDocument(event => {
    hasBegun ||= event.document === document && event.reason === vscode.TextDocumentSaveReason.Manual;
  });
  try {
    for (let tries = 0; tries < 50; tries++) {
      if ((await document.save()) || hasBegun) return;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  } finally {
    saving.dispose();
  }
}
