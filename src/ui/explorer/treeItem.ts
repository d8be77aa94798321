import * as vscode from 'vscode';
import { kindOf, type TreeNode } from '../nodes/node';
import type { NodeRow } from '../nodes/nodeKind';
import { plainText } from '../messages/plainText';

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
