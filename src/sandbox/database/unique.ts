import { isDeepStrictEqual } from 'node:util';
import { HttpError } from '../http/httpError';
import type { Scope } from '../backend/scope';
import type { Doc } from '../store/collection';
import type { SandboxTable } from './table';
import { recordsOf } from './tables';

/** A unique index was violated; a bulk creation reports it by the code 11000. */
export class DuplicateKeyError extends HttpError {}

/**
 * Records of a table with the indexes ready to be used: the unique ones, by their first column, and who made a record.
 */
export function indexedRecords({ store, realm }: Scope, table: SandboxTable) {
  const records = store.in(realm, recordsOf(table));
  records.keepIndex('created_by');
  for (const { fields } of table.indexes) if (fields[0] !== undefined) records.keepIndex(fields[0]);
  return records;
}

/**
 * Throws DuplicateKeyError 400 when another record has the same values in the columns of a unique index. Records that lack one
 * of them are not compared.
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
