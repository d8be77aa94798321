import * as vscode from 'vscode';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { showMessage } from '../../platform/dialogs';
import { schemes } from '../../platform/schemes';
import { responseId, urisOf } from '../responses/responses';

/** Opens a response beside its request without moving the focus. */
export async function showResponse(document: vscode.TextDocument, uri: vscode.Uri, isImage = false): Promise<void> {
  const options = { viewColumn: responseColumn(document), preview: true, preserveFocus: true };
  if (isImage) {
    await vscode.commands.executeCommand('vscode.open', uri, options);
    return;
  }
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
}

/** Offers to show a response that arrived after the response to a later request. */
export async function offerResponse(title: string, show: () => Promise<void>): Promise<void> {
  const button = vscode.l10n.t('Show Response');
  const text = vscode.l10n.t('The response of {0} arrived.', plainText(title, 80));
  if ((await showMessage('information', text, button)) !== button) return;
  await show().catch((error: unknown) => void showMessage('error', errorMessage(error).text));
}

/** Returns the tabs that show a response, also one that is arriving. */
export function responseTabs(uri: vscode.Uri): vscode.Tab[] {
  const isShown = (tab: vscode.Tab) =>
    showsOneResponse(tab) && urisOf(tab).some(shown => responseId(shown) === responseId(uri));
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(isShown);
}

/**
 * Returns the column that shows a response, else the column beside the request. Does not use the active column, because
 * another editor may be active. Ignores comparisons, which open in the column of the requests.
 */
function responseColumn(document: vscode.TextDocument): vscode.ViewColumn {
  const requestColumn = vscode.window.visibleTextEditors.find(editor => editor.document === document)?.viewColumn;
  const others = vscode.window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== requestColumn);
  const responseGroup = others.find(({ tabs }) => tabs.some(showsOneResponse));
  return responseGroup?.viewColumn ?? (requestColumn === undefined ? vscode.ViewColumn.Beside : requestColumn + 1);
}

function showsOneResponse(tab: vscode.Tab): boolean {
  const uris = urisOf(tab);
  return uris.length === 1 && uris[0]?.scheme === schemes.response;
}
