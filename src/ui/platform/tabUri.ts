import * as vscode from 'vscode';

/** Returns the URI of a text or custom editor tab; `undefined` for diffs, terminals and others. */
export function tabUri(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const input = tab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

/** Returns the text and custom editor tabs of a document in all groups. */
export function tabsOf(uri: vscode.Uri): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return tabs.filter(tab => tabUri(tab)?.toString() === uri.toString());
}

/** Closes the tabs that fit; the user may have closed them already. */
export async function closeTabs(fits: (tab: vscode.Tab) => boolean): Promise<void> {
  const { tabGroups } = vscode.window;
  await tabGroups.close(tabGroups.all.flatMap(({ tabs }) => tabs).filter(fits));
}
