import { readJson, readJsonOrList } from '../backend/body';
import { scopeOf, remove } from '../backend/scope';
import { searchResponse, type TotalRule } from '../backend/paging';
import { readOrder } from '../query/order';
import { readUpdate } from '../query/update';
import { readWhere } from '../query/where';
import { HttpError } from '../http/httpError';
import { addRoute, type ApiFamily, type Routes, type SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import { createRecords, deleteSelected, showOperation, updateSelected } from './bulk';
import { callerOf, isAllowed, readFilter } from './permission';
import { createRecord, updateRecord, type RecordWriter } from './records';
import { readView, type RecordStyle } from './showRecord';
import type { SandboxTable } from './table';
import { findTable, recordsOf } from './tables';
import { searchFields, sortableColumns, withoutHiddenFields } from './searchFields';
import { indexedRecords } from './unique';

/** The API versions whose lists always contain the total count. Newer versions count on request. */
const countingVersions = { hserve: ['v1.1', 'v2.0'], oserve: ['v1', 'v1.8', 'v2.2'] };
const versions = {
  hserve: [...countingVersions.hserve, 'v2.1', 'v2.2', 'v2.4', 'v2.5'],
  oserve: [...countingVersions.oserve, 'v2.4', 'v2.6'],
};

/**
 * Adds the routes for the records of data tables. The Web API acts for a user and enforces the permissions of tables
 * and records; the Open API acts for the application and ignores them, as the service documents for deletions.
 */
export function addRecordRoutes(routes: Routes, family: ApiFamily): void {
  for (const version of versions[family]) {
    const base = `/${family}/${version}/table/:table/record/`;
    const total: TotalRule = countingVersions[family].includes(version) ? 'always' : 'onRequest';
    // The first version of the Open API uses the same name for the identifier as the Web API.
    const style: RecordStyle = { family, hasMongoId: family === 'hserve' || version === 'v1' };
    addRoute(routes, 'GET', base, context => listRecords(context, style, total));
    addRoute(routes, 'POST', base, context => create(context, style));
    addRoute(routes, 'PUT', base, async context => {
      const table = writableTable(context);
      const body = await readJson(context);
      return updateSelected(context, table, body, writerOf(context, family), writeFilter(context, family));
    });
    addRoute(routes, 'DELETE', base, context =>
      deleteSelected(context, writableTable(context), writerOf(context, family), writeFilter(context, family)),
    );
    addRoute(routes, 'GET', `${base}:record/`, context => {
      const table = findTable(context);
      const view = readView(context, table, style);
      return view(findRecord(context, table, family));
    });
    addRoute(routes, 'PUT', `${base}:record/`, async context => {
      const table = writableTable(context);
      const body = await readJson(context);
      const record = writableRecord(context, table, family);
      const view = readView(context, table, style);
      const changed = view(updateRecord(context, table, record, readUpdate(body), writerOf(context, family)));
      // The service's Web API also returns this internal field of its framework.
      return family === 'hserve' ? { ...changed, _prefetched_objects_cache: {} } : changed;
    });
    addRoute(routes, 'DELETE', `${base}:record/`, context => {
      const table = writableTable(context);
      remove(context, recordsOf(table), writableRecord(context, table, family).id);
    });
  }
  addRoute(routes, 'GET', `/${family}/v1/bulk-operation/:operation/`, context => showOperation(context, family));
}

async function listRecords(context: SandboxContext, style: RecordStyle, total: TotalRule) {
  const table = findTable(context);
  const order = readOrder(context.req.query('order_by'), sortableColumns(table, style.family));
  const condition = readWhere(context.req.query('where'), searchFields(scopeOf(context), table));
  const where = withoutHiddenFields(context, table, condition, style.family);
  const visible = style.family === 'oserve' ? undefined : readFilter(context, table);
  const records = indexedRecords(scopeOf(context), table);
  return searchResponse(context, records, { where, visible, order }, total, readView(context, table, style));
}

async function create(context: SandboxContext, style: RecordStyle): Promise<Response> {
  const table = writableTable(context);
  const body = await readJsonOrList(context);
  if (style.family === 'hserve') requirePermission(context, table.write_perm);
  const writer = writerOf(context, style.family);
  if (Array.isArray(body)) return context.json(createRecords(context, table, body, writer), 201);
  const view = readView(context, table, style);
  return context.json(view(createRecord(context, table, body, writer)), 201);
}

/** Finds a record that the caller may read. Without permission, the response is the 404 of an unknown record. */
function findRecord(context: SandboxContext, table: SandboxTable, family: ApiFamily): Doc {
  const record = indexedRecords(scopeOf(context), table).get(context.req.param('record'));
  const visible = family === 'oserve' ? undefined : readFilter(context, table);
  if (!record || (visible && !visible(record))) throw new HttpError(404, 'There is no record with this identifier.');
  return record;
}

function writableRecord(context: SandboxContext, table: SandboxTable, family: ApiFamily): Doc {
  const record = findRecord(context, table, family);
  if (family === 'hserve') requirePermission(context, record.write_perm);
  return record;
}

/** @throws HttpError if writing is not permitted: 401 without a session, 403 for a user */
function requirePermission(context: SandboxContext, permissions: unknown): void {
  const caller = callerOf(context);
  if (isAllowed(permissions, caller, 'write')) return;
  if (caller.userId === undefined)
    throw new HttpError(401, 'This needs a user: Authorization: Hydrogen-r1 <user access token>.');
  throw new HttpError(403, 'The permissions do not allow this user to write here.');
}

/** Returns a test for the records that a bulk change may write; undefined if all are writable. */
function writeFilter(context: SandboxContext, family: ApiFamily): ((record: Doc) => boolean) | undefined {
  if (family === 'oserve') return undefined;
  const caller = callerOf(context);
  if (caller.userId === undefined)
    throw new HttpError(401, 'This needs a user: Authorization: Hydrogen-r1 <user access token>.');
  return record => isAllowed(record.write_perm, caller, 'write');
}

function writableTable(context: SandboxContext): SandboxTable {
  const table = findTable(context);
  if (table.protected_fields)
    throw new HttpError(400, `${table.name} is a built-in table: it has operations of its own.`);
  return table;
}

function writerOf(context: SandboxContext, family: ApiFamily): RecordWriter {
  return { userId: context.get('userId'), family };
}
