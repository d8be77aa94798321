import * as vscode from 'vscode';
import { kindOf, type TreeNode } from '../nodes/node';
import { codeBlock } from '../messages/plainText';

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
