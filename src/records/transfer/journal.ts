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

/** The result of a batch. Rows that are neither present nor rejected were stored. */
export interface BatchResult {
  /** Rows that were on the server before they were sent for the last time. */
  present: number[];
  /** The rejected rows with the reasons. */
  rejected: [row: number, reason: string][];
  /** The rows with values that the service did not store as sent, and the names of these fields. */
  altered: [row: number, fields: string][];
  stored: number;
  /** Records with the time of the batch that do not come from the file. */
  extra?: number | undefined;
  /** Present rows of requests whose response was lost: these or others stored them. */
  lost?: number | undefined;
}

/** The outcomes of rows. `detail` is the ID of a stored record, or the reason of a rejection. */
export type RowAnswers = [row: number, kind: 'stored' | 'present' | 'rejected', detail: string][];

/** Whether this process still has the lock of the import. */
type Held = () => Promise<boolean>;
const always: Held = () => Promise.resolve(true);
const row = v.number();
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
const reasons = v.array(v.tuple([row, v.string()]));
const answersShape = v.array(v.tuple([row, v.picklist(['stored', 'present', 'rejected']), v.string()]));
const entryShape = v.variant('type', [
  v.object({ type: v.literal('asked'), rows: v.array(row) }),
  v.object({ type: v.literal('answered'), answers: answersShape }),
  v.object({ type: v.literal('sent'), batch: v.number() }),
  v.object({ type: v.literal('unsent'), batch: v.number() }),
  v.object({ type: v.literal('unrecognized') }),
  v.object({
    type: v.literal('done'),
    batch: v.number(),
    result: v.object({
      ...{ present: v.array(row), rejected: reasons, altered: reasons },
      ...{ stored: v.number(), extra: v.optional(v.number()), lost: v.optional(v.number()) },
    }),
  }),
  v.object({ type: v.literal('complete') }),
  v.object({ type: v.literal('rejectedFile'), name: v.string() }),
]);

/**
 * The log of an import on disk. A batch is noted before it is sent, so after a crash the journal shows which batch may
 * have been stored. Only the user can read the file.
 */
export class Journal {
  readonly header: ImportHeader;
  readonly path: string;
  readonly #file: FileHandle;
  readonly #sent = new Set<number>();
  readonly #done = new Map<number, BatchResult>();
  #asked: readonly number[] | undefined;
  #answers: RowAnswers = [];
  #recognition: Recognition;
  #isComplete = false;
  #rejectedFile: string | undefined;
  /** Bytes in the file. */
  #position = 0;
  readonly #held: Held;

  private constructor(path: string, file: FileHandle, header: ImportHeader, held: Held) {
    this.path = path;
    this.#held = held;
    this.#file = file;
    this.header = header;
    this.#recognition = header.recognition;
  }

  /** Begins a journal. @throws TransferError `alreadyStarted`, `journalNotWritten` */
  static async create(path: string, header: ImportHeader, held: Held = always): Promise<Journal> {
    const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
      if (systemCode(error) === 'EEXIST') throw new TransferError('alreadyStarted', path);
      throw new TransferError('journalNotWritten', systemCode(error), error);
    });
    const journal = new Journal(path, file, header, held);
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
  static async resume(path: string, held: Held = always): Promise<Journal | undefined> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw new TransferError('badJournal', path, error);
    });
    if (text === undefined) return undefined;
    // A crash can cut off the last line. The import determines again what the line said.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const [first, ...lines] = whole.split('\n').filter(line => line !== '');
    const header = v.safeParse(headerShape, jsonValue(first ?? ''));
    if (!header.success) throw new TransferError('badJournal', path);
    const file = await open(path, 'r+').catch((error: unknown) => {
      throw new TransferError('journalNotWritten', systemCode(error), error);
    });
    const journal = new Journal(path, file, header.output, held);
    try {
      for (const line of lines) journal.#apply(line);
      await file.truncate(Buffer.byteLength(whole));
      journal.#position = Buffer.byteLength(whole);
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

  /** Returns the result of a batch; `sent` if the result is unknown; `undefined` if the batch was not sent. */
  stateOf(batch: number): BatchResult | 'sent' | undefined {
    return this.#done.get(batch) ?? (this.#sent.has(batch) ? 'sent' : undefined);
  }

  results(): Iterable<BatchResult> {
    return this.#done.values();
  }

  /** Returns the reasons of all rejected rows, by row number. */
  rejected(): Map<number, string> {
    return new Map([...this.#done.values()].flatMap(({ rejected }) => rejected));
  }

  /** Notes that a batch is about to be sent. Its line is on the disk when this resolves. */
  async send(batch: number): Promise<void> {
    await this.#append({ type: 'sent', batch });
    this.#sent.add(batch);
  }

  /** Reverts `send`, if it is certain that no row of the batch was stored. */
  async retract(batch: number): Promise<void> {
    await this.#append({ type: 'unsent', batch });
    this.#sent.delete(batch);
    this.#forget();
  }

  /** Clears the noted requests and outcomes before the next batch. */
  #forget(): void {
    this.#asked = undefined;
    this.#answers = [];
  }

  /**
   * The rows of the last noted request of the current batch: empty if its outcome is known, `undefined` if no request
   * was noted.
   */
  get asked(): readonly number[] | undefined {
    return this.#asked;
  }

  /** The noted outcomes of rows of the current batch. */
  get answers(): RowAnswers {
    return this.#answers;
  }

  /** Notes that rows are about to be sent, for a batch whose rows cannot be recognized. */
  async ask(rows: readonly number[]): Promise<void> {
    await this.#append({ type: 'asked', rows });
    this.#asked = rows;
  }

  /** Notes the outcomes of the rows of the last request; an empty list if the request was not executed. */
  async answer(answers: RowAnswers): Promise<void> {
    await this.#append({ type: 'answered', answers });
    this.#asked = [];
    this.#answers.push(...answers);
  }

  async finish(batch: number, result: BatchResult): Promise<void> {
    await this.#append({ type: 'done', batch, result });
    this.#done.set(batch, result);
    this.#forget();
  }

  /** Notes that the service does not accept the times of the batches. */
  async loseRecognition(): Promise<void> {
    await this.#append({ type: 'unrecognized' });
    this.#recognition = { kind: 'none' };
  }

  async complete(): Promise<void> {
    if (this.#isComplete) return;
    await this.#append({ type: 'complete' });
    this.#isComplete = true;
  }

  async noteRejectedFile(name: string): Promise<void> {
    await this.#append({ type: 'rejectedFile', name });
    this.#rejectedFile = name;
  }

  /**
   * Checks that this process still has the lock. While it was suspended, another process may have taken the import.
   * @throws TransferError `otherProcess`
   */
  async checkHeld(): Promise<void> {
    if (!(await this.#held())) throw new TransferError('otherProcess');
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
    else if (output.type === 'asked') this.#asked = output.rows;
    else if (output.type === 'answered') {
      this.#asked = [];
      this.#answers.push(...output.answers);
    } else if (output.type === 'unsent') {
      this.#sent.delete(output.batch);
      this.#forget();
    } else if (output.type === 'done') {
      this.#done.set(output.batch, output.result);
      this.#forget();
    } else if (output.type === 'complete') this.#isComplete = true;
    else if (output.type === 'rejectedFile') this.#rejectedFile = output.name;
    else this.#recognition = { kind: 'none' };
  }
}
