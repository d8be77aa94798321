import * as vscode from 'vscode';
import { kindOf, type TreeNode } from '../nodes/node';
import { codeBlock } from '../platform/plainText';

/** Characters of JSON; a longer tooltip is cut off. */
const longest = 3000;

/** The item as the service sent it, made when its row is hovered; `undefined` for rows that are no item. */
export function tooltip(node: TreeNode): vscode.MarkdownString | undefined {
  const raw = kindOf(node).raw?.(node);
  if (raw === undefined) return undefined;
  const json = JSON.stringify(raw, undefined, 2);
  const shown = json.length > longest ? `${json.slice(0, longest)}…` : json;
  return new vscode.MarkdownString(codeBlock(shown, 'json'));
}
