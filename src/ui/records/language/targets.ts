import { setTimeout as pause } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { Json } from '../../../json/json';
import { readTargets, searchTargets, type PointerTarget } from '../../../records/cells/pointers';
import type { DataAddress } from '../../../records/table/query';
import { getTable, type Table } from '../../../records/table/schema';
import { SharedWork } from '../../../records/table/sharedWork';
import type { RecordFiles } from '../document/recordFiles';

/** A document, for lookups of its pointers. */
export interface PointerContext {
  document: vscode.TextDocument;
  address: DataAddress;
  /** The ID of the table. */
  table: string;
}

/** Reads the targets of pointers on demand. Failed lookups are cached until the document is reloaded. */
export interface Targets {
  /** Returns `undefined` if the table cannot be read. */
  tableOf(place: PointerContext, signal: AbortSignal): Promise<Table | undefined>;
  /**
   * Returns records by ID: `null` does not exist, `undefined` is unknown.
   * @param rest milliseconds to wait before a request
   */
  read(
    place: PointerContext,
    ids: ReadonlyMap<string, Json>,
    signal: AbortSignal,
    rest?: number,
  ): Promise<ReadonlyMap<string, PointerTarget | null | undefined>>;
  /** Searches for records with a text; without one it returns the newest. */
  search(place: PointerContext, typed: string, signal: AbortSignal): Promise<PointerTarget[]>;
  forget(document: vscode.TextDocument): void;
}

interface CachedTargets {
  /** `null` if a table could not be read. */
  tables: Map<string, Table | null>;
  records: Map<string, Map<string, PointerTarget | null | undefined>>;
}

/** The number of IDs that fit into an address. */
const idsAtOnce = 200;

export function createTargets(files: Pick<RecordFiles, 'serviceOf'>): Targets {
  const shared = new SharedWork();
  const known = new WeakMap<vscode.TextDocument, CachedTargets>();
  const of = (document: vscode.TextDocument): CachedTargets => {
    const found = known.get(document) ?? { tables: new Map(), records: new Map() };
    known.set(document, found);
    return found;
  };
  const keyOf = ({ address: { clientId, authUrl, envId }, table }: PointerContext, ...more: unknown[]) =>
    JSON.stringify([clientId, authUrl, envId, table, ...more]);
  const tableOf = async (place: PointerContext, signal: AbortSignal): Promise<Table | undefined> => {
    const { tables } = of(place.document);
    const before = tables.get(place.table);
    if (before !== undefined) return before ?? undefined;
    const table = await shared
      .run(keyOf(place), signal, async all =>
        getTable((await files.serviceOf(place.address, all)).service, place.table),
      )
      .catch(() => null);
    // A cancelled lookup must not be cached.
    if (!signal.aborted) tables.set(place.table, table);
    return table ?? undefined;
  };
  return {
    tableOf,
    async read(place, ids, signal, rest = 0) {
      const { records } = of(place.document);
      const found = records.get(place.table) ?? new Map<string, PointerTarget | null | undefined>();
      records.set(place.table, found);
      const unknown = () => [...ids].filter(([key]) => !found.has(key)).slice(0, idsAtOnce);
      if (unknown().length === 0) return found;
      await pause(rest, undefined, { signal }).catch(() => undefined);
      const missing = unknown();
      const keys = missing.map(([key]) => key);
      if (signal.aborted || keys.length === 0) return found;
      try {
        const table = await tableOf(place, signal);
        const read =
          table &&
          (await shared.run(keyOf(place, keys), signal, async all => {
            const { service } = await files.serviceOf(place.address, all);
            return readTargets(
              service,
              table,
              missing.map(([, id]) => id),
            );
          }));
        if (!signal.aborted) for (const key of keys) found.set(key, read && (read.get(key) ?? null));
      } catch {
        if (!signal.aborted) for (const key of keys) found.set(key, undefined);
      }
      return found;
    },
    async search(place, typed, signal) {
      const table = await tableOf(place, signal);
      if (table === undefined) return [];
      return shared
        .run(keyOf(place, 'search', typed), signal, async all =>
          searchTargets((await files.serviceOf(place.address, all)).service, table, typed),
        )
        .catch(() => []);
    },
    forget: document => void known.delete(document),
  };
}
