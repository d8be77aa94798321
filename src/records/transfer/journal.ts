import { open, readFile, rm, type FileHandle } from 'node:fs/promises';
import * as v from 'valibot';
import { systemCode, TransferError } from './transferError';
import { jsonValue } from '../../json/jsonValue';

const rowNumber = v.number();
const count = v.number();
const recognitionShape = v.variant('kind', [
  v.object({ kind: v.literal('index') }),
  v.object({ kind: v.literal('time'), first: v.number() }),
  v.object({ kind: v.literal('none') }),
]);
const headerShape = v.object({
  version: v.literal(1),
  sha256: v.string(),
  clientId: v.string(),
  authUrl: v.string(),
  envId: v.optional(v.string()),
  /** ID of the table. */
  table: v.string(),
  format: v.string(),
  batchSize: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The target of each column of the file. */
  mapping: v.array(v.tuple([v.string(), v.nullable(v.string())])),
  recognition: recognitionShape,
});
const resultShape = v.object({
  /** Rows that an earlier request had already stored when they were sent again. */
  present: v.array(rowNumber),
  /** The rejected rows, and the reasons. */
  rejected: v.array(v.tuple([rowNumber, v.string()])),
  /** The rows with fields that the service did not store as sent, and the names of these fields. */
  altered: v.array(v.tuple([rowNumber, v.string()])),
  stored: count,
  /** Records with the `created_at` of the batch that do not come from the file. */
  extra: v.optional(count),
  /** Present rows that were in a request whose response was lost, so that request may have stored them. */
  lost: v.optional(count),
});
const outcomesShape = v.array(v.tuple([rowNumber, v.picklist(['stored', 'present', 'rejected']), v.string()]));
const entryShape = v.variant('type', [
  v.object({ type: v.literal('asked'), rows: v.array(rowNumber) }),
  v.object({ type: v.literal('answered'), answers: outcomesShape }),
  v.object({ type: v.literal('sent'), batch: v.number() }),
  v.object({ type: v.literal('unsent'), batch: v.number() }),
  v.object({ type: v.literal('unrecognized') }),
  v.object({ type: v.literal('done'), batch: v.number(), result: resultShape }),
  v.object({ type: v.literal('complete') }),
  v.object({ type: v.literal('rejectedFile'), name: v.string() }),
]);

/**
 * How an import recognizes its rows after a lost response: by a unique index; by a second of `created_at` that only one
 * batch uses (`first` is the second of the first batch); or not at all.
 */
export type Recognition = v.InferOutput<typeof recognitionShape>;

/** The first line of a journal, which describes the import. */
export type ImportHeader = v.InferOutput<typeof headerShape>;

/** The result of a batch. Lists row numbers, except for stored rows, which are only counted. */
export type BatchResult = v.InferOutput<typeof resultShape>;

/** The outcomes of rows: the row number, and the ID of the stored record or the reason of the rejection. */
export type RowOutcomes = v.InferOutput<typeof outcomesShape>;

type JournalEntry = v.InferOutput<typeof entryShape>;

/** Resolves to whether this process still holds the lock of the import. */
type LockCheck = () => Promise<boolean>;
const alwaysHeld: LockCheck = () => Promise.resolve(true);

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
      for (const line of lines) {
        const entry = v.safeParse(entryShape, jsonValue(line));
        if (!entry.success) throw new TransferError('badJournal', path);
        journal.#apply(entry.output);
      }
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

  /** Notes that a batch is about to be sent. The entry is on the disk when this resolves. */
  noteSent(batch: number): Promise<void> {
    return this.#note({ type: 'sent', batch });
  }

  /** Reverts `noteSent`. Only allowed if it is certain that no row of the batch was stored. */
  noteUnsent(batch: number): Promise<void> {
    return this.#note({ type: 'unsent', batch });
  }

  /** Notes that rows are about to be sent. Needed only for rows that cannot be recognized later. */
  noteRequest(rows: number[]): Promise<void> {
    return this.#note({ type: 'asked', rows });
  }

  /** Notes the outcomes of the rows of the last request; an empty list if the request was not executed. */
  noteOutcomes(answers: RowOutcomes): Promise<void> {
    return this.#note({ type: 'answered', answers });
  }

  noteResult(batch: number, result: BatchResult): Promise<void> {
    return this.#note({ type: 'done', batch, result });
  }

  /** Notes that the service replaces the times of the batches, so rows cannot be recognized by time. */
  noteUnrecognized(): Promise<void> {
    return this.#note({ type: 'unrecognized' });
  }

  async noteComplete(): Promise<void> {
    if (!this.#isComplete) await this.#note({ type: 'complete' });
  }

  noteRejectedFile(name: string): Promise<void> {
    return this.#note({ type: 'rejectedFile', name });
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

  async #note(entry: JournalEntry): Promise<void> {
    await this.#append(entry);
    this.#apply(entry);
  }

  #apply(entry: JournalEntry): void {
    if (entry.type === 'sent') this.#sent.add(entry.batch);
    else if (entry.type === 'asked') this.#requestedRows = entry.rows;
    else if (entry.type === 'answered') {
      this.#requestedRows = [];
      this.#outcomes.push(...entry.answers);
    } else if (entry.type === 'unsent') {
      this.#sent.delete(entry.batch);
      this.#clearCurrentBatch();
    } else if (entry.type === 'done') {
      this.#done.set(entry.batch, entry.result);
      this.#clearCurrentBatch();
    } else if (entry.type === 'complete') this.#isComplete = true;
    else if (entry.type === 'rejectedFile') this.#rejectedFile = entry.name;
    else this.#recognition = { kind: 'none' };
  }

  /** Clears the noted request and outcomes, which belong to one batch. */
  #clearCurrentBatch(): void {
    this.#requestedRows = undefined;
    this.#outcomes = [];
  }
}
