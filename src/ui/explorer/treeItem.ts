import * as vscode from 'vscode';
import { kindOf, type TreeNode } from '../nodes/node';
import type { NodeRow } from '../nodes/nodeKind';
import { plainText, codeBlock } from '../messages/plainText';

const states = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
};

/** Creates a tree item. Foreign text stays text: no icons, no Markdown, no control characters. */
export function treeItem(node: TreeNode, row: NodeRow): vscode.TreeItem {
  const { label = kindOf(node).label(node), description, tooltip, colour } = row;
  const item = new vscode.TreeItem(plainText(label), states[row.children]);
  item.id = node.id;
  item.contextValue = row.contextValue;
  item.iconPath = new vscode.ThemeIcon(row.icon, colour === undefined ? undefined : new vscode.ThemeColor(colour));
  if (description !== undefined) item.description = plainText(description);
  if (tooltip !== undefined) item.tooltip = plainText(tooltip, 1000);
  if (row.command !== undefined) item.command = row.command;
  if (row.resourceUri !== undefined) item.resourceUri = row.resourceUri;
  const spoken = row.spoken ?? (description === undefined ? label : `${label}, ${description}`);
  item.accessibilityInformation = { label: plainText(spoken) };
  return item;
}

/** The maximum number of characters of JSON in a tooltip. */
const longest = 3000;

/** Returns the item as the service sent it; `undefined` for rows that are not items. Called when a row is hovered. */
export function tooltip(node: TreeNode): vscode.MarkdownString | undefined {
  const raw = kindOf(node).raw?.(node);
  if (raw === undefined) return undefined;
  const json = JSON.stringify(raw, undefined, 2);
  const shown = json.length > longest ? `${json.slice(0, longest)}…` : json;
  return new vscode.MarkdownString(codeBlock(shown, 'json'));
}
