import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Fetch } from '../../../../src/api/http/sendOnce';
import { getTable, listIndexes, type Table, type TableIndex } from '../../../../src/records/table/schema';
import type { DataService } from '../../../../src/api/openApi/dataService';
import { formatOf } from '../../../../src/records/transfer/format';
import {
  chooseRecognition,
  importHeader,
  importRows,
  type ImportReport,
} from '../../../../src/records/transfer/importFile';
import { columnNames, scanRows } from '../../../../src/records/transfer/importScan';
import { inspectFile } from '../../../../src/records/transfer/inputFile';
import { Journal } from '../../../../src/records/transfer/journal';
import { guessMapping } from '../../../../src/records/transfer/mapping';
import { inFolder } from '../../folder';
import { type Caller, openPermissions } from '../../sandbox/fixture';
import { withSandboxService, type SandboxService } from '../fixture';

interface Scene extends SandboxService {
  folder: string;
}

/** Runs a test with the tables of a separate sandbox and a folder, which is deleted afterwards. */
export function withTables(body: (scene: Scene) => Promise<void>): Promise<void> {
  return inFolder(folder => withSandboxService(scene => body({ ...scene, folder })));
}

/** Returns what an export needs to read records. */
export const reading = (service: DataService) => ({
  ...{ service, signal: new AbortController().signal, onWait: () => undefined, pause: noPause },
});

const columns = [
  { name: 'sku', type: 'string' },
  { name: 'name', type: 'string' },
  { name: 'stock', type: 'integer' },
];

let tables = 0;

/** Creates a table, with a unique index on `sku` if wanted. Returns its ID. */
export async function newTable(call: Caller, isUnique: boolean, fields: object[] = columns): Promise<string> {
  const body = { name: `import_${++tables}`, schema: { fields }, ...openPermissions };
  const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body }, 201);
  if (isUnique) await call.json(`POST /oserve/v2.6/schema/${id}/index/`, { body: { fields: ['sku'] } }, 201);
  return String(id);
}

/** Returns all records of a table, as stored by the service. */
export async function storedRecords(call: Caller, table: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (;;) {
    const path = `/oserve/v2.4/table/${table}/record/?limit=1000&offset=${found.length}&order_by=created_at`;
    const { objects } = await call.json<{ objects: Record<string, unknown>[] }>(`GET ${path}`);
    found.push(...objects);
    if (objects.length < 1000) return found;
  }
}

const noPause = (): Promise<void> => Promise.resolve();
const describeCode = ({ code, column = '' }: { code: string; column?: string }): string => `${code} ${column}`.trim();

interface ImportSetup {
  service: DataService;
  table: Table;
  indexes: readonly TableIndex[];
  file: string;
  batchSize?: number;
  signal?: AbortSignal;
  unknown?: 'stored' | 'missing';
  onJournal?: (journal: Journal) => void;
  /** Whether this process still has the lock. */
  held?: () => Promise<boolean>;
}

/** Begins or continues an import like the command line program, but without its questions. */
export async function runImport(setup: ImportSetup): Promise<ImportReport & { journal: Journal }> {
  const { service, table, indexes, batchSize = 5 } = setup;
  const format = formatOf(setup.file) ?? assert.fail();
  const file = await inspectFile(setup.file);
  const journalFile = `${setup.file}.import`;
  let journal = await Journal.resume(journalFile, setup.held);
  if (journal === undefined) {
    const mapping = guessMapping(await columnNames(file, format), table);
    const scan = await scanRows(file, format, mapping, table, indexes);
    const recognition = await chooseRecognition(service, table, mapping, scan, batchSize);
    const target = { clientId: 'client', authUrl: service.target.authUrl };
    const header = importHeader({ file, format }, table, target, mapping, recognition, batchSize);
    journal = await Journal.create(journalFile, header, setup.held);
  }
  setup.onJournal?.(journal);
  try {
    const report = await importRows(
      { file, format },
      {
        ...{ service, table, indexes, journal, pause: noPause, describeProblem: describeCode },
        ...{ signal: setup.signal ?? new AbortController().signal, onWait: () => undefined, userAnswer: setup.unknown },
      },
    );
    return { ...report, journal };
  } finally {
    await journal.close();
  }
}

export async function openTable(
  service: DataService,
  id: string,
): Promise<{ table: Table; indexes: readonly TableIndex[] }> {
  const [table, { items }] = await Promise.all([getTable(service, id), listIndexes(service, id, { limit: 100 })]);
  return { table, indexes: items };
}

/** Writes rows `sku`, `name`, `stock`. Some rows are equal unless `sku` is unique. */
export async function writeRows(folder: string, name: string, rows: number, isUnique: boolean): Promise<string> {
  const file = path.join(folder, name);
  const lines = Array.from({ length: rows }, (_, at) => `${isUnique ? `S${at}` : `S${at % 7}`},名 ${at % 3},${at % 5}`);
  await writeFile(file, `sku,name,stock\n${lines.join('\n')}\n`);
  return file;
}

/** Returns a service whose `fetch` is wrapped. */
export function withFetch(service: DataService, wrap: (fetch: Fetch) => Fetch): DataService {
  return { ...service, context: { ...service.context, fetch: wrap(service.context.fetch) } };
}

/**
 * Returns a service that changes the rows of one request before they are stored, and loses its response.
 * @param at number of that request, from 1
 */
export function losingResponse(
  service: DataService,
  change: (rows: Record<string, unknown>[]) => Record<string, unknown>[],
  { at = 1, code = 'ECONNRESET' } = {},
): DataService {
  let count = 0;
  return withFetch(service, fetch => async (url, init) => {
    if (init.method !== 'POST' || ++count !== at) return fetch(url, init);
    const kept = change(JSON.parse(String(init.body)) as Record<string, unknown>[]);
    if (kept.length > 0) await fetch(url, { ...init, body: JSON.stringify(kept) });
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  });
}

/** Writes a file of JSON Lines, and begins the journal of its import as one whose rows cannot be recognized. */
export async function beginUnrecognized(
  service: DataService,
  table: Table,
  file: string,
  rows: readonly object[],
  batchSize?: number,
): Promise<void> {
  await writeFile(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''));
  const target = { clientId: 'client', authUrl: service.target.authUrl };
  const source = { file: await inspectFile(file), format: 'jsonl' as const };
  const header = importHeader(source, table, target, new Map([['name', 'name']]), { kind: 'none' }, batchSize);
  await (await Journal.create(`${file}.import`, header)).close();
}
