import type { Scope } from '../backend/scope';
import { HttpError } from '../http/httpError';

/** Returns the name of the table that a trigger belongs to; `undefined` for an unknown table. */
export function tableNameOf({ store, realm }: Scope, id: unknown): string | undefined {
  const table = typeof id === 'string' || typeof id === 'number' ? store.collection(realm, 'table').get(id) : undefined;
  return typeof table?.name === 'string' ? table.name : undefined;
}

/** Like `tableNameOf`. @throws HttpError 400 for an unknown table */
export function requireTableName(scope: Scope, id: unknown): string {
  const name = tableNameOf(scope, id);
  if (name === undefined) throw new HttpError(400, 'schema_id is not the ID of a table.');
  return name;
}
