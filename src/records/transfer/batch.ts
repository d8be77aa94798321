import { ExactNumber, writeJson, type JsonObject } from '../../json/json';
import type { BatchResult } from './journal';
import type { SentRow } from './readBack';

/** The import stops and can be continued: everything until here is in the journal. */
export class ImportStopped extends Error {
  readonly reason: 'cancelled' | 'failed' | 'unknownBatch';
  /** Records like the rows whose result is unknown. */
  readonly alike: readonly JsonObject[];

  constructor(reason: ImportStopped['reason'], cause?: unknown, alike: readonly JsonObject[] = []) {
    super(reason, { cause });
    this.reason = reason;
    this.alike = alike;
  }
}

type RowOutcome = { kind: 'stored'; id: string } | { kind: 'present' } | { kind: 'rejected'; reason: string };

/** One batch on its way. */
export interface BatchRun {
  index: number;
  rows: readonly SentRow[];
  /** Unix seconds that only the records of this batch have as `created_at`. */
  second: number | undefined;
  outcomes: Map<SentRow, RowOutcome>;
  /** Whether some of its rows may be on the server. */
  mayBeStored: boolean;
}

const largestBody = 4 * 1024 * 1024;

/** A record with the time of its batch. */
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

/** The outcomes of a batch for the journal. */
export function resultOf(
  { outcomes }: BatchRun,
  rejected: readonly [number, string][],
  checked: Pick<BatchResult, 'altered' | 'extra'>,
): BatchResult {
  const result: BatchResult = { present: [], rejected: [...rejected], stored: 0, ...checked };
  for (const [{ source }, outcome] of outcomes) {
    if (outcome.kind === 'stored') result.stored++;
    else if (outcome.kind === 'present') result.present.push(source.number);
    else result.rejected.push([source.number, outcome.reason]);
  }
  return result;
}
