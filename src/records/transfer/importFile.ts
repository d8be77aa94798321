import { createHash } from 'node:crypto';
import path from 'node:path';
import { readServerTime } from '../../api/openApi/openApi';
import { writeJson, ExactNumber, type JsonObject } from '../../json/json';
import { countRecords } from '../saving/records';
import type { Table } from '../table/schema';
import type { DataService } from '../../api/openApi/dataService';
import { batchSize, ImportStopped, parts, secondOf, stamped } from './batch';
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

/** Seconds. */
const day = 86_400;

/** The counts of an import so far. */
interface ImportCounts {
  /** Rows with a known outcome. */
  done: number;
  stored: number;
  /** Rows that were found on the server, with the same values. */
  present: number;
  rejected: number;
  /** Stored rows with values that the service changed or left out. */
  altered: number;
  /** Records with the time of a batch that do not come from the file. */
  extra: number;
  /** Present rows of requests whose response was lost: this import or others stored them. */
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

type NextBatch = Pick<Journal, 'recognition' | 'stateOf'>;

/** Returns how rows can be recognized after a lost response. `time` also needs a range of seconds without records. */
export function recognitionKind(mapping: Mapping, { keys }: ImportScan): Recognition['kind'] {
  if (keys.length > 0) return 'index';
  return [...mapping.values()].includes('created_at') ? 'none' : 'time';
}

/**
 * Chooses how the rows are recognized after a lost response. A unique index needs a value in every row. Otherwise each
 * batch gets its own second as `created_at`, in the past and without other records. Returns `none` if both fail.
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
  // Keeps a distance of one minute: other clients may create records now, and other imports use earlier seconds.
  const latest = Math.floor(Date.parse(now) / 1000) - 60;
  for (let attempt = 0; attempt < 8; attempt++) {
    // Random, because two imports that begin at the same time do not see each other.
    const first = latest - batches - Math.floor(Math.random() * day * (attempt + 1));
    if (await isFree(service, table, first, batches)) return { kind: 'time', first };
  }
  return { kind: 'none' };
}

/** Whether there is still no record with a time that was chosen for the batches. */
export async function isStillFree(
  service: DataService,
  table: Table,
  recognition: Recognition,
  scan: ImportScan,
): Promise<boolean> {
  if (recognition.kind !== 'time') return true;
  return isFree(service, table, recognition.first, batchesIn(scan, batchSize));
}

function batchesIn({ rows }: ImportScan, size: number): number {
  return Math.ceil(rows / size);
}

async function isFree(service: DataService, table: Table, first: number, batches: number): Promise<boolean> {
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
    ...{ version: 1, sha256: file.sha256, clientId, authUrl, envId, table: table.id },
    ...{ format, batchSize: size, recognition },
    mapping: [...mapping].map(([name, column]) => [name, column ?? null]),
  };
}

/** Returns the mapping in the header of a journal. */
export function headerMapping({ mapping }: ImportHeader): Mapping {
  return new Map(mapping.map(([name, column]) => [name, column ?? undefined]));
}

/** Returns the name of a file's journal. Every table and environment has its own journal. */
export function journalName(
  file: string,
  { clientId, authUrl, envId }: Pick<ImportHeader, 'clientId' | 'authUrl' | 'envId'>,
  table: string,
): string {
  const key = createHash('sha256').update(JSON.stringify([clientId, authUrl, envId ?? '', table]));
  return `${journalPrefix(file)}${key.digest('hex').slice(0, 8)}.import`;
}

/** Returns the beginning of the names of all journals of a file. */
export function journalPrefix(file: string): string {
  const { dir, base } = path.parse(file);
  // A name may have 255 bytes; the end of the journal's name and the files of its lock need 59.
  return path.join(dir, `${shortName(base, 196)}.`);
}

/** Checks that a journal belongs to this file and target. @throws TransferError `fileChanged`, `otherTarget` */
export function checkHeader(
  header: ImportHeader,
  now: Omit<ImportHeader, 'recognition' | 'mapping' | 'version'>,
): void {
  const isSame = (['clientId', 'authUrl', 'envId', 'table'] as const).every(name => header[name] === now[name]);
  if (!isSame) throw new TransferError('otherTarget');
  if (header.sha256 !== now.sha256 || header.format !== now.format) throw new TransferError('fileChanged');
}

/**
 * Returns the records of the next request. If a batch got no response, fewer may be sent: some may be on the server.
 * @param journal absent before the import begins
 * @throws TransferError of the file; the signal's reason
 */
export async function nextRecords(
  source: ImportSource,
  table: Table,
  header: ImportHeader,
  { journal = newJournal(header), signal }: { journal?: NextBatch | undefined; signal?: AbortSignal } = {},
): Promise<JsonObject[]> {
  const converter = new RowConverter(table, headerMapping(header));
  for await (const { index, rows } of batchesOf(source, converter, header.batchSize, signal)) {
    const state = journal.stateOf(index);
    if (state !== undefined && state !== 'sent') continue;
    const [part] = parts(rows.filter(isSendable));
    if (part !== undefined) return part.map(({ record }) => stamped(record, secondOf(journal.recognition, index)));
  }
  return [];
}

function newJournal({ recognition }: ImportHeader): NextBatch {
  return { recognition, stateOf: () => undefined };
}

/**
 * Stores the rows of a file, batch by batch. Skips batches that are done according to the journal.
 * @throws TransferError; the journal keeps the batches that are done
 */
export async function importRows(source: ImportSource, options: RunOptions): Promise<ImportReport> {
  const { file, onProgress } = source;
  const { journal, table, signal, describe } = options;
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
        const wrong = rows.filter(row => !isSendable(row));
        const rejected = wrong.map(({ source: { number }, problems }): [number, string] => [
          number,
          problems.map(describe).join(' '),
        ]);
        result = await sender.store(index, rows.filter(isSendable), rejected);
      }
      add(counts, result, rows.length);
      onProgress?.({ ...counts });
    }
    await journal.complete();
    return { ...counts, stopped: undefined };
  } catch (error) {
    if (error instanceof ImportStopped) return { ...counts, stopped: error };
    throw error;
  }
}

function isSendable(row: ImportedRow): row is SentRow {
  return row.record !== undefined && row.problems.length === 0;
}

function add(counts: ImportCounts, result: BatchResult, rows: number): void {
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
