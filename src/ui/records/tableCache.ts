import type { Selection } from '../../applications/selection';
import type { Table } from '../../records/table/schema';

/** The IDs of an environment and its application. */
interface TablesOwner {
  clientId: string;
  authUrl: string;
  envId: string | undefined;
}

/** Caches the tables of environments. */
export class TableCache {
  readonly #tables = new Map<string, Map<string, Table>>();

  of(owner: TablesOwner): Table[] | undefined {
    const known = this.#tables.get(keyOf(owner));
    return known && [...known.values()];
  }

  /** Stores all tables of an environment. */
  addAll(owner: TablesOwner, tables: readonly Table[]): void {
    this.#tables.set(keyOf(owner), new Map(tables.map(table => [table.id, table])));
  }

  /** Adds or updates one table. Does nothing if the other tables of the environment are unknown. */
  add(owner: TablesOwner, table: Table): void {
    this.#tables.get(keyOf(owner))?.set(table.id, table);
  }
}

export function tablesOwner({ application, environment }: Selection): TablesOwner {
  return { clientId: application.clientId, authUrl: application.authUrl, envId: environment?.envId };
}

function keyOf({ clientId, authUrl, envId }: TablesOwner): string {
  return JSON.stringify([authUrl, clientId, envId ?? null]);
}
