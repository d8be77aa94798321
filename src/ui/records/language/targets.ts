import { setTimeout as pause } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { Json } from '../../../json/json';
import { readTargets, searchTargets, type PointerTarget } from '../../../records/cells/pointers';
import type { DataAddress } from '../../../records/table/query';
import { getTable, type Table } from '../../../records/table/schema';
import { SharedWork } from '../../../records/table/sharedWork';
import type { RecordFiles } from '../document/recordFiles';

/** A document, for lookups of its pointers. */
interface PointerContext {
  document: vscode.TextDocument;
  address: DataAddress;
  /** The ID of the table. */
  table: string;
}

/** Reads the targets of pointers on demand. Failed lookups are cached until the document is reloaded. */
export interface Targets {
  /** Returns `undefined` if the table cannot be read. */
  tableOf(context: PointerContext, signal: AbortSignal): Promise<Table | undefined>;
  /**
   * Returns records by ID: `null` does not exist, `undefined` is unknown.
   * @param rest milliseconds to wait before a request
   */
  read(
    context: PointerContext,
    ids: ReadonlyMap<string, Json>,
    signal: AbortSignal,
    rest?: number,
  ): Promise<ReadonlyMap<string, PointerTarget | null | undefined>>;
  /** Searches for records with a text; without one it returns the newest. */
  search(context: PointerContext, typed: string, signal: AbortSignal): Promise<PointerTarget[]>;
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
  const tableOf = async (context: PointerContext, signal: AbortSignal): Promise<Table | undefined> => {
    const { tables } = of(context.document);
    const before = tables.get(context.table);
    if (before !== undefined) return before ?? undefined;
    const table = await shared
      .run(keyOf(context), signal, async all =>
        getTable((await files.serviceOf(context.address, all)).service, context.table),
      )
      .catch(() => null);
    // A cancelled lookup must not be cached.
    if (!signal.aborted) tables.set(context.table, table);
    return table ?? undefined;
  };
  return {
    tableOf,
    async read(context, ids, signal, rest = 0) {
      const { records } = of(context.document);
      const found = records.get(context.table) ?? new Map<string, PointerTarget | null | undefined>();
      records.set(context.table, found);
      const unknown = () => [...ids].filter(([key]) => !found.has(key)).slice(0, idsAtOnce);
      if (unknown().length === 0) return found;
      await pause(rest, undefined, { signal }).catch(() => undefined);
      const missing = unknown();
      const keys = missing.map(([key]) => key);
      if (signal.aborted || keys.length === 0) return found;
      try {
        const table = await tableOf(context, signal);
        const read =
          table &&
          (await shared.run(keyOf(context, keys), signal, async all => {
            const { service } = await files.serviceOf(context.address, all);
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
    async search(context, typed, signal) {
      const table = await tableOf(context, signal);
      if (table === undefined) return [];
      return shared
        .run(keyOf(context, 'search', typed), signal, async all =>
          searchTargets((await files.serviceOf(context.address, all)).service, table, typed),
        )
        .catch(() => []);
    },
    forget: document => void known.delete(document),
  };
}
