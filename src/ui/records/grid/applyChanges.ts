import * as vscode from 'vscode';
import type { TextChange } from '../../../records/text/recordsEdit';

/** Applies changes to a document as one edit and one undo step. @returns false if VS Code refused the edit */
export async function applyChanges(document: vscode.TextDocument, changes: readonly TextChange[]): Promise<boolean> {
  if (changes.length === 0) return true;
  const edit = new vscode.WorkspaceEdit();
  const range = ({ start, end }: TextChange) => new vscode.Range(document.positionAt(start), document.positionAt(end));
  edit.set(
    document.uri,
    changes.map(change => vscode.TextEdit.replace(range(change), change.text)),
  );
  return vscode.workspace.applyEdit(edit);
}
