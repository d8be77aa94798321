import type * as vscode from 'vscode';
import { chosenNodes, isNode } from './chosenNodes';
import { isFavouriteTarget } from './favourites';
import { show } from './reveal';
import type { Parts } from '../parts';
import type { TreeNode } from '../nodes/node';

export function registerFavouriteCommands(parts: Parts): vscode.Disposable[] {
  const { commands, favourites } = parts;
  return [
    commands.register('hydrogen.favourite.add', (argument, rest) =>
      favourites.add(chosenNodes(parts, argument, rest).map(target).filter(isFavouriteTarget)),
    ),
    commands.register('hydrogen.favourite.remove', (argument, rest) =>
      favourites.remove(chosenNodes(parts, argument, rest).map(target).filter(isFavouriteTarget)),
    ),
    commands.register('hydrogen.favourite.open', async argument => {
      if (isNode(argument) && argument.kind === 'favourite') await show(parts, argument.target);
    }),
  ];
}

/** A row below Favourites stands for the node that it leads to. */
function target(node: TreeNode): TreeNode {
  return node.kind === 'favourite' ? node.target : node;
}
