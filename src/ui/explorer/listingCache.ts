import { repeatsPage, type Page } from '../../api/webApi/page';

/** The pages of a list that were read so far. */
export interface Listing<T> {
  items: T[];
  nextOffset: number | undefined;
  totalCount: number | undefined;
  /** Unix milliseconds of the newest page. */
  readAt: number;
}

/** The cached state of a list. With an error, the listing contains the pages read before it. */
export interface CachedListing<T> {
  listing?: Listing<T> | undefined;
  error?: unknown;
}

export type ReadPage<T> = (offset: number, signal: AbortSignal) => Promise<Page<T>>;

interface CacheEntry<T> extends CachedListing<T> {
  /** True until the list is read again after it was invalidated. */
  stale?: boolean;
  /**
   * True if the listing was read before the invalidation, or if reading it again failed. No page may be added to it.
   */
  outdated?: boolean;
  pending?: { promise: Promise<void>; abort: AbortController };
}

/**
 * Caches lists by key and reads them page by page. Concurrent reads of a list share one request. An invalidated list
 * stays until the new response arrives; the response to an outdated request is discarded.
 */
export class ListingCache<T extends { id: string }> {
  readonly #entries = new Map<string, CacheEntry<T>>();

  /** Returns the cached state without a request. */
  peek(key: string): CachedListing<T> {
    return this.#entries.get(key) ?? {};
  }

  /** Reads the first page. Resolves to `false` if it was cached. Never rejects: `peek` returns the error. */
  async first(key: string, read: ReadPage<T>): Promise<boolean> {
    const entry = this.#entry(key);
    const known = entry.listing !== undefined || entry.error !== undefined;
    if (known && entry.stale !== true && entry.pending === undefined) return false;
    await this.#read(key, entry, read, 0);
    return true;
  }

  /** Reads the next page, of an invalidated list the first one. Concurrent calls share one request. */
  async more(key: string, read: ReadPage<T>): Promise<void> {
    const entry = this.#entry(key);
    const offset = entry.listing === undefined || entry.outdated === true ? 0 : entry.listing.nextOffset;
    if (offset !== undefined) await this.#read(key, entry, read, offset);
  }

  /** Yields the cached items of lists whose key begins with `prefix`. */
  *items(prefix: string): Iterable<T> {
    for (const [key, { listing }] of this.#entries) if (key.startsWith(prefix)) yield* listing?.items ?? [];
  }

  /** Invalidates every list whose key begins with `prefix` and aborts its requests. */
  invalidate(prefix: string): void {
    for (const [key, entry] of this.#entries) {
      if (!key.startsWith(prefix)) continue;
      entry.pending?.abort.abort();
      this.#entries.set(key, { listing: entry.listing, stale: true, outdated: true });
    }
  }

  /** Invalidates every list with an error that `failed` accepts. */
  invalidateFailed(failed: (error: unknown) => boolean): void {
    for (const [key, { listing, error }] of this.#entries) {
      if (error !== undefined && failed(error)) this.#entries.set(key, { listing, stale: true, outdated: true });
    }
  }

  #entry(key: string): CacheEntry<T> {
    const entry = this.#entries.get(key) ?? {};
    this.#entries.set(key, entry);
    return entry;
  }

  async #read(key: string, entry: CacheEntry<T>, read: ReadPage<T>, offset: number): Promise<void> {
    if (entry.pending === undefined) {
      const abort = new AbortController();
      const promise = fill(entry, read, offset, abort.signal).finally(() => delete entry.pending);
      entry.pending = { promise, abort };
    }
    await entry.pending.promise;
    // If a later request replaced this one, the caller waits for that response.
    const current = this.#entries.get(key);
    if (current !== entry) await current?.pending?.promise;
  }
}

async function fill<T extends { id: string }>(
  entry: CacheEntry<T>,
  read: ReadPage<T>,
  offset: number,
  signal: AbortSignal,
): Promise<void> {
  delete entry.stale;
  try {
    const page = await read(offset, signal);
    const before = offset === 0 ? [] : (entry.listing?.items ?? []);
    const repeated = repeatsPage(before, page.items);
    entry.listing = {
      items: repeated ? before : [...before, ...page.items],
      nextOffset: repeated ? undefined : page.nextOffset,
      totalCount: page.totalCount,
      readAt: Date.now(),
    };
    delete entry.error;
    delete entry.outdated;
  } catch (error) {
    entry.error = error;
  }
}
