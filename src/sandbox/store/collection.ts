/** A stored JSON document. Never changed in place: a changed document is a new object. */
export interface Doc {
  readonly id: string | number;
  readonly [field: string]: unknown;
}

/**
 * Documents by identifier, in the order they were added. A deletion leaves an empty slot, so that deleting one of
 * 100,000 records copies nothing. The empty slots are removed when they are more than half of all slots.
 */
export class Collection {
  #slots: (Doc | undefined)[] = [];
  readonly #positions = new Map<string, number>();
  readonly #indexes = new Map<string, Map<unknown, Set<string>>>();
  #lastCreated = -Infinity;
  #isChronological = true;

  constructor(seed: Iterable<Doc> = []) {
    for (const doc of seed) this.put(doc);
  }

  get size(): number {
    return this.#positions.size;
  }

  /** False once the order of the documents may differ from the order of their `created_at`. */
  get isChronological(): boolean {
    return this.#isChronological;
  }

  get(id: string | number | undefined): Doc | undefined {
    const position = this.#positions.get(String(id));
    return position === undefined ? undefined : this.#slots[position];
  }

  /** Adds a document at the end, or replaces the document with the same identifier at its position. */
  put(doc: Doc): void {
    const id = String(doc.id);
    const position = this.#positions.get(id);
    const previous = position === undefined ? undefined : this.#slots[position];
    if (previous) this.#unindex(previous);
    this.#trackCreationOrder(doc, previous);
    if (position === undefined) this.#positions.set(id, this.#slots.push(doc) - 1);
    else this.#slots[position] = doc;
    for (const [field, index] of this.#indexes) addTo(index, doc, field);
  }

  delete(id: string | number): boolean {
    const position = this.#positions.get(String(id));
    const doc = position === undefined ? undefined : this.#slots[position];
    if (position === undefined || !doc) return false;
    this.#unindex(doc);
    this.#slots[position] = undefined;
    this.#positions.delete(String(id));
    if (this.#slots.length > 64 && this.size < this.#slots.length / 2) this.#closeGaps();
    return true;
  }

  *oldestFirst(): Generator<Doc> {
    for (const doc of this.#slots) if (doc) yield doc;
  }

  *newestFirst(): Generator<Doc> {
    for (let position = this.#slots.length - 1; position >= 0; position -= 1) {
      const doc = this.#slots[position];
      if (doc) yield doc;
    }
  }

  /** Maintains an index of a field from now on. */
  ensureIndex(field: string): void {
    if (this.#indexes.has(field)) return;
    const index = new Map<unknown, Set<string>>();
    for (const doc of this.oldestFirst()) addTo(index, doc, field);
    this.#indexes.set(field, index);
  }

  /** True if a field is indexed; `id` always is. */
  hasIndex(field: string): boolean {
    return field === 'id' || this.#indexes.has(field);
  }

  /** Returns documents whose indexed field equals one of these values, or is a list that contains one; newest first. */
  findIndexed(field: string, values: readonly unknown[]): Doc[] {
    const index = this.#indexes.get(field);
    const ids = new Set(
      values.flatMap(value => (field === 'id' ? [String(value)] : [...(index?.get(indexKey(value)) ?? [])])),
    );
    return [...ids]
      .map(id => this.#positions.get(id) ?? -1)
      .sort((a, b) => b - a)
      .flatMap(position => this.#slots[position] ?? []);
  }

  #trackCreationOrder({ created_at: at }: Doc, previous: Doc | undefined): void {
    if (typeof at !== 'number' || at === previous?.created_at) return;
    if (previous || at < this.#lastCreated) this.#isChronological = false;
    this.#lastCreated = Math.max(this.#lastCreated, at);
  }

  #unindex(doc: Doc): void {
    for (const [field, index] of this.#indexes) {
      for (const key of keysOf(doc, field)) {
        const ids = index.get(key);
        ids?.delete(String(doc.id));
        if (ids?.size === 0) index.delete(key);
      }
    }
  }

  #closeGaps(): void {
    this.#slots = this.#slots.filter(doc => doc !== undefined);
    for (const [position, doc] of this.#slots.entries()) if (doc) this.#positions.set(String(doc.id), position);
  }
}

function keysOf(doc: Doc, field: string): unknown[] {
  const value = doc[field];
  return Array.isArray(value) ? value.map(indexKey) : [indexKey(value)];
}

/** Returns the key of a value in an index. Equal objects have the same key; as in MongoDB, the order of fields matters. */
export function indexKey(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function addTo(index: Map<unknown, Set<string>>, doc: Doc, field: string): void {
  for (const key of keysOf(doc, field)) {
    const ids = index.get(key);
    if (ids) ids.add(String(doc.id));
    else index.set(key, new Set([String(doc.id)]));
  }
}
