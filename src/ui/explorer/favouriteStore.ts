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

interface StoredFavourites {
  /** The stored value, to notice changes. */
  value: unknown;
  favourites: Favourite[];
  identities: Set<string>;
}

/** The favourites of all applications, which all windows share. */
export class FavouriteStore implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Cached while the stored value is unchanged, because every row of the tree reads it. */
  #cached: StoredFavourites | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Returns the favourites of an application, in the order in which they were added. */
  of(application: Application): FavouriteTarget[] {
    return this.#stored()
      .favourites.filter(favourite => favourite.application === applicationKey(application))
      .flatMap(favourite => nodeOf(application, favourite) ?? []);
  }

  has(node: NodeBase): boolean {
    const { identities } = this.#stored();
    return identities.size > 0 && isFavouriteTarget(node) && identities.has(identity(favouriteOf(node)));
  }

  add(targets: readonly FavouriteTarget[]): Promise<void> {
    return this.#write([...this.#without(targets), ...targets.map(favouriteOf)]);
  }

  remove(targets: readonly FavouriteTarget[]): Promise<void> {
    return this.#write(this.#without(targets));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #stored(): StoredFavourites {
    const value = this.#state.get(key);
    if (this.#cached === undefined || this.#cached.value !== value) {
      const parsed = v.safeParse(shape, value);
      const favourites = parsed.success ? parsed.output : [];
      this.#cached = { value, favourites, identities: new Set(favourites.map(identity)) };
    }
    return this.#cached;
  }

  #without(targets: readonly FavouriteTarget[]): Favourite[] {
    const gone = new Set(targets.map(target => identity(favouriteOf(target))));
    return this.#stored().favourites.filter(favourite => !gone.has(identity(favourite)));
  }

  async #write(favourites: Favourite[]): Promise<void> {
    await this.#state.update(key, favourites);
    this.#changed.fire();
  }
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
