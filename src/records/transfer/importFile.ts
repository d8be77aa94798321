import { joinSentences } from '../../api/messages/template';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { readServerTime } from '../../api/openApi/openApi';
import { writeJson, ExactNumber, type JsonObject } from '../../json/json';
import { countRecords } from '../saving/readRecords';
import type { Table } from '../table/schema';
import type { DataService } from '../../api/openApi/dataService';
import { batchSize, ImportStopped, splitBySize, batchCreatedAt, withCreatedAt } from './batch';
import { BatchSender, type RunOptions } from './batchSender';
import type { TransferFormat } from './format';
import { RowConverter, type ImportedRow } from './importedRow';
import type { ImportScan } from './importScan';
import { isUnchanged, type InputFile } from './inputFile';
import type { BatchResult, ImportHeader, Journal, Recognition } from './journal';
import type { Mapping } from './mapping';
import type { SentRow } from './readBack';
import { shortName } from './shortName';
import { readRows } from './sourceRows';
import { TransferError } from './transferError';

const daySeconds = 86_400;

/** The counts of an import so far. */
interface ImportCounts {
  /** Rows with a known outcome. */
  done: number;
  stored: number;
  /** Rows that are on the server with the same values, but were not stored by this import as far as it knows. */
  present: number;
  rejected: number;
  /** Stored rows with values that the service changed or left out. */
  altered: number;
  /** Records with the `created_at` of a batch that do not come from the file. */
  extra: number;
  /** Present rows that were in a request whose response was lost, so this import may have stored them. */
  lost: number;
}

export interface ImportReport extends ImportCounts {
  /** Why the import stopped; `undefined` if all rows are done. */
  stopped: ImportStopped | undefined;
}

interface ImportSource {
  file: InputFile;
  format: TransferFormat;
  /** Called after each batch. */
  onProgress?: ((counts: ImportCounts) => void) | undefined;
}

type BatchStates = Pick<Journal, 'recognition' | 'stateOf'>;

/**
 * Returns the best way to recognize rows after a lost response. `chooseRecognition` falls back from `time` to `none` if
 * it finds no range of seconds without records.
 */
export function recognitionKind(mapping: Mapping, { usableIndexes }: ImportScan): Recognition['kind'] {
  if (usableIndexes.length > 0) return 'index';
  return [...mapping.values()].includes('created_at') ? 'none' : 'time';
}

/**
 * Chooses how rows are recognized after a lost response: by a unique index whose columns have values in every row;
 * otherwise by `created_at`, for which each batch gets a second in the past without other records; otherwise not at all.
 */
export async function chooseRecognition(
  service: DataService,
  table: Table,
  mapping: Mapping,
  scan: ImportScan,
  size = batchSize,
): Promise<Recognition> {
  const kind = recognitionKind(mapping, scan);
  if (kind !== 'time') return { kind };
  const batches = batchesIn(scan, size);
  const now = await service.withToken(token => readServerTime(service.target, token, service.context));
  // Leaves out the last minute, because other clients create records now.
  const latest = Math.floor(Date.parse(now) / 1000) - 60;
  for (let attempt = 0; attempt < 8; attempt++) {
    // Random, because two imports that begin at the same time do not see each other's records yet.
    const first = latest - batches - Math.floor(Math.random() * daySeconds * (attempt + 1));
    if (await areTimesFree(service, table, first, batches)) return { kind: 'time', first };
  }
  return { kind: 'none' };
}

/** Whether there is still no record with the `created_at` of any batch. */
export async function areTimesStillFree(
  service: DataService,
  table: Table,
  recognition: Recognition,
  scan: ImportScan,
): Promise<boolean> {
  if (recognition.kind !== 'time') return true;
  return areTimesFree(service, table, recognition.first, batchesIn(scan, batchSize));
}

function batchesIn({ rows }: ImportScan, size: number): number {
  return Math.ceil(rows / size);
}

async function areTimesFree(service: DataService, table: Table, first: number, batches: number): Promise<boolean> {
  const range = [
    ['$gte', new ExactNumber(String(first))],
    ['$lte', new ExactNumber(String(first + batches))],
  ] as const;
  const where = writeJson(new Map([['created_at', new Map(range)]]));
  return (await countRecords(service, { kind: 'page', table: table.id, where })) === 0;
}

/** Returns the header of a new journal, which is its first line. */
export function importHeader(
  { file, format }: ImportSource,
  table: Table,
  target: Pick<ImportHeader, 'clientId' | 'authUrl' | 'envId'>,
  mapping: Mapping,
  recognition: Recognition,
  size = batchSize,
): ImportHeader {
  const { clientId, authUrl, envId } = target;
  return {
    version: 1,
    sha256: file.sha256,
    clientId,
    authUrl,
    envId,
    table: table.id,
    format,
    batchSize: size,
    recognition,
    mapping: [...mapping].map(([name, column]) => [name, column ?? null]),
  };
}

/** Returns the mapping in the header of a journal. */
export function headerMapping({ mapping }: ImportHeader): Mapping {
  return new Map(mapping.map(([name, column]) => [name, column ?? undefined]));
}

/** Returns the path of the journal for a file and a table of an environment. */
export function journalPath(
  file: string,
  { clientId, authUrl, envId }: Pick<ImportHeader, 'clientId' | 'authUrl' | 'envId'>,
  table: string,
): string {
  const key = createHash('sha256').update(JSON.stringify([clientId, authUrl, envId ?? '', table]));
  return `${journalPathPrefix(file)}${key.digest('hex').slice(0, 8)}.import`;
}

/** Returns the beginning of the paths of all journals of a file. */
export function journalPathPrefix(file: string): string {
  const { dir, base } = path.parse(file);
  // A name may have 255 bytes; the suffixes of the journal and of its lock need 59.
  return path.join(dir, `${shortName(base, 196)}.`);
}

/** Checks that a journal belongs to this file and target. @throws TransferError `fileChanged`, `otherTarget` */
export function checkHeader(
  header: ImportHeader,
  current: Omit<ImportHeader, 'recognition' | 'mapping' | 'version'>,
): void {
  const isSame = (['clientId', 'authUrl', 'envId', 'table'] as const).every(name => header[name] === current[name]);
  if (!isSame) throw new TransferError('otherTarget');
  if (header.sha256 !== current.sha256 || header.format !== current.format) throw new TransferError('fileChanged');
}

/**
 * Checks that the chosen columns agree with those of the journal, because the import continues with the journal's.
 * @param chosen the columns that the user named for this run
 * @throws TransferError `otherColumns`
 */
export function checkColumns({ mapping }: ImportHeader, chosen: Mapping): void {
  const targets = new Map(mapping);
  for (const [name, target] of chosen)
    if (targets.get(name) !== (target ?? null)) throw new TransferError('otherColumns', name);
}

/**
 * Returns the records of the next request, to show them before they are sent. Of a batch whose response was lost, fewer
 * may be sent, because some may be on the server.
 * @param journal absent before the import begins
 * @throws TransferError of the file; the signal's reason
 */
export async function nextRecords(
  source: ImportSource,
  table: Table,
  header: ImportHeader,
  {
    journal = { recognition: header.recognition, stateOf: () => undefined },
    signal,
  }: { journal?: BatchStates | undefined; signal?: AbortSignal } = {},
): Promise<JsonObject[]> {
  const converter = new RowConverter(table, headerMapping(header));
  for await (const { index, rows } of batchesOf(source, converter, header.batchSize, signal)) {
    const state = journal.stateOf(index);
    if (state !== undefined && state !== 'sent') continue;
    const [part] = splitBySize(rows.filter(isSendable));
    if (part !== undefined)
      return part.map(({ record }) => withCreatedAt(record, batchCreatedAt(journal.recognition, index)));
  }
  return [];
}

/**
 * Stores the rows of a file, batch by batch. Skips batches with a result in the journal.
 * @throws TransferError; the journal keeps the results of completed batches
 */
export async function importRows(source: ImportSource, options: RunOptions): Promise<ImportReport> {
  const { file, onProgress } = source;
  const { journal, table, signal, describeProblem } = options;
  const size = journal.header.batchSize;
  const mapping = headerMapping(journal.header);
  const sender = new BatchSender(options);
  const counts: ImportCounts = { done: 0, stored: 0, present: 0, rejected: 0, altered: 0, extra: 0, lost: 0 };
  try {
    for await (const { index, rows } of batchesOf(source, new RowConverter(table, mapping), size)) {
      if (signal.aborted) throw new ImportStopped('cancelled');
      let result = journal.stateOf(index);
      if (result === undefined || result === 'sent') {
        if (!(await isUnchanged(file))) throw new TransferError('fileChanged');
        const wrongRows = rows.filter(row => !isSendable(row));
        const rejected = wrongRows.map(({ source: { number }, problems }): [number, string] => [
          number,
          joinSentences(problems.map(describeProblem)),
        ]);
        result = await sender.store(index, rows.filter(isSendable), rejected);
      }
      addResult(counts, result, rows.length);
      onProgress?.({ ...counts });
    }
    await journal.noteComplete();
    return { ...counts, stopped: undefined };
  } catch (error) {
    if (error instanceof ImportStopped) return { ...counts, stopped: error };
    throw error;
  }
}

function isSendable(row: ImportedRow): row is SentRow {
  return row.record !== undefined && row.problems.length === 0;
}

function addResult(counts: ImportCounts, result: BatchResult, rows: number): void {
  const { stored, present, rejected, altered, extra = 0, lost = 0 } = result;
  counts.done += rows;
  counts.stored += stored;
  counts.present += present.length;
  counts.rejected += rejected.length;
  counts.altered += altered.length;
  counts.extra += extra;
  counts.lost += lost;
}

async function* batchesOf(
  { file, format }: ImportSource,
  converter: RowConverter,
  size: number,
  signal?: AbortSignal,
): AsyncGenerator<{ index: number; rows: ImportedRow[] }> {
  const source = readRows(file, format, signal);
  let index = 0;
  let rows: ImportedRow[] = [];
  for await (const group of source.groups) {
    for (const row of group) {
      rows.push(converter.convert(row, source.header));
      if (rows.length < size) continue;
      yield { index: index++, rows };
      rows = [];
    }
  }
  if (rows.length > 0) yield { index, rows };
}
