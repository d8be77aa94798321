import { Collection } from './collection';
import type { Doc } from './collection';

/** A document that was written (`doc`) or deleted (`null`); the identifier `*` means that all documents were deleted. */
export interface StoredChange {
  /** The environment and application: see `realmOf`. */
  realm: string;
  collection: string;
  id: string;
  doc: Doc | null;
}

/** Creates the initial documents of a collection. Called once per collection, when it is first used. */
export type Seed = (realm: string, collection: string) => Iterable<Doc>;

const allIds = '*';

/**
 * Every document of every environment. The seed of a collection is created when the collection is first used; only later
 * writes and deletions are stored as changes, so that a saved state does not contain the seed.
 */
export class Store {
  readonly #collections = new Map<string, Collection>();
  readonly #changes = new Map<string, Map<string, StoredChange>>();
  /**
   * IDs of documents that are not in the seed. Deleting one needs no entry, so a busy sandbox does not grow without
   * limit.
   */
  readonly #added = new Map<string, Set<string>>();
  readonly #seed: Seed;
  readonly #append: (change: StoredChange) => void;
  readonly #onChange: () => void;

  /**
   * @param append writes a change to disk before it is made; if it throws, nothing changes
   * @param onChange called after each change
   */
  constructor(seed: Seed, append: (change: StoredChange) => void, onChange: () => void) {
    this.#seed = seed;
    this.#append = append;
    this.#onChange = onChange;
  }

  /** Returns a collection for reading only: use `put`, `delete` and `drop` to write. */
  collection(realm: string, name: string): Collection {
    const key = keyOf(realm, name);
    const existing = this.#collections.get(key);
    if (existing) return existing;
    const changes = this.#changes.get(key);
    const created = new Collection(changes?.has(allIds) ? [] : this.#seed(realm, name));
    for (const { id, doc } of changes?.values() ?? []) {
      if (doc) created.put(doc);
      else if (id !== allIds) created.delete(id);
    }
    this.#collections.set(key, created);
    return created;
  }

  put(realm: string, collection: string, doc: Doc): Doc {
    const id = String(doc.id);
    this.#write({ realm, collection, id, doc }, key => {
      const documents = this.collection(realm, collection);
      if (!documents.get(id) && !this.#changes.get(key)?.has(id)) setFor(this.#added, key).add(id);
      documents.put(doc);
    });
    return doc;
  }

  delete(realm: string, collection: string, id: string | number): boolean {
    const documents = this.collection(realm, collection);
    if (!documents.get(id)) return false;
    this.#write({ realm, collection, id: String(id), doc: null }, () => void documents.delete(id));
    const key = keyOf(realm, collection);
    if (this.#added.get(key)?.delete(String(id))) this.#changes.get(key)?.delete(String(id));
    return true;
  }

  /** Deletes every document of a collection. */
  drop(realm: string, collection: string): void {
    this.#write({ realm, collection, id: allIds, doc: null }, key => {
      this.#collections.set(key, new Collection());
      this.#added.delete(key);
    });
  }

  /** Drops all documents and changes of an environment. Its collections are seeded again when they are next used. */
  discard(realm: string): void {
    for (const map of [this.#collections, this.#changes, this.#added]) {
      for (const key of map.keys()) if (key.startsWith(keyOf(realm, ''))) map.delete(key);
    }
  }

  /** Yields every change to the seed, each document once: the input of `restore`. */
  *changes(): Generator<StoredChange> {
    for (const changes of this.#changes.values()) yield* changes.values();
  }

  /** Replaces all documents by the seed with these changes. */
  restore(changes: Iterable<StoredChange>): void {
    this.#collections.clear();
    this.#changes.clear();
    this.#added.clear();
    for (const change of changes) this.#keepChange(change);
  }

  #write(change: StoredChange, apply: (key: string) => void): void {
    this.#append(change);
    apply(keyOf(change.realm, change.collection));
    this.#keepChange(change);
    this.#onChange();
  }

  #keepChange(change: StoredChange): void {
    const key = keyOf(change.realm, change.collection);
    const changes = this.#changes.get(key) ?? new Map<string, StoredChange>();
    if (change.id === allIds) changes.clear();
    changes.set(change.id, change);
    this.#changes.set(key, changes);
  }
}

function setFor(sets: Map<string, Set<string>>, key: string): Set<string> {
  const set = sets.get(key) ?? new Set<string>();
  sets.set(key, set);
  return set;
}

function keyOf(realm: string, collection: string): string {
  return `${realm} ${collection}`;
}
