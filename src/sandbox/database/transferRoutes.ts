import { randomHex } from '../store/hashes';
import { readFileForm, readJson } from '../backend/body';
import { parseJson } from '../http/json';
import { documents, scopeOf, save, currentSeconds } from '../backend/scope';
import { pageResponse } from '../backend/paging';
import { downloadAddress } from '../files/downloadRoutes';
import { readOrder } from '../query/order';
import { find } from '../query/search';
import { compileWhere } from '../query/where';
import { HttpError } from '../http/httpError';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import { createRecords } from './bulk';
import { readCsv, writeCsv } from './csv';
import { searchFields, withoutHiddenFields } from './searchFields';
import { columnsOf, findTable } from './tables';
import type { SandboxTable } from './table';
import { indexedRecords } from './unique';

const fileTypes = ['csv', 'json'];
const maximumExported = 1_000_000;
const maximumImported = 1000;

/**
 * Adds the routes for exports and imports of tables. Both complete before the response. The service sends the result by
 * e-mail; here, the job contains its download address.
 */
export function addTransferRoutes(routes: Routes): void {
  const base = '/oserve/v1.5/table/:table/export/';
  for (const path of [base, '/oserve/v1/table/:table/export/']) {
    addRoute(routes, 'POST', path, async context => {
      const table = findTable(context);
      const job = await exportTable(context, table, await readJson(context));
      return context.json({ status: 'ok', job_id: job.id }, 201);
    });
  }
  addRoute(routes, 'GET', base, context => {
    requireReadableExports(context);
    const { id } = findTable(context);
    const jobs = [...documents(context, 'export').newestFirst()].filter(job => job.table === id);
    return pageResponse(context, jobs, 'always', job => showJob(context, job));
  });
  addRoute(routes, 'GET', `${base}:job/`, context => {
    requireReadableExports(context);
    const job = documents(context, 'export').get(context.req.param('job'));
    if (job?.table !== findTable(context).id) throw new HttpError(404, 'There is no export with this identifier.');
    return showJob(context, job);
  });
  addRoute(routes, 'POST', '/oserve/v1/table/:table/import/', async context => {
    const table = findTable(context);
    const form = await readFileForm(context);
    const text = await form.file.text();
    if (/^\s*</.test(text)) throw new HttpError(400, 'The file is neither CSV nor JSON.');
    // In the documentation, a request contains only the file. Without `file_type`, the content decides the format.
    const type = form.file_type ?? (/^\s*[[{]/.test(text) ? 'json' : 'csv');
    if (typeof type !== 'string' || !fileTypes.includes(type))
      throw new HttpError(400, 'file_type must be csv or json.');
    const rows = readRows(type, text, table);
    const results = createRecords(context, table, rows, { userId: undefined, family: 'oserve' });
    if (results.succeed < rows.length)
      throw new HttpError(400, `${results.succeed} of ${rows.length} records were imported.`);
    return context.json({ status: 'ok', job_id: randomHex(32) }, 201);
  });
}

/** @throws HttpError 401, which the service documents for applications whose console does not permit this */
function requireReadableExports(context: SandboxContext): void {
  if (!context.get('backend').behaviour.readableExports)
    throw new HttpError(401, 'The Open API may not read the jobs of exports.');
}

async function exportTable(context: SandboxContext, table: SandboxTable, body: Record<string, unknown>): Promise<Doc> {
  const { file_type: type, mode = 'all', where } = body;
  if (typeof type !== 'string' || !fileTypes.includes(type)) throw new HttpError(400, 'file_type must be csv or json.');
  if (mode !== 'all' && mode !== 'part') throw new HttpError(400, 'mode must be all or part.');
  const now = currentSeconds(context);
  const recent = [...documents(context, 'export').newestFirst()].find(job => job.table === table.id);
  if (recent && now - Number(recent.created_at) < 60)
    throw new HttpError(400, 'A table can be exported once a minute.');
  const columns = columnsOf(table);
  const condition = where === undefined ? undefined : compileWhere(where, searchFields(scopeOf(context), table));
  const { docs } = await find(indexedRecords(scopeOf(context), table), {
    where: mode === 'part' ? withoutHiddenFields(context, table, condition, 'oserve') : undefined,
    order: readOrder(readNames(body, 'order_by')?.join(','), name => columns.has(name)),
    offset: 0,
    limit: Infinity,
    withTotal: false,
  });
  if (docs.length > maximumExported) throw new HttpError(400, `At most ${maximumExported} records can be exported.`);
  const names = selectColumns(body, [...columns.keys()]);
  const rows = docs.map(doc => Object.fromEntries(names.map(name => [name, doc[name]])));
  const text = type === 'csv' ? writeCsv(names, rows) : JSON.stringify(rows);
  return save(context, 'export', { id: randomHex(32), table: table.id, type, text, name: table.name, created_at: now });
}

/** @throws HttpError 400 for an unknown column */
function selectColumns(body: Record<string, unknown>, all: string[]): string[] {
  const [include, exclude] = [readNames(body, 'include_keys'), readNames(body, 'exclude_keys')];
  const unknown = [...(include ?? []), ...(exclude ?? [])].find(name => !all.includes(name));
  if (unknown !== undefined) throw new HttpError(400, `include_keys and exclude_keys: there is no column ${unknown}.`);
  return all.filter(name => (include?.includes(name) ?? true) && !exclude?.includes(name));
}

function readNames(body: Record<string, unknown>, field: string): string[] | undefined {
  const names = body[field];
  if (names === undefined) return undefined;
  if (!Array.isArray(names) || !names.every(name => typeof name === 'string'))
    throw new HttpError(400, `${field} must be a list of names.`);
  return names;
}

function showJob(context: SandboxContext, { id, type, name, created_at }: Doc) {
  return {
    job_id: id,
    status: 'finish',
    operation: 'export',
    file_name: `${String(name)}.${String(type)}`,
    file_type: type,
    download_url: downloadAddress(context, 'export', id),
    created_at,
    updated_at: created_at,
  };
}

function readRows(type: string, text: string, table: SandboxTable): unknown[] {
  const rows = type === 'csv' ? readCsv(text, columnsOf(table)) : parseJson(text, 'The file');
  if (!Array.isArray(rows)) throw new HttpError(400, 'The file must hold a JSON list.');
  if (rows.length > maximumImported)
    throw new HttpError(400, `The sandbox imports at most ${maximumImported} records at once.`);
  return rows;
}
