import { documents, nextNumber, scopeOf, remove, save, timeOf } from '../backend/scope';
import { isCounted, maximumLimit, pagePath, readPage } from '../backend/paging';
import { readOrder } from '../query/order';
import { find } from '../query/search';
import { readUpdate } from '../query/update';
import { readWhere } from '../query/where';
import { HttpError } from '../http/httpError';
import type { SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import type { Writer } from './records';
import { createRecord, updateRecord } from './records';
import type { Table } from './table';
import { columnsOf, recordsOf } from './tables';
import { DuplicateKeyError, indexedRecords } from './unique';

/** Creates several records. Each has a result of its own, so a 201 does not mean that all were created. */
export function createSeveral(context: SandboxContext, table: Table, bodies: readonly unknown[], writer: Writer) {
  if (bodies.length > maximumLimit) throw new HttpError(400, `At most ${maximumLimit} records can be created at once.`);
  const results = bodies.map(body =>
    attempt(() => {
      const { id, created_at } = createRecord(context, table, body, writer);
      return { success: { id, created_at } };
    }),
  );
  return {
    operation_result: results,
    total_count: results.length,
    succeed: results.filter(result => 'success' in result).length,
  };
}

/** Changes every record that `where` selects and `writable` allows. */
export async function updateSelected(
  context: SandboxContext,
  table: Table,
  body: Record<string, unknown>,
  writer: Writer,
  writable: ((record: Doc) => boolean) | undefined,
) {
  const changes = readUpdate(body);
  return changeSelected(context, table, 'update', writable, record => {
    const { id, updated_at } = updateRecord(context, table, record, changes, writer);
    return { success: { id, updated_at } };
  });
}

export async function deleteSelected(
  context: SandboxContext,
  table: Table,
  deletable: ((record: Doc) => boolean) | undefined,
) {
  return changeSelected(context, table, 'delete', deletable, ({ id }) => {
    remove(context, recordsOf(table), id);
    return undefined;
  });
}

/**
 * Changes up to 1000 records before the response. More, when the request names no limit, become a bulk operation with an
 * identifier: it too is done at once, but a client has to poll it as it polls the service.
 */
async function changeSelected(
  context: SandboxContext,
  table: Table,
  operation: 'update' | 'delete',
  visible: ((record: Doc) => boolean) | undefined,
  change: (record: Doc) => { success: object } | undefined,
) {
  const where = readWhere(context.req.query('where'));
  if (!where) throw new HttpError(400, 'where is required.');
  const { limit, offset } = readPage(context, maximumLimit);
  const isLimited = Boolean(context.req.query('limit'));
  const columns = columnsOf(table);
  const order = readOrder(context.req.query('order_by'), name => columns.has(name));
  const records = indexedRecords(scopeOf(context), table);
  const search = { where, visible, order, offset, limit: isLimited ? limit : Infinity, counted: true };
  const { docs, total = 0 } = await find(records, search);
  if (!isLimited && docs.length > maximumLimit) {
    let modified = 0;
    for (const doc of docs) if (succeeds(() => change(doc))) modified += 1;
    return { status: 'ok', operation_id: noteOperation(context, table, operation, docs.length, modified) };
  }
  const results = docs.map(doc => attempt(() => change(doc)));
  const counted = isCounted(context, 'onRequest');
  return {
    succeed: results.filter(result => !result || 'success' in result).length,
    ...(counted ? { total_count: total } : {}),
    offset,
    limit,
    next: offset + limit < total && isLimited ? pagePath(context, limit, offset + limit) : null,
    ...(operation === 'update' ? { operation_result: results } : {}),
  };
}

function attempt<T>(change: () => T): T | { error: { code: number; err_msg: string } } {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { error: { code: error instanceof DuplicateKeyError ? 11_000 : error.status, err_msg: error.message } };
  }
}

function succeeds(change: () => unknown): boolean {
  const result = attempt(change);
  return !(typeof result === 'object' && result !== null && 'error' in result);
}

function noteOperation(
  context: SandboxContext,
  table: Table,
  operation: string,
  matched: number,
  changed: number,
): number {
  const id = nextNumber(context, 'operation', 1);
  const now = timeOf(context);
  save(context, 'operation', {
    id,
    schema_id: table.id,
    schema_name: table.name,
    operation,
    status: 'success',
    created_at: now,
    updated_at: now,
    ...(operation === 'update' ? { matched_count: matched, modified_count: changed } : { deleted_count: changed }),
  });
  return id;
}

/** Throws HttpError 404 when there is no operation of this number. */
export function findOperation(context: SandboxContext): Doc {
  const operation = documents(context, 'operation').get(context.req.param('operation'));
  if (!operation) throw new HttpError(404, 'There is no bulk operation with this identifier.');
  return operation;
}
