/** A stored JSON document. Never changed in place: a changed document is a new object. */
export interface Doc {
  readonly id: string | number;
  readonly [field: string]: unknown;
}

/**
 * Documents by identifier, in the order they were added. Deleting leaves a gap, closed when half of the places are gaps, so
 * that a table of 100,000 records takes no copying for one deletion.
 */
export class Collection {
  #places: (Doc | undefined)[] = [];
  readonly #placeOf = new Map<string, number>();
  readonly #indexes = new Map<string, Map<unknown, Set<string>>>();

  constructor(seed: Iterable<Doc> = []) {
    for (const doc of seed) this.put(doc);
  }

  get size(): number {
    return this.#placeOf.size;
  }

  get(id: string | number | undefined): Doc | undefined {
    const place = this.#placeOf.get(String(id));
    return place === undefined ? undefined : this.#places[place];
  }

  /** Adds a document at the end, or replaces the one with its identifier in its place. */
  put(doc: Doc): void {
    const id = String(doc.id);
    const place = this.#placeOf.get(id);
    const previous = place === undefined ? undefined : this.#places[place];
    if (previous) this.#unindex(previous);
    if (place === undefined) this.#placeOf.set(id, this.#places.push(doc) - 1);
    else this.#places[place] = doc;
    for (const [field, index] of this.#indexes) addTo(index, doc, field);
  }

  delete(id: string | number): boolean {
    const place = this.#placeOf.get(String(id));
    const doc = place === undefined ? undefined : this.#places[place];
    if (place === undefined || !doc) return false;
    this.#unindex(doc);
    this.#places[place] = undefined;
    this.#placeOf.delete(String(id));
    if (this.#places.length > 64 && this.size < this.#places.length / 2) this.#closeGaps();
    return true;
  }

  *oldestFirst(): Generator<Doc> {
    for (const doc of this.#places) if (doc) yield doc;
  }

  *newestFirst(): Generator<Doc> {
    for (let place = this.#places.length - 1; place >= 0; place -= 1) {
      const doc = this.#places[place];
      if (doc) yield doc;
    }
  }

  /** Keeps an index of a field from now on. */
  keepIndex(field: string): void {
    if (this.#indexes.has(field)) return;
    const index = new Map<unknown, Set<string>>();
    for (const doc of this.oldestFirst()) addTo(index, doc, field);
    this.#indexes.set(field, index);
  }

  dropIndex(field: string): void {
    this.#indexes.delete(field);
  }

  /** `id` always has one. */
  hasIndex(field: string): boolean {
    return field === 'id' || this.#indexes.has(field);
  }

  /** Documents whose indexed field is, or as a list holds, one of these values; newest first. */
  findIndexed(field: string, values: readonly unknown[]): Doc[] {
    const index = this.#indexes.get(field);
    const ids = new Set(values.flatMap(value => (field === 'id' ? [String(value)] : [...(index?.get(value) ?? [])])));
    return [...ids]
      .map(id => this.#placeOf.get(id) ?? -1)
      .sort((a, b) => b - a)
      .flatMap(place => this.#places[place] ?? []);
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
    this.#places = this.#places.filter(doc => doc !== undefined);
    for (const [place, doc] of this.#places.entries()) if (doc) this.#placeOf.set(String(doc.id), place);
  }
}

function keysOf(doc: Doc, field: string): unknown[] {
  const value = doc[field];
  return Array.isArray(value) ? value : [value];
}

function addTo(index: Map<unknown, Set<string>>, doc: Doc, field: string): void {
  for (const key of keysOf(doc, field)) {
    const ids = index.get(key);
    if (ids) ids.add(String(doc.id));
    else index.set(key, new Set([String(doc.id)]));
  }
}
