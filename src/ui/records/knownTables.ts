import type { Selection } from '../../applications/selection';
import type { Table } from '../../records/table/schema';

/** An environment of an application, by IDs. */
export interface TablesPlace {
  clientId: string;
  authUrl: string;
  envId: string | undefined;
}

/** Caches the tables of environments. A table can be updated separately. */
export class KnownTables {
  readonly #tables = new Map<string, Map<string, Table>>();

  of(place: TablesPlace): Table[] | undefined {
    const known = this.#tables.get(keyOf(place));
    return known && [...known.values()];
  }

  /** Stores all tables of an environment. */
  addAll(place: TablesPlace, tables: readonly Table[]): void {
    this.#tables.set(keyOf(place), new Map(tables.map(table => [table.id, table])));
  }

  /** Stores one table of an environment whose other tables are known. */
  add(place: TablesPlace, table: Table): void {
    this.#tables.get(keyOf(place))?.set(table.id, table);
  }
}

export function tablesPlace({ application, environment }: Selection): TablesPlace {
  return { clientId: application.clientId, authUrl: application.authUrl, envId: environment?.envId };
}

function keyOf({ clientId, authUrl, envId }: TablesPlace): string {
  return JSON.stringify([authUrl, clientId, envId ?? null]);
}
