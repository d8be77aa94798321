import * as vscode from 'vscode';
import { UiError } from '../messages/uiError';

/** Opens a new unsaved document with this text. */
export async function openUntitled(language: string, content: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument({ language, content });
  await restoreText(document, content);
  return document;
}

/**
 * Replaces the text of a new document if it is not the expected one. VS Code reuses the name of an untitled document
 * that was just closed. If it still holds a backup of that document, the new one begins with the text of the backup.
 * @throws UiError if VS Code refuses the edit
 */
export async function restoreText(document: vscode.TextDocument, expected: string): Promise<void> {
  const hasExpected = document.getText().replaceAll('\r\n', '\n') === expected.replaceAll('\r\n', '\n');
  if (!hasExpected) checkApplied(await replaceText(document, expected));
}

/** Replaces the text of a document; it stays unsaved. @returns false if VS Code refused the edit */
export function replaceText(document: vscode.TextDocument, text: string): Thenable<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  return vscode.workspace.applyEdit(edit);
}

/** @throws UiError if VS Code refused an edit, because the text has changed since the edit was made */
export function checkApplied(isApplied: boolean): void {
  if (!isApplied) throw new UiError(vscode.l10n.t('The text has changed in the meantime. Try again.'));
}
