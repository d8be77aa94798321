import type { Page } from '../../api/webApi/page';

/** A list as far as it was read. */
export interface Listing<T> {
  items: T[];
  nextOffset: number | undefined;
  totalCount: number | undefined;
  /** Unix milliseconds of the newest page. */
  readAt: number;
}

/** What is known of a list. An error beside a listing means: this is what was read before it went wrong. */
export interface Known<T> {
  listing?: Listing<T> | undefined;
  error?: unknown;
}

export type ReadPage<T> = (offset: number, signal: AbortSignal) => Promise<Page<T>>;

interface Entry<T> extends Known<T> {
  stale?: boolean;
  pending?: { promise: Promise<void>; abort: AbortController };
}

/**
 * Lists by key, read page by page. Equal requests in flight are one. A list that is to be read anew stays until the new
 * response is there; the response to a request that was overtaken is thrown away.
 */
export class ListingCache<T extends { id: string }> {
  readonly #entries = new Map<string, Entry<T>>();

  /** What is known without asking the service. */
  peek(key: string): Known<T> {
    return this.#entries.get(key) ?? {};
  }

  /** The first page, unless it is known. Resolves to whether it was read. Never rejects: `peek` has the error. */
  async first(key: string, read: ReadPage<T>): Promise<boolean> {
    const entry = this.#entry(key);
    const known = entry.listing !== undefined || entry.error !== undefined;
    if (known && entry.stale !== true && entry.pending === undefined) return false;
    await this.#read(key, entry, read, 0);
    return true;
  }

  /** The next page; two calls at once read one page. */
  async more(key: string, read: ReadPage<T>): Promise<void> {
    const entry = this.#entry(key);
    const offset = entry.listing === undefined ? 0 : entry.listing.nextOffset;
    if (offset !== undefined) await this.#read(key, entry, read, offset);
  }

  /** Everything that was read in lists whose key begins with `prefix`. */
  *items(prefix: string): Iterable<T> {
    for (const [key, { listing }] of this.#entries) if (key.startsWith(prefix)) yield* listing?.items ?? [];
  }

  /** Every list whose key begins with `prefix` is read anew when it is asked for; requests for it end. */
  invalidate(prefix: string): void {
    for (const [key, entry] of this.#entries) {
      if (!key.startsWith(prefix)) continue;
      entry.pending?.abort.abort();
      this.#entries.set(key, { listing: entry.listing, stale: true });
    }
  }

  /** Every list that failed like this is read anew when it is asked for. */
  invalidateFailed(failed: (error: unknown) => boolean): void {
    for (const [key, { listing, error }] of this.#entries) {
      if (error !== undefined && failed(error)) this.#entries.set(key, { listing, stale: true });
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
      const promise = fill(entry, read, offset, abort.signal).finally(() => delete entry.pending);
      entry.pending = { promise, abort };
    }
    await entry.pending.promise;
    // A later request may have replaced this one: then the caller waits for its response.
    const current = this.#entries.get(key);
    if (current !== entry) await current?.pending?.promise;
  }
}

async function fill<T extends { id: string }>(
  entry: Entry<T>,
  read: ReadPage<T>,
  offset: number,
  signal: AbortSignal,
): Promise<void> {
  delete entry.stale;
  try {
    const page = await read(offset, signal);
    const before = offset === 0 ? [] : (entry.listing?.items ?? []);
    // A service that sends the same page again would do so for ever.
    const repeated = page.items.length > 0 && repeats(before, page.items);
    entry.listing = {
      items: repeated ? before : [...before, ...page.items],
      nextOffset: repeated ? undefined : page.nextOffset,
      totalCount: page.totalCount,
      readAt: Date.now(),
    };
    delete entry.error;
  } catch (error) {
    entry.error = error;
  }
}

/** Whether a page is the one before it once more. */
export function repeats(before: readonly { id: string }[], page: readonly { id: string }[]): boolean {
  const last = before.slice(-page.length);
  return last.length === page.length && page.every(({ id }, index) => id === last[index]?.id);
}
