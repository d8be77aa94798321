import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../ui/driver/eventually';

export type Fields = Record<string, unknown>;

/** Returns the records in the text of a page or record. */
export const recordsIn = (document: vscode.TextDocument) =>
  [JSON.parse(document.getText()) as Fields | Fields[]].flat();

/** Replaces the text of a page or record. */
export async function edit(
  document: vscode.TextDocument,
  change: (records: Fields[]) => Fields[] | void,
): Promise<void> {
  // VS Code refuses to edit a text while it reloads it.
  await eventually(async () => {
    const records = recordsIn(document);
    const changed = change(records) ?? records;
    const isPage = document.getText().startsWith('[');
    const text = JSON.stringify(isPage ? changed : changed[0], undefined, 2);
    const everything = new vscode.WorkspaceEdit();
    everything.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), `${text}\n`);
    assert.ok(await vscode.workspace.applyEdit(everything));
  });
}

/** Changes the field `text` of a record. */
export const setText = (document: vscode.TextDocument, text: string, at = 0) =>
  edit(document, records => void Object.assign(records[at] ?? assert.fail(), { text }));
