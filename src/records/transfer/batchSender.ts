import { retryAfterOf } from '../../api/http/retryAfter';
import type { JsonObject } from '../../json/json';
import { fieldComparer, type SameField } from '../table/sameValue';
import { listIndexes, type Table, type TableIndex } from '../table/schema';
import type { DataService } from '../../api/openApi/dataService';
import type { RowProblem } from './importedRow';
import type { BatchResult, Journal } from './journal';
import type { Pause } from './pace';
import {
  alteredFields,
  matchRows,
  recordsAt,
  recordsById,
  recordsLike,
  recordsWithKeys,
  type SentRow,
} from './readBack';
import { idOf } from '../text/recordsText';
import * as run from './batch';
import { ImportStopped, type BatchRun } from './batch';
import { sendRows, type RowAnswer } from './sendRows';
import { TransferError } from './transferError';

export interface RunOptions {
  /** A service whose calls wait for their turn (`pacedService`). */
  service: DataService;
  table: Table;
  indexes: readonly TableIndex[];
  journal: Journal;
  signal: AbortSignal;
  pause: Pause;
  /** Called with the seconds that the service asked to wait. */
  waiting: (seconds: number) => void;
  /** Describes why a row was rejected. */
  describe: (problem: RowProblem) => string;
  /** The user's answer about a batch whose result cannot be determined: its rows are on the server, or not. */
  unknown?: 'stored' | 'missing' | undefined;
}

const mostAttempts = 5;
/** Seconds to wait after a request without a response, because the service may still execute it. */
const settleTime = 2;
/** The import fails after this many refused rows, if no row was stored or found on the server before. */
const mostRefusals = 20;

/** Stores the rows of batches, each exactly once. */
export class BatchSender {
  readonly #options: RunOptions;
  readonly #same: SameField;
  /** Stored rows, including those of earlier runs. */
  #stored = 0;
  #refused = 0;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#same = fieldComparer(options.table.columns);
    for (const { stored } of options.journal.results()) this.#stored += stored;
  }

  /**
   * Stores a batch and notes the result in the journal.
   * @param rejected reasons of the rows that are not sent
   * @throws ImportStopped, TransferError `refusesAll`, `indexGone`, `journalNotWritten`, `otherProcess`
   */
  async store(index: number, rows: readonly SentRow[], rejected: readonly [number, string][]): Promise<BatchResult> {
    const { journal } = this.#options;
    const second = run.secondOf(journal.recognition, index);
    const mayBeStored = journal.stateOf(index) === 'sent';
    const lost = new Set(mayBeStored ? rows : []);
    const batch: BatchRun = { index, rows, second, outcomes: new Map(), mayBeStored, lost };
    let left: readonly SentRow[] = rows;
    if (mayBeStored) left = await this.#resumed(batch);
    else if (rows.length > 0) await journal.send(index);
    try {
      for (const part of run.parts(left)) await this.#send(batch, part);
    } catch (error) {
      if (!batch.mayBeStored) await journal.retract(index);
      throw error;
    }
    const checked = await this.#check(batch);
    const result = run.resultOf(batch, rejected, checked);
    await journal.finish(index, result);
    return result;
  }

  /** Returns the rows of a batch that an earlier run sent and that are not on the server. */
  async #resumed(batch: BatchRun): Promise<readonly SentRow[]> {
    const { journal } = this.#options;
    const left = run.restoreOutcomes(batch, journal.answers);
    if (journal.recognition.kind !== 'none' || journal.asked === undefined) return this.#missing(batch, left);
    const asked = new Set(journal.asked);
    const unclear = left.filter(row => asked.has(row.source.number));
    if (unclear.length === 0) return left;
    const missing = new Set(await this.#missing(batch, unclear));
    await journal.answer(run.answersOf(batch, unclear));
    return left.filter(row => missing.has(row) || !asked.has(row.source.number));
  }

  async #send(batch: BatchRun, rows: readonly SentRow[]): Promise<void> {
    let left = rows;
    for (let attempt = 1; left.length > 0; attempt++) {
      if (this.#options.signal.aborted) throw new ImportStopped('cancelled');
      const { journal } = this.#options;
      await journal.checkHeld();
      if (journal.recognition.kind === 'none') await journal.ask(left.map(row => row.source.number));
      const sent = await sendRows(
        left.map(row => run.stamped(row.record, batch.second)),
        {
          ...this.#options,
          table: this.#options.table.id,
        },
      );
      const isExecuted = sent.kind === 'answered' || sent.kind === 'unknown';
      batch.mayBeStored ||= isExecuted;
      if (!isExecuted && journal.recognition.kind === 'none') await journal.answer([]);
      switch (sent.kind) {
        case 'answered':
          return this.#take(batch, left, sent.answers);
        case 'refused':
          return this.#divide(batch, left, sent.reason);
        case 'stopped':
          throw new ImportStopped(this.#options.signal.aborted ? 'cancelled' : 'failed', sent.error);
        case 'unsent':
          if (attempt >= mostAttempts) throw new ImportStopped('failed', sent.error);
          await this.#wait(2 ** attempt);
          break;
        case 'unknown':
          if (attempt >= mostAttempts) throw new ImportStopped('failed', sent.error);
          for (const row of left) batch.lost.add(row);
          await this.#wait(settleTime);
          left = await this.#missing(batch, left, sent.error);
      }
    }
  }

  async #take(batch: BatchRun, rows: readonly SentRow[], answers: readonly RowAnswer[]): Promise<void> {
    const duplicates: SentRow[] = [];
    let isOtherTime = false;
    for (const [at, row] of rows.entries()) {
      const answer = answers[at];
      if (answer?.kind === 'stored') {
        batch.outcomes.set(row, { kind: 'stored', id: answer.id });
        isOtherTime ||= batch.second !== undefined && answer.createdAt !== batch.second;
        this.#stored++;
      } else if (answer?.kind === 'refused') this.#reject(batch, row, { code: 'refused', detail: answer.reason });
      else duplicates.push(row);
    }
    // A batch without its own time cannot be recognized later, so its outcomes are noted now.
    const { journal } = this.#options;
    if (journal.recognition.kind === 'none') await journal.answer(run.answersOf(batch, rows));
    if (isOtherTime) {
      await journal.answer(run.answersOf(batch, batch.rows));
      await journal.loseRecognition();
      batch.second = undefined;
    }
    if (duplicates.length > 0) await this.#takeDuplicates(batch, duplicates);
  }

  /** Marks rows whose key is on the server: as present if all values are the same, otherwise as rejected. */
  async #takeDuplicates(batch: BatchRun, rows: readonly SentRow[]): Promise<void> {
    const { service, table, indexes } = this.#options;
    const records = await this.#reading(() => recordsWithKeys(service, table.id, rows, indexes));
    const columns = indexes.map(index => index.columns.join(' + ')).join(', ');
    for (const row of rows) {
      const isThere = records.some(record => alteredFields(row.record, record, this.#same).length === 0);
      if (isThere) batch.outcomes.set(row, { kind: 'present' });
      else this.#reject(batch, row, { code: 'duplicate', detail: columns });
    }
  }

  /** Sends each half separately, because the service refuses a whole request for one wrong row. */
  async #divide(batch: BatchRun, rows: readonly SentRow[], reason: string): Promise<void> {
    const [only] = rows;
    if (only === undefined) return;
    if (rows.length > 1) {
      const middle = Math.ceil(rows.length / 2);
      await this.#send(batch, rows.slice(0, middle));
      return this.#send(batch, rows.slice(middle));
    }
    this.#reject(batch, only, { code: 'refused', detail: reason });
    if (this.#options.journal.recognition.kind === 'none')
      await this.#options.journal.answer(run.answersOf(batch, [only]));
    if (!this.#isAnyAccepted(batch) && ++this.#refused >= mostRefusals) throw new TransferError('refusesAll', reason);
  }

  /** Whether a row of the file is on the server, from this run or an earlier one. */
  #isAnyAccepted({ outcomes }: BatchRun): boolean {
    if (this.#stored > 0 || [...outcomes.values()].some(({ kind }) => kind !== 'rejected')) return true;
    return [...this.#options.journal.results()].some(({ present }) => present.length > 0);
  }

  #reject(batch: BatchRun, row: SentRow, problem: RowProblem): void {
    batch.outcomes.set(row, { kind: 'rejected', reason: this.#options.describe(problem) });
  }

  /**
   * Returns the rows of a request without a response that are not on the server.
   * @throws ImportStopped `unknownBatch` if this cannot be determined
   */
  async #missing(batch: BatchRun, rows: readonly SentRow[], error?: unknown): Promise<readonly SentRow[]> {
    const { service, table, journal, unknown } = this.#options;
    if (journal.recognition.kind === 'index') {
      // All rows can be sent again: the service reports stored rows as duplicates, as long as the index exists.
      const { items } = await this.#reading(() => listIndexes(service, table.id, { limit: 100 }));
      if (!items.some(index => rows.every(row => run.hasKey(row, index)))) throw new TransferError('indexGone');
      return rows;
    }
    const answer = error === undefined ? unknown : undefined;
    if (batch.second === undefined) {
      if (answer !== undefined) return run.applyUserAnswer(batch, rows, answer);
      const alike = await this.#reading(() => recordsLike(service, table, rows));
      throw new ImportStopped('unknownBatch', error, alike);
    }
    const known = new Set([...batch.outcomes.values()].map(outcome => (outcome.kind === 'stored' ? outcome.id : '')));
    const records = (await this.#settled(batch.second)).filter(record => !known.has(idOf(record) ?? ''));
    const { found, missing, others } = matchRows(rows, records, table.columns, this.#same);
    for (const [row, id] of found) batch.outcomes.set(row, { kind: 'stored', id });
    this.#stored += found.size;
    if (missing.length === 0) return missing;
    if (others.length === 0) {
      // Until the service has accepted a time, it may have stored the rows with its own times instead.
      if (this.#stored > 0) return missing;
      const alike = await this.#reading(() => recordsLike(service, table, missing));
      if (alike.length === 0) return missing;
      if (answer !== undefined) return run.applyUserAnswer(batch, missing, answer);
      throw new ImportStopped('unknownBatch', error, alike);
    }
    // The service changed values while it stored them, or somebody else chose this second.
    if (answer !== undefined) return run.applyUserAnswer(batch, missing, answer);
    throw new ImportStopped('unknownBatch', error, others);
  }

  /** Reads the records of a second until two consecutive reads find the same number, at most `mostAttempts` times. */
  async #settled(second: number): Promise<JsonObject[]> {
    const { service, table } = this.#options;
    const read = () => this.#reading(() => recordsAt(service, table.id, second));
    let before = await read();
    for (let attempt = 1; ; attempt++) {
      await this.#wait(settleTime);
      const now = await read();
      if (now.length === before.length || attempt >= mostAttempts) return now;
      before = now;
    }
  }

  async #check(batch: BatchRun): Promise<Pick<BatchResult, 'altered' | 'extra'>> {
    try {
      return await this.#compare(batch);
    } catch (error) {
      // A later run could not determine the result of this batch, so it is finished without this check.
      if (this.#options.journal.recognition.kind === 'none') return { altered: [] };
      throw error;
    }
  }

  /** Compares the stored records with the sent rows. */
  async #compare({ outcomes, second }: BatchRun): Promise<Pick<BatchResult, 'altered' | 'extra'>> {
    const { service, table } = this.#options;
    const ids = [...outcomes.values()].flatMap(outcome => (outcome.kind === 'stored' ? [outcome.id] : []));
    if (ids.length === 0) return { altered: [] };
    const records = await this.#reading(async () =>
      second === undefined
        ? recordsById(service, table.id, ids)
        : new Map((await recordsAt(service, table.id, second)).map(record => [idOf(record) ?? '', record])),
    );
    const altered = [...outcomes].flatMap(([row, outcome]): [number, string][] => {
      const record = outcome.kind === 'stored' ? records.get(outcome.id) : undefined;
      const names = record === undefined ? [] : alteredFields(row.record, record, this.#same);
      return names.length === 0 ? [] : [[row.source.number, names.join(', ')]];
    });
    const extra = second === undefined ? 0 : records.size - ids.length;
    return extra > 0 ? { altered, extra } : { altered };
  }

  /** Retries a read, which is safe because it changes nothing. */
  async #reading<T>(read: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await read();
      } catch (error) {
        if (this.#options.signal.aborted) throw new ImportStopped('cancelled', error);
        if (attempt >= mostAttempts) throw new ImportStopped('failed', error);
        const asked = retryAfterOf(error);
        if (asked !== undefined) this.#options.waiting(asked);
        await this.#wait(asked ?? 2 ** attempt);
      }
    }
  }

  async #wait(seconds: number): Promise<void> {
    const { pause, signal } = this.#options;
    await pause(seconds, signal);
    if (signal.aborted) throw new ImportStopped('cancelled');
  }
}
