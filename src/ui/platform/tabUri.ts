import * as vscode from 'vscode';

/** What a tab shows, as a text or in another editor of it; `undefined` for a comparison, a terminal and the like. */
export function tabUri(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const input = tab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}
