import * as vscode from 'vscode';
import type { Application } from '../../applications/application';
import type { ApplicationNode } from './application';
import type { NodeBase } from './nodeBase';
import { nodeKind } from './nodeKind';

/** The row “Favourites” above the environments of an application. */
interface FavouritesNode extends NodeBase {
  kind: 'favourites';
}

interface FavouriteNode extends NodeBase {
  kind: 'favourite';
  favourite: ShownFavourite;
}

/** A favourite: the node it leads to, and its labels. */
interface ShownFavourite {
  target: NodeBase;
  label: string;
  id: string | undefined;
  icon: string;
  tooltip: string | undefined;
  /** The names from the environment down to the parent of the target. */
  path: readonly string[];
}

export interface FavouriteSource {
  favouritesOf: (application: Application) => readonly ShownFavourite[];
}

export const favourites = nodeKind<FavouritesNode>()({
  label: () => vscode.l10n.t('Favourites'),
  row: () => ({ children: 'collapsed', contextValue: 'favourites', icon: 'star-full' }),
  fixed: {
    below: 'application',
    rows(parent: ApplicationNode, { favouritesOf }: FavouriteSource): FavouritesNode[] {
      const { application } = parent;
      if (favouritesOf(application).length === 0) return [];
      return [{ kind: 'favourites', id: `${parent.id}/favourites`, parent, application }];
    },
  },
});

export const favourite = nodeKind<FavouriteNode>()({
  label: node => node.favourite.label,
  id: node => node.favourite.id,
  row: node => ({
    children: 'none',
    contextValue: 'favourite',
    icon: node.favourite.icon,
    description: node.favourite.path.join(' › '),
    tooltip: node.favourite.tooltip,
    command: { command: 'hydrogen.favourite.open', title: vscode.l10n.t('Open'), arguments: [node] },
  }),
  fixed: {
    below: 'favourites',
    rows: (parent: FavouritesNode, { favouritesOf }: FavouriteSource) =>
      favouritesOf(parent.application).map((favourite): FavouriteNode => {
        const id = `${parent.id}/${favourite.target.id}`;
        return { kind: 'favourite', id, parent, application: parent.application, favourite };
      }),
  },
});
