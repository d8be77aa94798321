import { open, readFile, rm, type FileHandle } from 'node:fs/promises';
import * as v from 'valibot';
import { systemCode, TransferError } from './transferError';
import { jsonValue } from '../../json/jsonValue';

/**
 * How an import recognizes its rows after a lost response: by a unique index; by a second of `created_at` that only one
 * batch uses (`first` is the second of the first batch); or not at all.
 */
export type Recognition = { kind: 'index' } | { kind: 'time'; first: number } | { kind: 'none' };

/** The first line of a journal, which describes the import. */
export interface ImportHeader {
  version: 1;
  sha256: string;
  clientId: string;
  authUrl: string;
  envId?: string | undefined;
  /** ID of the table. */
  table: string;
  format: string;
  batchSize: number;
  mapping: [name: string, target: string | null][];
  recognition: Recognition;
}

/** The result of a batch. Lists row numbers, except for stored rows, which are only counted. */
export interface BatchResult {
  /** Rows that an earlier request had already stored when they were sent again. */
  present: number[];
  /** The rejected rows, and the reasons. */
  rejected: [row: number, reason: string][];
  /** The rows with fields that the service did not store as sent, and the names of these fields. */
  altered: [row: number, fields: string][];
  stored: number;
  /** Records with the `created_at` of the batch that do not come from the file. */
  extra?: number | undefined;
  /** Present rows that were in a request whose response was lost, so that request may have stored them. */
  lost?: number | undefined;
}

/** The outcomes of rows. `detail` is the ID of the stored record, or the reason of the rejection. */
export type RowOutcomes = [row: number, kind: 'stored' | 'present' | 'rejected', detail: string][];

/** Resolves to whether this process still holds the lock of the import. */
type LockCheck = () => Promise<boolean>;
const alwaysHeld: LockCheck = () => Promise.resolve(true);
const rowNumber = v.number();
const headerShape = v.object({
  version: v.literal(1),
  sha256: v.string(),
  clientId: v.string(),
  authUrl: v.string(),
  envId: v.optional(v.string()),
  table: v.string(),
  format: v.string(),
  batchSize: v.pipe(v.number(), v.integer(), v.minValue(1)),
  mapping: v.array(v.tuple([v.string(), v.nullable(v.string())])),
  recognition: v.variant('kind', [
    v.object({ kind: v.literal('index') }),
    v.object({ kind: v.literal('time'), first: v.number() }),
    v.object({ kind: v.literal('none') }),
  ]),
});
const rowTexts = v.array(v.tuple([rowNumber, v.string()]));
const outcomesShape = v.array(v.tuple([rowNumber, v.picklist(['stored', 'present', 'rejected']), v.string()]));
const entryShape = v.variant('type', [
  v.object({ type: v.literal('asked'), rows: v.array(rowNumber) }),
  v.object({ type: v.literal('answered'), answers: outcomesShape }),
  v.object({ type: v.literal('sent'), batch: v.number() }),
  v.object({ type: v.literal('unsent'), batch: v.number() }),
  v.object({ type: v.literal('unrecognized') }),
  v.object({
    type: v.literal('done'),
    batch: v.number(),
    result: v.object({
      ...{ present: v.array(rowNumber), rejected: rowTexts, altered: rowTexts },
      ...{ stored: v.number(), extra: v.optional(v.number()), lost: v.optional(v.number()) },
    }),
  }),
  v.object({ type: v.literal('complete') }),
  v.object({ type: v.literal('rejectedFile'), name: v.string() }),
]);

/**
 * The log of an import, as a file. A batch is noted before it is sent, so after a crash the journal shows which batch
 * may have been stored. Only the user can read the file, because reasons of rejections may contain values.
 */
export class Journal {
  readonly header: ImportHeader;
  readonly path: string;
  readonly #file: FileHandle;
  readonly #sent = new Set<number>();
  readonly #done = new Map<number, BatchResult>();
  #requestedRows: readonly number[] | undefined;
  #outcomes: RowOutcomes = [];
  #recognition: Recognition;
  #isComplete = false;
  #rejectedFile: string | undefined;
  /** The number of valid bytes in the file. */
  #position = 0;
  readonly #isHeld: LockCheck;

  private constructor(path: string, file: FileHandle, header: ImportHeader, isHeld: LockCheck) {
    this.path = path;
    this.#isHeld = isHeld;
    this.#file = file;
    this.header = header;
    this.#recognition = header.recognition;
  }

  /** Begins a journal. @throws TransferError `alreadyStarted`, `journalNotWritten` */
  static async create(path: string, header: ImportHeader, isHeld: LockCheck = alwaysHeld): Promise<Journal> {
    const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
      if (systemCode(error) === 'EEXIST') throw new TransferError('alreadyStarted', path);
      throw new TransferError('journalNotWritten', systemCode(error), error);
    });
    const journal = new Journal(path, file, header, isHeld);
    try {
      await journal.#append(header);
    } catch (error) {
      // A journal without its first line is useless.
      await file.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
    return journal;
  }

  /** Continues a journal; `undefined` if there is none. @throws TransferError `badJournal`, `journalNotWritten` */
  static async resume(path: string, isHeld: LockCheck = alwaysHeld): Promise<Journal | undefined> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw new TransferError('badJournal', path, error);
    });
    if (text === undefined) return undefined;
    // A crash can cut off the last line. The import then determines the lost entry again.
    const wholeLines = text.slice(0, text.lastIndexOf('\n') + 1);
    const [first, ...lines] = wholeLines.split('\n').filter(line => line !== '');
    const header = v.safeParse(headerShape, jsonValue(first ?? ''));
    if (!header.success) throw new TransferError('badJournal', path);
    const file = await open(path, 'r+').catch((error: unknown) => {
      throw new TransferError('journalNotWritten', systemCode(error), error);
    });
    const journal = new Journal(path, file, header.output, isHeld);
    try {
      for (const line of lines) journal.#apply(line);
      await file.truncate(Buffer.byteLength(wholeLines));
      journal.#position = Buffer.byteLength(wholeLines);
    } catch (error) {
      await file.close();
      throw error;
    }
    return journal;
  }

  get recognition(): Recognition {
    return this.#recognition;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The name of the file with the rejected rows; `undefined` if this import wrote none. */
  get rejectedFile(): string | undefined {
    return this.#rejectedFile;
  }

  /** Returns the result of a batch; `sent` if it was sent without a noted result; `undefined` if it was not sent. */
  stateOf(batch: number): BatchResult | 'sent' | undefined {
    return this.#done.get(batch) ?? (this.#sent.has(batch) ? 'sent' : undefined);
  }

  results(): Iterable<BatchResult> {
    return this.#done.values();
  }

  /** Returns the reasons of all rejected rows, by row number. */
  rejectionReasons(): Map<number, string> {
    return new Map([...this.#done.values()].flatMap(({ rejected }) => rejected));
  }

  /** Notes that a batch is about to be sent. The entry is on the disk when this resolves. */
  async noteSent(batch: number): Promise<void> {
    await this.#append({ type: 'sent', batch });
    this.#sent.add(batch);
  }

  /** Reverts `noteSent`. Only allowed if it is certain that no row of the batch was stored. */
  async noteUnsent(batch: number): Promise<void> {
    await this.#append({ type: 'unsent', batch });
    this.#sent.delete(batch);
    this.#clearCurrentBatch();
  }

  /** Clears the noted request and outcomes, which belong to one batch. */
  #clearCurrentBatch(): void {
    this.#requestedRows = undefined;
    this.#outcomes = [];
  }

  /**
   * The row numbers in the last noted request of the current batch; empty if its outcome is noted; `undefined` if no
   * request was noted.
   */
  get requestedRows(): readonly number[] | undefined {
    return this.#requestedRows;
  }

  /** The noted outcomes of rows of the current batch. */
  get outcomes(): RowOutcomes {
    return this.#outcomes;
  }

  /** Notes that rows are about to be sent. Needed only for rows that cannot be recognized later. */
  async noteRequest(rows: readonly number[]): Promise<void> {
    await this.#append({ type: 'asked', rows });
    this.#requestedRows = rows;
  }

  /** Notes the outcomes of the rows of the last request; an empty list if the request was not executed. */
  async noteOutcomes(outcomes: RowOutcomes): Promise<void> {
    await this.#append({ type: 'answered', answers: outcomes });
    this.#requestedRows = [];
    this.#outcomes.push(...outcomes);
  }

  async noteResult(batch: number, result: BatchResult): Promise<void> {
    await this.#append({ type: 'done', batch, result });
    this.#done.set(batch, result);
    this.#clearCurrentBatch();
  }

  /** Notes that the service replaces the times of the batches, so rows cannot be recognized by time. */
  async noteUnrecognized(): Promise<void> {
    await this.#append({ type: 'unrecognized' });
    this.#recognition = { kind: 'none' };
  }

  async noteComplete(): Promise<void> {
    if (this.#isComplete) return;
    await this.#append({ type: 'complete' });
    this.#isComplete = true;
  }

  async noteRejectedFile(name: string): Promise<void> {
    await this.#append({ type: 'rejectedFile', name });
    this.#rejectedFile = name;
  }

  /**
   * Checks that this process still holds the lock. While it was suspended, another process may have taken the lock.
   * @throws TransferError `otherProcess`
   */
  async checkHeld(): Promise<void> {
    if (!(await this.#isHeld())) throw new TransferError('otherProcess');
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** @throws TransferError `journalNotWritten`, `otherProcess` */
  async #append(entry: object): Promise<void> {
    await this.checkHeld();
    const bytes = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      let written = 0;
      while (written < bytes.length) {
        const { bytesWritten } = await this.#file.write(bytes, written, undefined, this.#position + written);
        written += bytesWritten;
      }
      await this.#file.datasync();
      this.#position += bytes.length;
    } catch (error) {
      throw new TransferError('journalNotWritten', systemCode(error), error);
    }
  }

  #apply(line: string): void {
    const entry = v.safeParse(entryShape, jsonValue(line));
    if (!entry.success) throw new TransferError('badJournal', this.path);
    const { output } = entry;
    if (output.type === 'sent') this.#sent.add(output.batch);
    else if (output.type === 'asked') this.#requestedRows = output.rows;
    else if (output.type === 'answered') {
      this.#requestedRows = [];
      this.#outcomes.push(...output.answers);
    } else if (output.type === 'unsent') {
      this.#sent.delete(output.batch);
      this.#clearCurrentBatch();
    } else if (output.type === 'done') {
      this.#done.set(output.batch, output.result);
      this.#clearCurrentBatch();
    } else if (output.type === 'complete') this.#isComplete = true;
    else if (output.type === 'rejectedFile') this.#rejectedFile = output.name;
    else this.#recognition = { kind: 'none' };
  }
}
