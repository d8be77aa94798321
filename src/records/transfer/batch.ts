import { ExactNumber, writeJson, type JsonObject } from '../../json/json';
import type { ImportedRow } from './importedRow';
import type { BatchResult, Recognition, RowOutcomes } from './journal';
import type { TableIndex } from '../table/schema';
import type { SentRow } from './readBack';

const maximumSimilarRecords = 5;

/** Thrown when an import stops. The journal contains everything up to this point, so the import can be continued. */
export class ImportStopped extends Error {
  readonly reason: 'cancelled' | 'failed' | 'unknownBatch';
  /** Records that resemble the rows whose result is unknown. */
  readonly similarRecords: readonly JsonObject[];

  constructor(reason: ImportStopped['reason'], cause?: unknown, similarRecords: readonly JsonObject[] = []) {
    super(reason, { cause });
    this.reason = reason;
    this.similarRecords = similarRecords.slice(0, maximumSimilarRecords);
  }
}

type RowOutcome = { kind: 'stored'; id: string } | { kind: 'present' } | { kind: 'rejected'; reason: string };

/** The state of a batch while its rows are sent. */
export interface BatchRun {
  index: number;
  rows: readonly SentRow[];
  /** `created_at` of the records of this batch in Unix seconds; no other records have it. `undefined`: the service sets it. */
  createdAt: number | undefined;
  outcomes: Map<SentRow, RowOutcome>;
  /** Whether the server may have stored some of the rows. */
  mayBeStored: boolean;
  /** Rows of requests whose response was lost. */
  unanswered: Set<SentRow>;
}

/** The maximum number of rows in a batch. A batch is sent in one request, or in several if one would be too large. */
export const batchSize = 1000;
const largestBody = 4 * 1024 * 1024;

/** Returns `created_at` of the records of a batch in Unix seconds; `undefined` if rows are not recognized by time. */
export function batchCreatedAt(recognition: Recognition, index: number): number | undefined {
  return recognition.kind === 'time' ? recognition.first + index : undefined;
}

/** Returns the record with `created_at`, if its batch has one. */
export function withCreatedAt(record: JsonObject, createdAt: number | undefined): JsonObject {
  return createdAt === undefined ? record : new Map([...record, ['created_at', new ExactNumber(String(createdAt))]]);
}

/** Splits rows so that no request body is too large. */
export function* splitBySize(rows: readonly SentRow[]): Generator<readonly SentRow[]> {
  let part: SentRow[] = [];
  let size = 0;
  for (const row of rows) {
    const length = Buffer.byteLength(writeJson(row.record));
    if (part.length > 0 && size + length > largestBody) {
      yield part;
      [part, size] = [[], 0];
    }
    part.push(row);
    size += length;
  }
  if (part.length > 0) yield part;
}

/** Counts the requests that sending rows needs if none of them fails. */
export class RequestCounter {
  #rows = 0;
  #size = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @param record `undefined` for a row that is not sent */
  add(record: JsonObject | undefined): void {
    if (this.#rows++ % batchSize === 0) this.#size = 0;
    if (record === undefined) return;
    const length = Buffer.byteLength(writeJson(record));
    if (this.#size === 0 || this.#size + length > largestBody) {
      this.#count++;
      this.#size = 0;
    }
    this.#size += length;
  }
}

/** Returns the result of a batch for the journal. */
export function batchResult(
  { outcomes, unanswered }: BatchRun,
  rejected: readonly [number, string][],
  comparison: Pick<BatchResult, 'altered' | 'extra'>,
): BatchResult {
  const result: BatchResult = { present: [], rejected: [...rejected], stored: 0, ...comparison };
  for (const [row, outcome] of outcomes) {
    const { number } = row.source;
    if (outcome.kind === 'stored') result.stored++;
    else if (outcome.kind === 'rejected') result.rejected.push([number, outcome.reason]);
    else {
      result.present.push(number);
      if (unanswered.has(row)) result.lost = (result.lost ?? 0) + 1;
    }
  }
  return result;
}

/** Returns the outcomes of rows for the journal. Leaves out rows without an outcome. */
export function knownOutcomes({ outcomes }: BatchRun, rows: readonly SentRow[]): RowOutcomes {
  return rows.flatMap((row): RowOutcomes => {
    const outcome = outcomes.get(row);
    if (outcome === undefined) return [];
    const detail = outcome.kind === 'stored' ? outcome.id : outcome.kind === 'rejected' ? outcome.reason : '';
    return [[row.source.number, outcome.kind, detail]];
  });
}

/** Restores the outcomes of an earlier run. @returns the rows without an outcome */
export function restoreOutcomes({ rows, outcomes }: BatchRun, saved: RowOutcomes): readonly SentRow[] {
  const savedOutcomes = new Map(saved.map(([number, kind, detail]) => [number, { kind, detail }]));
  for (const row of rows) {
    const savedOutcome = savedOutcomes.get(row.source.number);
    if (savedOutcome === undefined) continue;
    const { kind, detail } = savedOutcome;
    if (kind === 'stored') outcomes.set(row, { kind, id: detail });
    else if (kind === 'rejected') outcomes.set(row, { kind, reason: detail });
    else outcomes.set(row, { kind });
  }
  return rows.filter(row => !outcomes.has(row));
}

/** Applies the user's answer to rows whose result is unknown. @returns the rows to send */
export function applyUserAnswer(
  batch: BatchRun,
  rows: readonly SentRow[],
  answer: 'stored' | 'missing',
): readonly SentRow[] {
  if (answer === 'missing') return rows;
  for (const row of rows) batch.outcomes.set(row, { kind: 'present' });
  return [];
}

/** Whether a row has a value in every column of an index. */
export function hasIndexKey({ record }: Pick<ImportedRow, 'record'>, { columns }: TableIndex): boolean {
  return columns.length > 0 && columns.every(name => (record?.get(name) ?? null) !== null);
}
