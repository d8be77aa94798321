import * as vscode from 'vscode';

/** Returns the URI of a text or custom editor tab; `undefined` for diffs, terminals and others. */
export function tabUri(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const input = tab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}
