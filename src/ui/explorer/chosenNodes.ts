import type * as vscode from 'vscode';
import { isList, isNode, type ListNode, type TreeNode } from '../nodes/node';
import type { CommandArgument } from '../platform/commandArgument';

type NodeSelection = Pick<vscode.TreeView<TreeNode>, 'selection'>;

/**
 * Returns the rows that a command works on: all selected rows if the clicked row is one of them, otherwise the clicked
 * row. Without an argument, for example after a key press, returns the selection.
 */
export function chosenNodes(view: NodeSelection, argument: CommandArgument, selected: unknown): readonly TreeNode[] {
  if (Array.isArray(selected) && selected.length > 0) return selected.filter(isNode);
  if (isNode(argument)) return [argument];
  return argument === undefined ? view.selection : [];
}

/** Returns the clicked row or, without one, the first selected row; `undefined` if that row is not a list. */
export function chosenList(view: NodeSelection, argument: CommandArgument): ListNode | undefined {
  const node = isNode(argument) ? argument : view.selection[0];
  return node !== undefined && isList(node) ? node : undefined;
}
