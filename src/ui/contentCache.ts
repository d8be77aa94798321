import type { CallContext } from '../api/exchange';
import type { Page } from '../api/list';

/** A list as far as it was read. */
export interface Listing<T> {
  items: T[];
  nextOffset: number | undefined;
  totalCount: number | undefined;
  /** Unix milliseconds of the newest page. */
  readAt: number;
}

export type ReadPage<T> = (offset: number, context: Pick<CallContext, 'signal'>) => Promise<Page<T>>;

interface Entry<T> {
  listing?: Listing<T>;
  error?: unknown;
  pending?: { promise: Promise<void>; abort: AbortController };
}

/**
 * Lists by key, read page by page. Equal requests in flight are one; a list that was read stays until it is dropped; the
 * answer to a request that was dropped meanwhile is thrown away.
 */
export class ListingCache<T> {
  readonly #entries = new Map<string, Entry<T>>();

  /** What is known without asking the service. */
  peek(key: string): { listing?: Listing<T>; error?: unknown } {
    return this.#entries.get(key) ?? {};
  }

  /** The list, its first page read if nothing is known. Never rejects: look at `error` of `peek`. */
  async first(key: string, read: ReadPage<T>): Promise<void> {
    const entry = this.#entry(key);
    if (entry.listing === undefined && entry.error === undefined) await this.#read(key, entry, read, 0);
  }

  /** Reads the next page; two calls at once read one page. */
  async more(key: string, read: ReadPage<T>): Promise<void> {
    const entry = this.#entry(key);
    const offset = entry.listing === undefined ? 0 : entry.listing.nextOffset;
    if (offset !== undefined) await this.#read(key, entry, read, offset);
  }

  /** Forgets every list whose key begins with `prefix`, and ends the requests for them. */
  drop(prefix: string): void {
    for (const [key, entry] of this.#entries) {
      if (!key.startsWith(prefix)) continue;
      this.#entries.delete(key);
      entry.pending?.abort.abort();
    }
  }

  #entry(key: string): Entry<T> {
    const entry = this.#entries.get(key) ?? {};
    this.#entries.set(key, entry);
    return entry;
  }

  async #read(key: string, entry: Entry<T>, read: ReadPage<T>, offset: number): Promise<void> {
    if (entry.pending === undefined) {
      const abort = new AbortController();
      const promise = this.#fill(entry, read, offset, abort.signal).finally(() => {
        delete entry.pending;
      });
      entry.pending = { promise, abort };
    }
    await entry.pending.promise;
    // Dropped and asked again meanwhile: the caller wants what is there now.
    const current = this.#entries.get(key);
    if (current !== entry) await current?.pending?.promise;
  }

  async #fill(entry: Entry<T>, read: ReadPage<T>, offset: number, signal: AbortSignal): Promise<void> {
    try {
      const page = await read(offset, { signal });
      const before = offset === 0 ? [] : (entry.listing?.items ?? []);
      entry.listing = {
        items: [...before, ...page.items],
        nextOffset: page.nextOffset,
        totalCount: page.totalCount,
        readAt: Date.now(),
      };
      delete entry.error;
    } catch (error) {
      entry.error = error;
    }
  }
}
