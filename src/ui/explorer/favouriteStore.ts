import * as v from 'valibot';
import * as vscode from 'vscode';
import { applicationKey, type Application } from '../../applications/application';
import { applicationNode } from '../nodes/application';
import { contentLibraryNode } from '../nodes/contentLibrary';
import { dataTablesNode } from '../nodes/dataTables';
import { environmentNodes } from '../nodes/environment';
import { favouriteKind, isFavouriteTarget, isList, kindOf, type FavouriteTarget, type TreeNode } from '../nodes/node';
import { ancestors, type NodeBase } from '../nodes/nodeBase';
import { nodeId } from '../nodes/nodeLabel';

export interface FavouriteStore extends vscode.Disposable {
  /** The favourites of an application, in the order in which they were added. */
  of(application: Application): FavouriteTarget[];
  has(node: NodeBase): boolean;
  add(nodes: readonly FavouriteTarget[]): Promise<void>;
  remove(nodes: readonly FavouriteTarget[]): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

const key = 'favourites';
const longestName = 300;

// Stores IDs and names only, no other data of the service.
const shape = v.array(
  v.object({
    application: v.string(),
    envId: v.optional(v.string()),
    /** The nodes from the content group, table or query down to the favourite. */
    path: v.pipe(v.array(v.object({ id: v.string(), name: v.optional(v.string()), kind: v.string() })), v.minLength(1)),
  }),
);
type Favourite = v.InferOutput<typeof shape>[number];

export function createFavouriteStore(state: vscode.Memento): FavouriteStore {
  const changed = new vscode.EventEmitter<void>();
  // Cached while the stored value is unchanged, because every row of the tree reads it.
  let cached: { value: unknown; favourites: Favourite[]; identities: Set<string> } | undefined;
  const stored = () => {
    const value = state.get(key);
    if (cached === undefined || cached.value !== value) {
      const parsed = v.safeParse(shape, value);
      const favourites = parsed.success ? parsed.output : [];
      cached = { value, favourites, identities: new Set(favourites.map(identity)) };
    }
    return cached;
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
    has(node) {
      const { identities } = stored();
      return identities.size > 0 && isFavouriteTarget(node) && identities.has(identity(favouriteOf(node)));
    },
    add: targets => write([...without(targets), ...targets.map(favouriteOf)]),
    remove: targets => write(without(targets)),
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

function favouriteOf(node: FavouriteTarget): Favourite {
  const path = ancestors(node).filter(isFavouriteTarget).reverse().map(pathStep);
  return { application: applicationKey(node.application), envId: node.environment?.envId, path };
}

/** Identifies a favourite by its IDs, because names change. */
function identity({ application, envId, path }: Favourite): string {
  return JSON.stringify([application, envId ?? null, path.map(({ kind, id }) => [kind, id])]);
}

function pathStep(node: FavouriteTarget): Favourite['path'][number] {
  return { kind: node.kind, id: nodeId(node) ?? '', name: kindOf(node).name?.(node)?.slice(0, longestName) };
}

/** Returns the node of a favourite; `undefined` if the environment no longer exists or the path cannot be restored. */
function nodeOf(application: Application, { envId, path }: Favourite): FavouriteTarget | undefined {
  const environments = environmentNodes(applicationNode(application));
  const environment = environments.find(({ environment }) => environment?.envId === envId);
  if (environment === undefined) return undefined;
  const isData = path[0]?.kind === 'dataTable' || path[0]?.kind === 'dataQuery';
  let parent: TreeNode = isData ? dataTablesNode(environment) : contentLibraryNode(environment);
  for (const { kind, id, name } of path) {
    const favourite = isList(parent) ? favouriteKind(kind) : undefined;
    const restored = favourite?.restore(parent as never, { id, name });
    if (restored === undefined) return undefined;
    parent = restored as FavouriteTarget;
  }
  return isFavouriteTarget(parent) ? parent : undefined;
}
