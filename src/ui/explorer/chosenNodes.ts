import type * as vscode from 'vscode';
import { isList, isNode, type ListNode, type TreeNode } from '../nodes/node';
import type { CommandArgument } from '../platform/commandArgument';

type Selected = Pick<vscode.TreeView<TreeNode>, 'selection'>;

/** What a command of the tree works on: all selected rows when one of them was clicked, else that row; by key the selection. */
export function chosenNodes(view: Selected, argument: CommandArgument, rest: unknown): readonly TreeNode[] {
  if (Array.isArray(rest) && rest.length > 0) return rest.filter(isNode);
  if (isNode(argument)) return [argument];
  return argument === undefined ? view.selection : [];
}

/** The list that was clicked, else the one that is selected. */
export function chosenList(view: Selected, argument: CommandArgument): ListNode | undefined {
  const node = isNode(argument) ? argument : view.selection[0];
  return node !== undefined && isList(node) ? node : undefined;
}
