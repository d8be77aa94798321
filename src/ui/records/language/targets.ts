import { setTimeout as wait } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { Json } from '../../../json/json';
import { readTargets, searchTargets, type PointerTarget } from '../../../records/document/pointers';
import type { DataAddress } from '../../../records/table/query';
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

/** Reads the targets of pointers on demand. Caches results and failures until the document is reread or saved. */
export class Targets implements vscode.Disposable {
  readonly #files: Pick<RecordFiles, 'serviceOf'>;
  readonly #subscription: vscode.Disposable;
  readonly #shared = new SharedWork();
  readonly #cache = new WeakMap<vscode.TextDocument, CachedTargets>();

  constructor(files: Pick<RecordFiles, 'serviceOf' | 'onDidRead'>) {
    this.#files = files;
    this.#subscription = files.onDidRead(document => this.#cache.delete(document));
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
   * Returns records by ID: `null` for a record that does not exist, `undefined` if the lookup failed. Reads at most 200
   * new IDs per call.
   * @param pause milliseconds to wait before a request
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
    const missing = unknown();
    const keys = missing.map(([key]) => key);
    if (signal.aborted || keys.length === 0) return cached;
    const values = missing.map(([, id]) => id);
    try {
      const table = await this.tableOf(context, signal);
      const read =
        table &&
        (await this.#shared.run(keyOf(context, keys), signal, async all =>
          readTargets(await this.#service(context, all), table, values),
        ));
      if (!signal.aborted) for (const key of keys) cached.set(key, read && (read.get(key) ?? null));
    } catch {
      if (!signal.aborted) for (const key of keys) cached.set(key, undefined);
    }
    return cached;
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
