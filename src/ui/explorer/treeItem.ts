import * as vscode from 'vscode';
import { kindOf, type TreeNode } from '../nodes/node';
import type { NodeRow } from '../nodes/nodeKind';
import { codeBlock, defuse, plainText } from '../messages/plainText';
import { joinNonEmpty } from '../nodes/listRow';
import { idMatch } from '../nodes/nodeLabel';

interface ShownRow {
  /** The filter of the list that contains the row. If the filter matches only the row's ID, the row shows the ID. */
  filter: string | undefined;
  /** True if the user expanded the row, false if the user collapsed it; `undefined` if neither. */
  isExpanded: boolean | undefined;
}

/** Creates a tree item. Foreign text stays text: no icons, no Markdown, no control characters. */
export function treeItem(node: TreeNode, row: NodeRow, { filter, isExpanded }: ShownRow): vscode.TreeItem {
  const { label = kindOf(node).label(node), tooltip, colour } = row;
  const id = filter === undefined ? undefined : idMatch(node, filter);
  const idText = id === undefined ? undefined : vscode.l10n.t('ID {0}', id);
  const description = joinNonEmpty([idText, row.description]) || undefined;
  const item = new vscode.TreeItem(plainText(label), collapsibleState(row, isExpanded));
  item.id = node.id;
  item.contextValue = row.contextValue;
  item.iconPath = new vscode.ThemeIcon(row.icon, colour === undefined ? undefined : new vscode.ThemeColor(colour));
  if (description !== undefined) item.description = plainText(description);
  if (tooltip !== undefined) item.tooltip = plainText(tooltip, 1000);
  if (row.command !== undefined) item.command = row.command;
  if (row.resourceUri !== undefined) item.resourceUri = row.resourceUri;
  const words = row.spoken ?? joinNonEmpty([label, row.description], ', ');
  const spoken = joinNonEmpty([words, idText], ', ');
  item.accessibilityInformation = { label: plainText(spoken) };
  return item;
}

function collapsibleState({ children }: NodeRow, isExpanded: boolean | undefined): vscode.TreeItemCollapsibleState {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  if (children === 'none') return None;
  return (isExpanded ?? children === 'expanded') ? Expanded : Collapsed;
}

/** The maximum number of characters of JSON in a tooltip. */
const longest = 3000;

/** Returns the item as JSON; `undefined` for rows that are not items. Called when the user hovers over a row. */
export function tooltip(node: TreeNode): vscode.MarkdownString | undefined {
  const raw = kindOf(node).raw?.(node);
  if (raw === undefined) return undefined;
  const json = JSON.stringify(raw, undefined, 2);
  const shown = json.length > longest ? `${json.slice(0, longest)}…` : json;
  return new vscode.MarkdownString(codeBlock(defuse(shown), 'json'));
}
