import { setTimeout as wait } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { Json } from '../../../json/json';
import { readTargets, searchTargets, type PointerTarget } from '../../../records/document/pointers';
import { readAddressQuery, type DataAddress } from '../../../records/table/query';
import { getTable, type Table } from '../../../records/table/schema';
import { SharedWork } from '../../../records/table/sharedWork';
import type { RecordFiles } from '../document/recordFiles';

/** A document with pointers, and the table that they lead to. */
interface PointerContext {
  document: vscode.TextDocument;
  address: DataAddress;
  /** The ID of the target table. */
  table: string;
}

interface CachedTargets {
  /** `null` if a table could not be read. */
  tables: Map<string, Table | null>;
  records: Map<string, Map<string, PointerTarget | null | undefined>>;
}

/** The maximum number of IDs in one request, because they are part of its URL. */
const idsAtOnce = 200;

/**
 * Reads the targets of pointers on demand. Caches results and failures until the document, or a document of the target
 * table, is reread or saved.
 */
export class Targets implements vscode.Disposable {
  readonly #files: Pick<RecordFiles, 'serviceOf'>;
  readonly #subscription: vscode.Disposable;
  readonly #shared = new SharedWork();
  readonly #cache = new Map<vscode.TextDocument, CachedTargets>();

  constructor(files: Pick<RecordFiles, 'serviceOf' | 'onDidRead'>) {
    this.#files = files;
    this.#subscription = files.onDidRead(document => this.#forget(document));
  }

  /** Returns the target table; `undefined` if it cannot be read. */
  async tableOf(context: PointerContext, signal: AbortSignal): Promise<Table | undefined> {
    const { tables } = this.#of(context.document);
    const before = tables.get(context.table);
    if (before !== undefined) return before ?? undefined;
    const table = await this.#shared
      .run(keyOf(context), signal, async all => getTable(await this.#service(context, all), context.table))
      .catch(() => null);
    // A cancelled lookup must not be cached.
    if (!signal.aborted) tables.set(context.table, table);
    return table ?? undefined;
  }

  /**
   * Returns records by ID: `null` for a record that does not exist, `undefined` if the lookup failed.
   * @param pause milliseconds to wait before the first request
   */
  async read(
    context: PointerContext,
    ids: ReadonlyMap<string, Json>,
    signal: AbortSignal,
    pause = 0,
  ): Promise<ReadonlyMap<string, PointerTarget | null | undefined>> {
    const { records } = this.#of(context.document);
    const cached = records.get(context.table) ?? new Map<string, PointerTarget | null | undefined>();
    records.set(context.table, cached);
    const unknown = () => [...ids].filter(([key]) => !cached.has(key)).slice(0, idsAtOnce);
    if (unknown().length === 0) return cached;
    await wait(pause, undefined, { signal }).catch(() => undefined);
    for (let missing = unknown(); missing.length > 0 && !signal.aborted; missing = unknown()) {
      const read = await this.#readMissing(context, missing, signal).catch(() => undefined);
      // A cancelled lookup must not be cached.
      if (!signal.aborted) for (const [key] of missing) cached.set(key, read && (read.get(key) ?? null));
    }
    return cached;
  }

  /** @returns `undefined` if the table cannot be read */
  async #readMissing(
    context: PointerContext,
    missing: readonly (readonly [key: string, id: Json])[],
    signal: AbortSignal,
  ): Promise<Map<string, PointerTarget> | undefined> {
    const table = await this.tableOf(context, signal);
    if (table === undefined) return undefined;
    const [keys, ids] = [missing.map(([key]) => key), missing.map(([, id]) => id)];
    return this.#shared.run(keyOf(context, keys), signal, async all =>
      readTargets(await this.#service(context, all), table, ids),
    );
  }

  /** Returns records that contain the typed text; the newest records for an empty text, none after a failure. */
  async search(context: PointerContext, typed: string, signal: AbortSignal): Promise<PointerTarget[]> {
    const table = await this.tableOf(context, signal);
    if (table === undefined) return [];
    return this.#shared
      .run(keyOf(context, 'search', typed), signal, async all =>
        searchTargets(await this.#service(context, all), table, typed),
      )
      .catch(() => []);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #forget(document: vscode.TextDocument): void {
    const table = readAddressQuery(document.uri.query)?.table ?? '';
    for (const [each, { tables, records }] of this.#cache) {
      if (each === document || each.isClosed) this.#cache.delete(each);
      tables.delete(table);
      records.delete(table);
    }
  }

  #of(document: vscode.TextDocument): CachedTargets {
    const cached = this.#cache.get(document) ?? { tables: new Map(), records: new Map() };
    this.#cache.set(document, cached);
    return cached;
  }

  async #service({ address }: PointerContext, signal: AbortSignal) {
    return (await this.#files.serviceOf(address, signal)).service;
  }
}

function keyOf({ address: { clientId, authUrl, envId }, table }: PointerContext, ...more: unknown[]): string {
  return JSON.stringify([clientId, authUrl, envId, table, ...more]);
}
