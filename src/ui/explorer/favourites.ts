import * as v from 'valibot';
import * as vscode from 'vscode';
import { applicationKey, type Application } from '../../applications/application';
import {
  ancestors,
  applicationNode,
  contentCategoryNode,
  contentGroupNode,
  contentItemNode,
  environmentChildren,
  environmentNodes,
  type ContentCategoryNode,
  type ContentGroupNode,
  type ContentItemNode,
  type TreeNode,
} from '../nodes/node';

/** What can be a favourite. */
export type FavouriteTarget = ContentGroupNode | ContentCategoryNode | ContentItemNode;

export interface Favourites extends vscode.Disposable {
  /** The favourites of an application, in the order in which they were added. */
  of(application: Application): FavouriteTarget[];
  has(node: TreeNode): boolean;
  add(nodes: readonly FavouriteTarget[]): Promise<void>;
  remove(nodes: readonly FavouriteTarget[]): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

const key = 'favourites';

// IDs and names only: what the service sent stays with the service.
const shape = v.array(
  v.object({
    application: v.string(),
    envId: v.optional(v.string()),
    /** From the content group down. */
    path: v.pipe(v.array(v.object({ id: v.string(), name: v.optional(v.string()), kind: v.string() })), v.minLength(1)),
  }),
);
type Favourite = v.InferOutput<typeof shape>[number];

export function createFavourites(state: vscode.Memento): Favourites {
  const changed = new vscode.EventEmitter<void>();
  // Kept as long as the stored value is the same, because every row of the tree asks.
  let kept: { value: unknown; favourites: Favourite[]; identities: Set<string> } | undefined;
  const stored = () => {
    const value = state.get(key);
    if (kept === undefined || kept.value !== value) {
      const parsed = v.safeParse(shape, value);
      const favourites = parsed.success ? parsed.output : [];
      kept = { value, favourites, identities: new Set(favourites.map(identity)) };
    }
    return kept;
  };
  const nodes = (application: Application) =>
    stored()
      .favourites.filter(favourite => favourite.application === applicationKey(application))
      .flatMap(favourite => nodeOf(application, favourite) ?? []);
  const write = async (favourites: Favourite[]) => {
    await state.update(key, favourites);
    changed.fire();
  };
  const without = (targets: readonly FavouriteTarget[]) => {
    const gone = new Set(targets.map(target => identity(favouriteOf(target))));
    return stored().favourites.filter(favourite => !gone.has(identity(favourite)));
  };
  return {
    of: nodes,
    has: node => isFavouriteTarget(node) && stored().identities.has(identity(favouriteOf(node))),
    add: targets => write([...without(targets), ...targets.map(favouriteOf)]),
    remove: targets => write(without(targets)),
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

export function isFavouriteTarget(node: TreeNode): node is FavouriteTarget {
  return node.kind === 'contentGroup' || node.kind === 'contentCategory' || node.kind === 'content';
}

function favouriteOf(node: FavouriteTarget): Favourite {
  const path = ancestors(node)
    .filter(isFavouriteTarget)
    .reverse()
    .map(step => ({ kind: step.kind, ...idAndName(step) }));
  const envId = node.environment?.envId;
  return { application: applicationKey(node.application), ...(envId === undefined ? {} : { envId }), path };
}

/** Names change; a favourite is its IDs. */
function identity({ application, envId, path }: Favourite): string {
  return JSON.stringify([application, envId ?? null, path.map(({ kind, id }) => [kind, id])]);
}

function idAndName(node: FavouriteTarget): { id: string; name?: string } {
  const [id, name] =
    node.kind === 'contentGroup'
      ? [node.group.id, node.group.name]
      : node.kind === 'contentCategory'
        ? [node.category.id, node.category.name]
        : [node.content.id, node.content.title];
  return name === undefined ? { id } : { id, name: name.slice(0, 300) };
}

/** `undefined` when the environment is no longer there. */
function nodeOf(application: Application, { envId, path }: Favourite): FavouriteTarget | undefined {
  const environments = environmentNodes(applicationNode(application));
  const environment = environments.find(({ environment }) => environment?.envId === envId);
  const [group, ...below] = path;
  if (environment === undefined || group === undefined) return undefined;
  const [library] = environmentChildren(environment);
  const named = group.name === undefined ? { id: group.id } : { id: group.id, name: group.name };
  const remembered = application.contentGroups.some(({ id }) => id === group.id);
  let node: FavouriteTarget = contentGroupNode(library, named, remembered);
  for (const { kind, id, name } of below) {
    if (node.kind === 'content') return undefined;
    node =
      kind === 'content'
        ? contentItemNode(node, { id, title: name, raw: { id } })
        : contentCategoryNode(node, { id, name, haveChildren: undefined, raw: { id } });
  }
  return node;
}
