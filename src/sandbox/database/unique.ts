import { isDeepStrictEqual } from 'node:util';
import { HttpError } from '../http/httpError';
import type { Scope } from '../backend/scope';
import type { Doc } from '../store/collection';
import type { SandboxTable } from './table';
import { recordsOf } from './tables';

/** Reports the violation of a unique index; a bulk creation reports it by the code 11000. */
export class DuplicateKeyError extends HttpError {}

/** The records of a table with indexes on the first column of each unique index, the creator and the time. */
export function indexedRecords({ store, realm }: Scope, table: SandboxTable) {
  const records = store.in(realm, recordsOf(table));
  records.keepIndex('created_by');
  // An import reads the records of one second, however many the table has.
  records.keepIndex('created_at');
  for (const { fields } of table.indexes) if (fields[0] !== undefined) records.keepIndex(fields[0]);
  return records;
}

/**
 * Checks the unique indexes. Records that lack one of their columns are not compared.
 * @throws DuplicateKeyError 400 when another record has the same values
 */
export function checkUnique(scope: Scope, table: SandboxTable, record: Doc): void {
  if (table.indexes.length === 0) return;
  const records = indexedRecords(scope, table);
  for (const { fields, index } of table.indexes) {
    if (fields.some(field => record[field] === undefined || record[field] === null)) continue;
    const [first = ''] = fields;
    const alike = records
      .findIndexed(first, Array.isArray(record[first]) ? record[first] : [record[first]])
      .filter(other => other.id !== record.id && fields.every(field => isDeepStrictEqual(other[field], record[field])));
    if (alike.length > 0) throw new DuplicateKeyError(400, `E11000 duplicate key: the index ${index} is unique.`);
  }
}
