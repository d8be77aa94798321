import { HttpError } from '../http/httpError';
import type { Scope } from '../backend/scope';
import { indexKey, type Doc } from '../store/collection';
import type { SandboxTable } from './table';
import { recordsOf } from './tables';

/** An error for the violation of a unique index. Bulk operations report it with the code 11000. */
export class DuplicateKeyError extends HttpError {}

/** Returns the records of a table, indexed by creator, creation time and the first column of each unique index. */
export function indexedRecords({ store, realm }: Scope, table: SandboxTable) {
  const records = store.collection(realm, recordsOf(table));
  records.ensureIndex('created_by');
  // An import reads the records of one second. With an index, this is fast in large tables too.
  records.ensureIndex('created_at');
  for (const { fields } of table.indexes) if (fields[0] !== undefined) records.ensureIndex(fields[0]);
  return records;
}

/**
 * Checks the unique indexes. An index ignores records that lack one of its columns.
 * @throws DuplicateKeyError 400 when another record has the same values
 */
export function checkUnique(scope: Scope, table: SandboxTable, record: Doc): void {
  if (table.indexes.length === 0) return;
  const records = indexedRecords(scope, table);
  for (const { fields, index } of table.indexes) {
    if (fields.some(field => record[field] === undefined || record[field] === null)) continue;
    const [first = ''] = fields;
    const duplicates = records
      .findIndexed(first, Array.isArray(record[first]) ? record[first] : [record[first]])
      .filter(
        other => other.id !== record.id && fields.every(field => indexKey(other[field]) === indexKey(record[field])),
      );
    if (duplicates.length > 0) throw new DuplicateKeyError(400, `E11000 duplicate key: the index ${index} is unique.`);
  }
}
