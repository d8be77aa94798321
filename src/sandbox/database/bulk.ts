import { documents, nextNumber, scopeOf, remove, save, currentSeconds } from '../backend/scope';
import { includesTotal, maximumLimit, pagePath, readPage } from '../backend/paging';
import { requireUser } from '../identity/authenticate';
import { readOrder } from '../query/order';
import { find } from '../query/search';
import { readUpdate } from '../query/update';
import { readWhere } from '../query/where';
import { HttpError } from '../http/httpError';
import type { ApiFamily, SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import { checkUpdate, buildRecord, storeRecord, updateRecord, type RecordWriter } from './records';
import { searchFields, sortableColumns, withoutHiddenFields } from './searchFields';
import type { SandboxTable } from './table';
import { recordsOf } from './tables';
import { DuplicateKeyError, indexedRecords } from './unique';

/**
 * Creates several records. Each has its own result, so a 201 does not mean that all were created.
 * @throws HttpError 400 when a body is not a valid record of this table; then no record is created
 */
export function createRecords(
  context: SandboxContext,
  table: SandboxTable,
  bodies: readonly unknown[],
  writer: RecordWriter,
) {
  if (bodies.length > maximumLimit) throw new HttpError(400, `At most ${maximumLimit} records can be created at once.`);
  const records = bodies.map(body => buildRecord(context, table, body, { ...writer, isStrict: true }));
  const results = records.map(record =>
    attempt('写入', () => {
      const { id, created_at } = storeRecord(context, table, record);
      return { success: { id, created_at } };
    }),
  );
  return {
    operation_result: results,
    total_count: results.length,
    succeed: results.filter(result => 'success' in result).length,
  };
}

/**
 * Changes every record that `where` selects and `writable` allows.
 * @throws HttpError 400 for changes that no record can take
 */
export async function updateSelected(
  context: SandboxContext,
  table: SandboxTable,
  body: Record<string, unknown>,
  writer: RecordWriter,
  writable: ((record: Doc) => boolean) | undefined,
) {
  const changes = readUpdate(body);
  const strict = { ...writer, isStrict: true };
  checkUpdate(context, table, changes, strict);
  const { docs, ...selection } = await selectRecords(context, table, writer, writable);
  const change = (doc: Doc) =>
    attempt('更新', () => {
      const { id, updated_at } = updateRecord(context, table, doc, changes, strict);
      return { success: { id, updated_at } };
    });
  const results = docs.map(change);
  const succeed = results.filter(result => 'success' in result).length;
  if (selection.isAsynchronous) {
    const counts = { matched_count: docs.length, modified_count: succeed };
    return { status: 'ok', operation_id: saveOperation(context, table, 'update', counts) };
  }
  const { offset, limit, permittedCount, totalField } = selection;
  const next = offset + limit < permittedCount ? pagePath(context, limit, offset + limit) : null;
  return { succeed, ...totalField, offset, limit, next, operation_result: results };
}

/** Deletes every record that `where` selects and `deletable` allows. */
export async function deleteSelected(
  context: SandboxContext,
  table: SandboxTable,
  writer: RecordWriter,
  deletable: ((record: Doc) => boolean) | undefined,
) {
  const { docs, ...selection } = await selectRecords(context, table, writer, deletable);
  for (const { id } of docs) remove(context, recordsOf(table), id);
  if (selection.isAsynchronous) {
    const operation = saveOperation(context, table, 'delete', { deleted_count: docs.length });
    return { status: 'ok', operation_id: operation };
  }
  const { offset, limit, permittedCount, totalField } = selection;
  // The remaining records have moved up, so the next request begins at the same offset.
  const next = docs.length > 0 && offset + docs.length < permittedCount ? pagePath(context, limit, offset) : null;
  return { succeed: docs.length, ...totalField, offset, limit, next };
}

interface BulkSelection {
  docs: Doc[];
  /**
   * Whether the response contains the ID of an operation that the client polls. The sandbox has already completed it.
   */
  isAsynchronous: boolean;
  offset: number;
  limit: number;
  /** The number of matching records that the caller may change. */
  permittedCount: number;
  /** The `total_count` of the response: the number of matching records; empty unless requested. */
  totalField: { total_count?: number };
}

/**
 * Selects the records of a bulk operation: at most `limit`, and at most 1000. Without a `limit`, or with a `limit`
 * above 1000 and `enable_trigger=0`, selects all records. A change of more than 1000 is an asynchronous operation.
 */
async function selectRecords(
  context: SandboxContext,
  table: SandboxTable,
  { family }: RecordWriter,
  visible: ((record: Doc) => boolean) | undefined,
): Promise<BulkSelection> {
  const { limit: limitText, where: whereText, order_by: orderText, enable_trigger: triggers } = context.req.query();
  const fields = searchFields(scopeOf(context), table);
  // Without a condition, the Open API changes all records of the table.
  const where = withoutHiddenFields(context, table, readWhere(whereText, fields), family);
  if (!where && family === 'hserve') throw new HttpError(400, 'where is required.');
  const { limit, offset } = readPage(context, maximumLimit);
  const order = readOrder(orderText, sortableColumns(table, family));
  const search = { where, order, offset, withTotal: true };
  const records = indexedRecords(scopeOf(context), table);
  const isUnlimited = !limitText || (Number(limitText) > maximumLimit && triggers === '0');
  const { docs, total = 0 } = await find(records, { ...search, visible, limit: isUnlimited ? Infinity : limit });
  const withTotalCount = includesTotal(context, 'onRequest');
  const matching = withTotalCount && visible ? await find(records, { ...search, limit: 0 }) : { total };
  return {
    docs,
    isAsynchronous: docs.length > maximumLimit,
    offset,
    limit,
    permittedCount: total,
    totalField: withTotalCount ? { total_count: matching.total ?? 0 } : {},
  };
}

type Attempt<T> = T | { error: { code: number; err_msg: string } };

/** Runs one change of a bulk operation. If it fails, returns only an error code, like the service. */
function attempt<T>(action: '写入' | '更新', change: () => T): Attempt<T> {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const code = error instanceof DuplicateKeyError ? 11_000 : 16_837;
    return { error: { code, err_msg: `数据${action}失败，具体错误信息可联系知晓云微信客服：minsupport3 获取。` } };
  }
}

function saveOperation(
  context: SandboxContext,
  table: SandboxTable,
  operation: 'update' | 'delete',
  counts: Record<string, number>,
): number {
  const id = nextNumber(context, 'operation', 1);
  const now = currentSeconds(context);
  save(context, 'operation', {
    id,
    schema_id: table.id,
    schema_name: table.name,
    operation,
    status: 'success',
    created_at: now,
    updated_at: now,
    ...counts,
    _user: context.get('userId') ?? null,
  });
  return id;
}

/** @throws HttpError 404 for an unknown operation; in the Web API, 401 for an operation of another user */
export function showOperation(context: SandboxContext, family: ApiFamily) {
  const user = family === 'oserve' ? undefined : requireUser(context);
  const operation = documents(context, 'operation').get(context.req.param('operation'));
  if (!operation) throw new HttpError(404, 'There is no bulk operation with this identifier.');
  const { _user, ...shown } = operation;
  if (family === 'hserve' && _user !== user) throw new HttpError(401, 'This bulk operation belongs to another user.');
  return shown;
}
