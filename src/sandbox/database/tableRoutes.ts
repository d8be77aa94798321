import { readJson } from '../backend/body';
import { documents, nextNumber, scopeOf, remove, save, currentSeconds } from '../backend/scope';
import { pageResponse } from '../backend/paging';
import { HttpError } from '../http/httpError';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import { columnsOf, findTable, readTable, recordsOf, showTable, tableByIdOrName } from './tables';
import type { SandboxTable } from './table';
import { checkUnique, indexedRecords } from './unique';

const firstTable = 5001;

/** Adds the routes of the Web API for data tables: their list and their columns. */
export function addTableRoutes(routes: Routes): void {
  for (const version of ['v1', 'v2.0']) {
    const base = `/hserve/${version}/table/`;
    addRoute(routes, 'GET', base, context => listTables(context));
    addRoute(routes, 'GET', `${base}:table/`, context => showTable(scopeOf(context), findTable(context)));
  }
}

/** Adds the routes of the Open API for data tables and their unique indexes. */
export function addOpenTableRoutes(routes: Routes): void {
  for (const version of ['v1', 'v1.8']) {
    const base = `/oserve/${version}/table/`;
    addRoute(routes, 'GET', base, context => listTables(context));
    addRoute(routes, 'POST', base, createTable);
    addRoute(routes, 'GET', `${base}:table/`, context => showTable(scopeOf(context), findTable(context)));
    addRoute(routes, 'PUT', `${base}:table/`, changeTable);
    addRoute(routes, 'DELETE', `${base}:table/`, deleteTable);
  }
  addIndexRoutes(routes);
}

function listTables(context: SandboxContext) {
  const name = context.req.query('name');
  const tables = [...documents(context, 'table').oldestFirst()] as SandboxTable[];
  return pageResponse(
    context,
    tables.filter(table => name === undefined || table.name === name),
    'always',
    table => showTable(scopeOf(context), table),
  );
}

async function createTable(context: SandboxContext): Promise<Response> {
  const fields = readTable(scopeOf(context), await readJson(context));
  const now = currentSeconds(context);
  const id = nextNumber(context, 'table', firstTable);
  const table = { id, ...fields, protected_fields: null, created_at: now, updated_at: now, indexes: [] };
  save(context, 'table', table);
  return context.json(showTable(scopeOf(context), table), 201);
}

async function changeTable(context: SandboxContext) {
  const table = findTable(context);
  const fields = readTable(scopeOf(context), await readJson(context), table);
  if (table.protected_fields && fields.name !== table.name)
    throw new HttpError(400, 'A built-in table keeps its name.');
  if (fields.name !== table.name) requireNoPointers(context, table, 'renamed');
  const changed: SandboxTable = { ...table, ...fields, updated_at: currentSeconds(context) };
  save(context, 'table', changed);
  return showTable(scopeOf(context), changed);
}

function deleteTable(context: SandboxContext): void {
  const table = findTable(context);
  if (table.protected_fields) throw new HttpError(400, 'A built-in table cannot be deleted.');
  requireNoPointers(context, table, 'deleted');
  const { store, realm } = scopeOf(context);
  store.drop(realm, recordsOf(table));
  remove(context, 'table', table.id);
}

/** @throws HttpError 400 when a column of another table points to this one */
function requireNoPointers(context: SandboxContext, table: SandboxTable, action: 'renamed' | 'deleted'): void {
  const scope = scopeOf(context);
  const others = [...documents(context, 'table').oldestFirst()] as SandboxTable[];
  for (const other of others) {
    const pointer = other.schema.fields.find(
      ({ type, schema_id: target }) => type === 'reference' && tableByIdOrName(scope, target ?? '')?.id === table.id,
    );
    if (pointer && other.id !== table.id)
      throw new HttpError(400, `${table.name} cannot be ${action}: ${other.name}.${pointer.name} points at it.`);
  }
}

function addIndexRoutes(routes: Routes): void {
  const base = '/oserve/v2.6/schema/:table/index/';
  addRoute(routes, 'GET', base, context => pageResponse(context, findTable(context).indexes, 'always', index => index));
  addRoute(routes, 'POST', base, async context => {
    const table = findTable(context);
    const { fields } = await readJson(context);
    const columns = columnsOf(table);
    if (!Array.isArray(fields) || fields.length === 0 || !fields.every(field => columns.has(field as string))) {
      throw new HttpError(400, 'fields must be a list of columns of this table.');
    }
    const names = fields as string[];
    const index = names.map(name => `${name}_1`).join('_');
    if (table.indexes.some(other => other.index === index))
      throw new HttpError(400, `There is an index ${index} already.`);
    const indexed: SandboxTable = { ...table, indexes: [...table.indexes, { fields: names, index }] };
    // Existing records must be unique, or the index is refused.
    for (const record of documents(context, recordsOf(table)).oldestFirst()) {
      checkUnique(scopeOf(context), { ...indexed, indexes: [{ fields: names, index }] }, record);
    }
    save(context, 'table', indexed);
    indexedRecords(scopeOf(context), indexed);
    // The service responds with a list of one item.
    return context.json([{ fields: names, index }], 201);
  });
  addRoute(routes, 'DELETE', `${base}:index/`, context => {
    const table = findTable(context);
    const remaining = table.indexes.filter(({ index }) => index !== context.req.param('index'));
    if (remaining.length === table.indexes.length) throw new HttpError(404, 'There is no index of this name.');
    save(context, 'table', { ...table, indexes: remaining });
  });
}
