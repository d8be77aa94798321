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
  recordsCreatedAt,
  recordsSimilarTo,
  recordsWithKeys,
  type SentRow,
} from './readBack';
import { readByIds } from '../saving/readRecords';
import { idOf } from '../text/recordsText';
import * as batches from './batch';
import { ImportStopped, type BatchRun } from './batch';
import { sendRows, type RowAnswer } from './sendRows';
import { TransferError } from './transferError';

export interface RunOptions {
  /** A service that limits the rate of its calls (`pacedService`). */
  service: DataService;
  table: Table;
  indexes: readonly TableIndex[];
  journal: Journal;
  signal: AbortSignal;
  pause: Pause;
  /** Called with the seconds to wait when the service asks for a wait (429). */
  onWait: (seconds: number) => void;
  /** Describes why a row was rejected. */
  describeProblem: (problem: RowProblem) => string;
  /** The user's answer whether the rows of a batch are on the server, if the import cannot determine it. */
  userAnswer?: 'stored' | 'missing' | undefined;
}

const maximumAttempts = 5;
/** Seconds to wait after a request without a response, because the service may still execute it. */
const settleSeconds = 2;
/** The import fails after this many refused rows, if no row was stored or found on the server. */
const maximumRefusals = 20;

/** Stores the rows of batches, each exactly once. */
export class BatchSender {
  readonly #options: RunOptions;
  readonly #isSameField: SameField;
  /** Stored rows, including those of earlier runs. */
  #stored = 0;
  #refused = 0;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#isSameField = fieldComparer(options.table.columns);
    for (const { stored } of options.journal.results()) this.#stored += stored;
  }

  /**
   * Stores a batch and notes its result in the journal.
   * @param rejected numbers of the rows that are not sent, and the reasons
   * @throws ImportStopped, TransferError `refusesAll`, `indexGone`, `journalNotWritten`, `otherProcess`
   */
  async store(index: number, rows: readonly SentRow[], rejected: readonly [number, string][]): Promise<BatchResult> {
    const { journal } = this.#options;
    const createdAt = batches.batchCreatedAt(journal.recognition, index);
    // Rows that cannot be recognized are noted before each request, so without such a note nothing was sent.
    const isRequested = journal.recognition.kind !== 'none' || journal.requestedRows !== undefined;
    const mayBeStored = journal.stateOf(index) === 'sent' && isRequested;
    const unanswered = new Set(mayBeStored ? rows : []);
    const batch: BatchRun = { index, rows, createdAt, outcomes: new Map(), mayBeStored, unanswered };
    let remaining: readonly SentRow[] = rows;
    if (mayBeStored) remaining = await this.#rowsToResume(batch);
    else if (rows.length > 0) await journal.noteSent(index);
    try {
      for (const part of batches.splitBySize(remaining)) await this.#send(batch, part);
    } catch (error) {
      if (!batch.mayBeStored) await journal.noteUnsent(index);
      throw error;
    }
    const comparison = await this.#tryCompare(batch);
    const result = batches.batchResult(batch, rejected, comparison);
    await journal.noteResult(index, result);
    return result;
  }

  /** Returns the rows that must still be sent, of a batch that an earlier run began to send. */
  async #rowsToResume(batch: BatchRun): Promise<readonly SentRow[]> {
    const { journal } = this.#options;
    const remaining = batches.restoreOutcomes(batch, journal.outcomes);
    if (journal.recognition.kind !== 'none') return this.#findMissing(batch, remaining);
    const requested = new Set(journal.requestedRows);
    const unclear = remaining.filter(row => requested.has(row.source.number));
    if (unclear.length === 0) return remaining;
    const missing = new Set(await this.#findMissing(batch, unclear));
    await journal.noteOutcomes(batches.knownOutcomes(batch, unclear));
    return remaining.filter(row => missing.has(row) || !requested.has(row.source.number));
  }

  async #send(batch: BatchRun, rows: readonly SentRow[]): Promise<void> {
    let remaining = rows;
    for (let attempt = 1; remaining.length > 0; attempt++) {
      if (this.#options.signal.aborted) throw new ImportStopped('cancelled');
      const { journal } = this.#options;
      await journal.checkHeld();
      if (journal.recognition.kind === 'none') await journal.noteRequest(remaining.map(row => row.source.number));
      const result = await sendRows(
        remaining.map(row => batches.withCreatedAt(row.record, batch.createdAt)),
        { ...this.#options, table: this.#options.table.id },
      );
      const mayBeExecuted = result.kind === 'answered' || result.kind === 'unknown';
      batch.mayBeStored ||= mayBeExecuted;
      if (!mayBeExecuted && journal.recognition.kind === 'none') await journal.noteOutcomes([]);
      switch (result.kind) {
        case 'answered':
          return this.#applyAnswers(batch, remaining, result.answers);
        case 'refused':
          return this.#divide(batch, remaining, result.reason);
        case 'stopped':
          throw new ImportStopped(this.#options.signal.aborted ? 'cancelled' : 'failed', result.error);
        case 'unsent':
          if (attempt >= maximumAttempts) throw new ImportStopped('failed', result.error);
          await this.#wait(2 ** attempt);
          break;
        case 'unknown':
          if (attempt >= maximumAttempts) throw new ImportStopped('failed', result.error);
          for (const row of remaining) batch.unanswered.add(row);
          await this.#wait(settleSeconds);
          remaining = await this.#findMissing(batch, remaining, result.error);
      }
    }
  }

  async #applyAnswers(batch: BatchRun, rows: readonly SentRow[], answers: readonly RowAnswer[]): Promise<void> {
    const duplicates: SentRow[] = [];
    let isTimeReplaced = false;
    for (const [at, row] of rows.entries()) {
      const answer = answers[at];
      if (answer?.kind === 'stored') {
        batch.outcomes.set(row, { kind: 'stored', id: answer.id });
        isTimeReplaced ||= batch.createdAt !== undefined && answer.createdAt !== batch.createdAt;
        this.#stored++;
      } else if (answer?.kind === 'refused') this.#reject(batch, row, { code: 'refused', detail: answer.reason });
      else duplicates.push(row);
    }
    // A later run could not determine these outcomes, so they are noted now.
    const { journal } = this.#options;
    if (journal.recognition.kind === 'none') await journal.noteOutcomes(batches.knownOutcomes(batch, rows));
    if (isTimeReplaced) {
      await journal.noteOutcomes(batches.knownOutcomes(batch, batch.rows));
      await journal.noteUnrecognized();
      batch.createdAt = undefined;
    }
    if (duplicates.length > 0) await this.#applyDuplicates(batch, duplicates);
  }

  /** Marks rows whose index values are on the server: as present if all values are equal, otherwise as rejected. */
  async #applyDuplicates(batch: BatchRun, rows: readonly SentRow[]): Promise<void> {
    const { service, table, indexes } = this.#options;
    const records = await this.#retryRead(() => recordsWithKeys(service, table.id, rows, indexes));
    const columns = indexes.map(index => index.columns.join(' + ')).join(', ');
    for (const row of rows) {
      const isStored = records.some(record => alteredFields(row.record, record, this.#isSameField).length === 0);
      if (isStored) batch.outcomes.set(row, { kind: 'present' });
      else this.#reject(batch, row, { code: 'duplicate', detail: columns });
    }
  }

  /** Sends each half separately, because one wrong row makes the service refuse the whole request. */
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
      await this.#options.journal.noteOutcomes(batches.knownOutcomes(batch, [only]));
    if (!this.#isAnyAccepted(batch) && ++this.#refused >= maximumRefusals)
      throw new TransferError('refusesAll', reason);
  }

  /** Whether any row of the file is on the server, stored by this run or before. */
  #isAnyAccepted({ outcomes }: BatchRun): boolean {
    if (this.#stored > 0 || [...outcomes.values()].some(({ kind }) => kind !== 'rejected')) return true;
    return [...this.#options.journal.results()].some(({ present }) => present.length > 0);
  }

  #reject(batch: BatchRun, row: SentRow, problem: RowProblem): void {
    batch.outcomes.set(row, { kind: 'rejected', reason: this.#options.describeProblem(problem) });
  }

  /**
   * Returns the rows that are not on the server, of a request that got no response.
   * @param error the lost response; absent for a request of an earlier run
   * @throws ImportStopped `unknownBatch` if this cannot be determined
   */
  async #findMissing(batch: BatchRun, rows: readonly SentRow[], error?: unknown): Promise<readonly SentRow[]> {
    const { service, table, journal, userAnswer } = this.#options;
    // All rows can be sent again, because the service reports the stored ones as duplicates while the index exists.
    if (journal.recognition.kind === 'index') return this.#requireIndex(rows).then(() => rows);
    const answer = error === undefined ? userAnswer : undefined;
    const findSimilar = (left: readonly SentRow[]) => this.#retryRead(() => recordsSimilarTo(service, table, left));
    const decide = (left: readonly SentRow[], similar?: readonly JsonObject[]) => {
      if (answer !== undefined) return batches.applyUserAnswer(batch, left, answer);
      throw new ImportStopped('unknownBatch', error, similar);
    };
    if (batch.createdAt === undefined) return decide(rows, answer === undefined ? await findSimilar(rows) : undefined);
    const { missing, others } = await this.#matchStored(batch, rows, batch.createdAt);
    if (missing.length === 0) return missing;
    // The service changed values of these rows, or another client created records in the same second.
    if (others.length > 0) return decide(missing, others);
    // If no row has been stored yet, it is unknown whether the service keeps a chosen `created_at`. It may have replaced
    // the times of these rows, so similar records are searched for.
    const similar = this.#stored > 0 ? [] : await findSimilar(missing);
    return similar?.length === 0 ? missing : decide(missing, similar);
  }

  /** @throws TransferError `indexGone` if no unique index recognizes these rows any more */
  async #requireIndex(rows: readonly SentRow[]): Promise<void> {
    const { service, table } = this.#options;
    const { items } = await this.#retryRead(() => listIndexes(service, table.id, { limit: 100 }));
    if (!items.some(index => rows.every(row => batches.hasIndexKey(row, index)))) throw new TransferError('indexGone');
  }

  /** Finds the rows among the records that were created at this time, and marks them as stored. */
  async #matchStored(batch: BatchRun, rows: readonly SentRow[], createdAt: number) {
    const storedIds = new Set([...batch.outcomes.values()].map(each => (each.kind === 'stored' ? each.id : '')));
    const records = (await this.#readSettled(createdAt)).filter(record => !storedIds.has(idOf(record) ?? ''));
    const { idByRow, missing, others } = matchRows(rows, records, this.#options.table.columns, this.#isSameField);
    for (const [row, id] of idByRow) batch.outcomes.set(row, { kind: 'stored', id });
    this.#stored += idByRow.size;
    return { missing, others };
  }

  /** Repeats reading the records of a second until two consecutive reads find the same number, with a limit. */
  async #readSettled(createdAt: number): Promise<JsonObject[]> {
    const { service, table } = this.#options;
    const read = () => this.#retryRead(() => recordsCreatedAt(service, table.id, createdAt));
    let previous = await read();
    for (let attempt = 1; ; attempt++) {
      await this.#wait(settleSeconds);
      const current = await read();
      if (current.length === previous.length || attempt >= maximumAttempts) return current;
      previous = current;
    }
  }

  /** Compares the stored records with the sent rows. If rows cannot be recognized, a failure only skips this check. */
  async #tryCompare(batch: BatchRun): Promise<Pick<BatchResult, 'altered' | 'extra'>> {
    try {
      return await this.#compare(batch);
    } catch (error) {
      // A later run could not determine the result of this batch, so the result is kept without this check.
      if (this.#options.journal.recognition.kind === 'none') return { altered: [] };
      throw error;
    }
  }

  async #compare({ outcomes, createdAt }: BatchRun): Promise<Pick<BatchResult, 'altered' | 'extra'>> {
    const { service, table } = this.#options;
    const ids = [...outcomes.values()].flatMap(outcome => (outcome.kind === 'stored' ? [outcome.id] : []));
    if (ids.length === 0) return { altered: [] };
    const stored = await this.#retryRead(() =>
      createdAt === undefined ? readByIds(service, table.id, ids) : recordsCreatedAt(service, table.id, createdAt),
    );
    const records = new Map(stored.map(record => [idOf(record), record]));
    const altered = [...outcomes].flatMap(([row, outcome]): [number, string][] => {
      const record = outcome.kind === 'stored' ? records.get(outcome.id) : undefined;
      const names = record === undefined ? [] : alteredFields(row.record, record, this.#isSameField);
      return names.length === 0 ? [] : [[row.source.number, names.join(', ')]];
    });
    const extra = createdAt === undefined ? 0 : records.size - ids.length;
    return extra > 0 ? { altered, extra } : { altered };
  }

  /** Repeats a read after any error, which is safe because a read changes nothing. */
  async #retryRead<T>(read: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await read();
      } catch (error) {
        if (this.#options.signal.aborted) throw new ImportStopped('cancelled', error);
        if (attempt >= maximumAttempts) throw new ImportStopped('failed', error);
        const retryAfter = retryAfterOf(error);
        if (retryAfter !== undefined) this.#options.onWait(retryAfter);
        await this.#wait(retryAfter ?? 2 ** attempt);
      }
    }
  }

  async #wait(seconds: number): Promise<void> {
    const { pause, signal } = this.#options;
    await pause(seconds, signal);
    if (signal.aborted) throw new ImportStopped('cancelled');
  }
}
