import type { Scope } from '../backend/scope';
import { HttpError } from '../http/httpError';

/**
 * Returns the name of the table that a trigger belongs to.
 * @throws HttpError 400 for an unknown table
 */
export function tableNameOf({ store, realm }: Scope, id: unknown): string {
  const table = typeof id === 'string' || typeof id === 'number' ? store.collection(realm, 'table').get(id) : undefined;
  if (typeof table?.name !== 'string') throw new HttpError(400, 'schema_id is not the ID of a table.');
  return table.name;
}
