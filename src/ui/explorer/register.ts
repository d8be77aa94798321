import type * as vscode from 'vscode';
import type { CommandServices } from '../applications/commandTarget';
import type { JsonDocuments } from '../documents/documents';
import type { TreeNode } from '../nodes/node';
import type { Http } from '../network/http';
import type { Tokens } from '../tokens/tokens';
import type { Users } from '../users/userSessions';
import type { ApplicationsTree } from './applicationsTree';
import { registerCopyCommands } from './copyCommands';
import { registerExportCommands } from './export/exportCommands';
import { registerFavouriteCommands } from './favouriteCommands';
import type { FavouriteStore } from './favouriteStore';
import { registerGroupCommands } from './groupCommands';
import { registerListCommands } from './listCommands';
import type { Lists } from './lists';
import { registerOpenCommands } from './openCommands';
import type { RevealServices } from './reveal';
import { registerSearch } from './search/register';
import { registerSelectionCommands } from './selectionCommands';

interface ExplorerDependencies extends CommandServices {
  tokens: Pick<Tokens, 'of' | 'isAuthorized'>;
  http: Pick<Http, 'fetch'>;
  users: Users;
  favourites: FavouriteStore;
  lists: Lists;
  tree: ApplicationsTree;
  /** The view of the tree; created on activation. */
  view: Pick<vscode.TreeView<TreeNode>, 'reveal' | 'selection'>;
  documents: JsonDocuments;
  openEditor: RevealServices['openEditor'];
}

/** Registers the commands of the applications tree. */
export function registerExplorer(dependencies: ExplorerDependencies): vscode.Disposable[] {
  const { tree } = dependencies;
  const cachedChildren = (node?: TreeNode) => tree.cachedChildren(node);
  return [
    ...registerSelectionCommands(dependencies),
    ...registerGroupCommands(dependencies),
    ...registerListCommands(dependencies),
    ...registerFavouriteCommands(dependencies),
    ...registerOpenCommands(dependencies),
    ...registerCopyCommands(dependencies),
    ...registerExportCommands(dependencies),
    ...registerSearch({ ...dependencies, cachedChildren }),
  ];
}
