import * as vscode from 'vscode';
import { checkApplied, openUntitled } from '../platform/textEdits';
import { plainText } from '../messages/plainText';
import { showPick } from '../platform/prompts';
import { schemes } from '../platform/schemes';
import { addedRequest } from '../../requests/convert/addedRequest';
import { languageId, parsedDocument } from './document/parsedDocument';

/** Opens a new unsaved request document. */
export async function openNew(content: string): Promise<void> {
  const document = await openUntitled(languageId, content);
  await vscode.window.showTextDocument(document);
}

/** Asks whether to append the text to the open request document. Without one, opens a new document. */
export async function appendOrOpen(text: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  // A history entry is read-only.
  if (editor?.document.languageId !== languageId || editor.document.uri.scheme === schemes.history) {
    await openNew(text);
    return;
  }
  const name = plainText(editor.document.fileName.split(/[\\/]/).at(-1) ?? '', 60);
  const atEnd = { label: vscode.l10n.t('At the end of {0}', name), isAtEnd: true };
  const inNew = { label: vscode.l10n.t('In a new document'), isAtEnd: false };
  const chosen = await showPick([atEnd, inNew], {
    title: vscode.l10n.t('Where should the request go?'),
    placeHolder: vscode.l10n.t('Choose a place'),
  });
  if (chosen.isAtEnd) await append(editor, text);
  else await openNew(text);
}

async function append(editor: vscode.TextEditor, text: string): Promise<void> {
  const { document } = editor;
  const end = document.positionAt(document.getText().length);
  const gap = document.getText().trim() === '' ? '' : document.getText().endsWith('\n') ? '\n' : '\n\n';
  const added = gap + addedRequest(text, parsedDocument(document));
  checkApplied(await editor.edit(edit => edit.insert(end, added)));
  const at = document.positionAt(document.offsetAt(end) + gap.length);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at));
}
