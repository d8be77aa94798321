import type * as vscode from 'vscode';
import { isFavouriteTarget, isNode, type TreeNode } from '../nodes/node';
import type { NodeBase } from '../nodes/nodeBase';
import type { CommandRunner } from '../platform/command';
import { chosenNodes } from './chosenNodes';
import type { FavouriteStore } from './favouriteStore';
import { reveal, type RevealServices } from './reveal';

interface FavouriteDependencies extends RevealServices {
  commands: CommandRunner;
  favourites: FavouriteStore;
  view: Pick<vscode.TreeView<TreeNode>, 'reveal' | 'selection'>;
}

export function registerFavouriteCommands(dependencies: FavouriteDependencies): vscode.Disposable[] {
  const { commands, favourites, view } = dependencies;
  return [
    commands.register('hydrogen.favourite.add', (argument, selected) =>
      favourites.add(chosenNodes(view, argument, selected).map(favouriteTarget).filter(isFavouriteTarget)),
    ),
    commands.register('hydrogen.favourite.remove', (argument, selected) =>
      favourites.remove(chosenNodes(view, argument, selected).map(favouriteTarget).filter(isFavouriteTarget)),
    ),
    commands.register('hydrogen.favourite.open', async argument => {
      if (!isNode(argument)) return;
      const leadsTo = favouriteTarget(argument);
      if (argument.kind === 'favourite' && isFavouriteTarget(leadsTo)) await reveal(dependencies, leadsTo);
    }),
  ];
}

/** Returns the target of a row below Favourites; any other row is returned unchanged. */
function favouriteTarget(node: TreeNode): NodeBase {
  return node.kind === 'favourite' ? node.favourite.target : node;
}
