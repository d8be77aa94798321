import { ExactNumber, writeJson, type JsonObject } from '../../json/json';
import type { ImportedRow } from './importedRow';
import type { BatchResult, Recognition, RowAnswers } from './journal';
import type { TableIndex } from '../table/schema';
import type { SentRow } from './readBack';

const shownRecords = 5;

/** The import stopped and can be continued: the journal has everything up to this point. */
export class ImportStopped extends Error {
  readonly reason: 'cancelled' | 'failed' | 'unknownBatch';
  /** Records that resemble the rows whose result is unknown. */
  readonly alike: readonly JsonObject[];

  constructor(reason: ImportStopped['reason'], cause?: unknown, alike: readonly JsonObject[] = []) {
    super(reason, { cause });
    this.reason = reason;
    this.alike = alike.slice(0, shownRecords);
  }
}

type RowOutcome = { kind: 'stored'; id: string } | { kind: 'present' } | { kind: 'rejected'; reason: string };

/** The state of a batch while its rows are sent. */
export interface BatchRun {
  index: number;
  rows: readonly SentRow[];
  /** Unix seconds that only the records of this batch have as `created_at`. */
  second: number | undefined;
  outcomes: Map<SentRow, RowOutcome>;
  /** Whether some of its rows may be on the server. */
  mayBeStored: boolean;
  /** Rows of requests whose response was lost. */
  lost: Set<SentRow>;
}

/** The maximum number of rows in a batch. A batch is one request, or several if that would be too large. */
export const batchSize = 1000;
const largestBody = 4 * 1024 * 1024;

/** Returns the time of a batch in Unix seconds; `undefined` if rows are not recognized by time. */
export function secondOf(recognition: Recognition, index: number): number | undefined {
  return recognition.kind === 'time' ? recognition.first + index : undefined;
}

/** Adds the time of its batch to a record, as `created_at`. */
export function stamped(record: JsonObject, second: number | undefined): JsonObject {
  return second === undefined ? record : new Map([...record, ['created_at', new ExactNumber(String(second))]]);
}

/** Divides rows so that no request is too large. */
export function* parts(rows: readonly SentRow[]): Generator<readonly SentRow[]> {
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

/** Counts the requests that are needed to send rows, if none of them fails. */
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
export function resultOf(
  { outcomes, lost }: BatchRun,
  rejected: readonly [number, string][],
  checked: Pick<BatchResult, 'altered' | 'extra'>,
): BatchResult {
  const result: BatchResult = { present: [], rejected: [...rejected], stored: 0, ...checked };
  for (const [row, outcome] of outcomes) {
    const { number } = row.source;
    if (outcome.kind === 'stored') result.stored++;
    else if (outcome.kind === 'rejected') result.rejected.push([number, outcome.reason]);
    else {
      result.present.push(number);
      if (lost.has(row)) result.lost = (result.lost ?? 0) + 1;
    }
  }
  return result;
}

/** Returns the outcomes of rows for the journal. */
export function answersOf({ outcomes }: BatchRun, rows: readonly SentRow[]): RowAnswers {
  return rows.flatMap((row): RowAnswers => {
    const outcome = outcomes.get(row);
    if (outcome === undefined) return [];
    const detail = outcome.kind === 'stored' ? outcome.id : outcome.kind === 'rejected' ? outcome.reason : '';
    return [[row.source.number, outcome.kind, detail]];
  });
}

/** Restores the outcomes of an earlier run. @returns the rows without an outcome */
export function restoreOutcomes({ rows, outcomes }: BatchRun, answers: RowAnswers): readonly SentRow[] {
  const known = new Map(answers.map(([number, kind, detail]) => [number, { kind, detail }]));
  for (const row of rows) {
    const answer = known.get(row.source.number);
    if (answer === undefined) continue;
    const { kind, detail } = answer;
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
export function hasKey({ record }: Pick<ImportedRow, 'record'>, { columns }: TableIndex): boolean {
  return columns.length > 0 && columns.every(name => (record?.get(name) ?? null) !== null);
}
