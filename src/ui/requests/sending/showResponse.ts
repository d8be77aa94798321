import * as vscode from 'vscode';
import { urisOf } from '../responses/responses';
import { schemes } from '../../platform/schemes';

/** Opens a response beside its request without moving the focus. */
export async function showResponse(document: vscode.TextDocument, uri: vscode.Uri, isImage = false): Promise<void> {
  const options = { viewColumn: responseColumn(document), preview: true, preserveFocus: true };
  if (isImage) {
    await vscode.commands.executeCommand('vscode.open', uri, options);
    return;
  }
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
}

/**
 * Returns the column that shows a response, else the column beside the request. Does not use the active column, because
 * another editor may be active. Ignores comparisons, which open in the column of the requests.
 */
function responseColumn(document: vscode.TextDocument): vscode.ViewColumn {
  const own = vscode.window.visibleTextEditors.find(editor => editor.document === document)?.viewColumn;
  const others = vscode.window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== own);
  const responseGroup = others.find(({ tabs }) => tabs.some(showsOneResponse));
  return responseGroup?.viewColumn ?? (own === undefined ? vscode.ViewColumn.Beside : own + 1);
}

function showsOneResponse(tab: vscode.Tab): boolean {
  const uris = urisOf(tab);
  return uris.length === 1 && uris[0]?.scheme === schemes.response;
}
