import { afterSave, type RefusedCell } from '../saving/afterSave';
import type { JsonObject } from '../../json/json';
import { LostCreations } from './lostCreations';
import { editsOf, type RecordDecision, type RecordEdit, type RecordMerge } from '../saving/merge';
import { RecordBase, writtenRecords, type StoredBase, type WrittenRecord } from './recordBase';
import { idOf, writeRecordsText, type RecordsForm, type Row, type TextProblem } from '../text/recordsText';
import { RowTracker, type ContentChange } from '../text/rowTracker';
import type { StepOutcome } from '../saving/save';
import { fieldComparer, type SameField } from '../table/sameValue';
import type { Table } from '../table/schema';
import { TextLineages } from './textLineages';
import { TextRecords } from '../text/textRecords';

/** The text of an open document; a `vscode.TextDocument` is one. */
export interface TextSource {
  readonly version: number;
  getText(): string;
}

/** A record of the current text. */
export interface DocumentRow extends Row {
  /** Stays the same for a record while the document is open. */
  key: string;
  /** The record's ID. Also set if the text lacks it after an undo of the save that created the record. */
  id: string | undefined;
}

/**
 * - `unread`: the records were not read yet.
 * - `read`: the text is as it was read.
 * - `edited`: the text differs from what was read.
 * - `saving`: a save is running.
 * - `partlySaved`: the last save wrote only some of the changes, and there was no edit since.
 * - `restored`: VS Code restored the unsaved text after a reload, and the records it was based on are unknown.
 */
type DocumentState = 'unread' | 'read' | 'edited' | 'saving' | 'partlySaved' | 'restored';

/** The decision about each edit of a save, and its outcome. */
interface SaveResult {
  decisions: ReadonlyMap<RecordMerge, RecordDecision>;
  outcomes: readonly StepOutcome[];
  /** The columns that the document shows, when it does not show all. */
  chosen: readonly string[] | undefined;
}

/** A save that has begun. */
interface BegunSave {
  rows: readonly DocumentRow[];
  problems: readonly TextProblem[];
  base: RecordBase | undefined;
  /** The differences to the base; `undefined` while the base is unknown. */
  edits: readonly RecordEdit[] | undefined;
}

/** A document after a save. */
interface EndedSave {
  /** The records that count as read from now on. */
  read: readonly JsonObject[];
  /** The text that replaces the saved one; `undefined` when the document has changed meanwhile. */
  text: string | undefined;
}

/**
 * The model of one document of records. The current text is the only source: rows, problems and edits are derived from
 * it on demand. The records that were read only serve as the base of a merge.
 */
export class RecordDocument {
  readonly form: RecordsForm;
  table: Table | undefined;
  /** The reason why the table could not be read. */
  tableProblem: string | undefined;
  /** The IDs of the records that were last read from the service. Saves do not change them. */
  readIds: ReadonlySet<string> | undefined;
  readonly #tracker = new RowTracker();
  /** The records that this document created, by the earlier keys of their rows. */
  readonly #created = new Map<string, { id: string; row: JsonObject | undefined }>();
  #source: TextSource | undefined;
  #current: { version: number; records: TextRecords; rows?: readonly DocumentRow[] } | undefined;
  #offered: TextRecords | undefined;
  readonly #lineages = new TextLineages();
  readonly #lost = new LostCreations();
  /** `unsaved` has the rows of records that the save may create. */
  #saving: { text: string; rows: readonly DocumentRow[]; unsaved: readonly DocumentRow[] } | undefined;

  constructor(form: RecordsForm) {
    this.form = form;
  }

  get state(): DocumentState {
    if (this.#source === undefined) return 'unread';
    if (this.#saving !== undefined) return 'saving';
    const { base, isAtStart, isPartlySaved } = this.#lineages;
    if (base === undefined) return 'restored';
    if (!isAtStart) return 'edited';
    return isPartlySaved ? 'partlySaved' : 'read';
  }

  /** The records that the current text was made from; `undefined` if unknown. */
  get base(): RecordBase | undefined {
    return this.#lineages.base;
  }

  get text(): string {
    return this.records.text;
  }

  /** The records of the current text. */
  get records(): TextRecords {
    return this.#read().records;
  }

  /** One key for each record of the current text. A record keeps its key when a save gives it its ID. */
  get keys(): readonly string[] {
    const { fields, uniqueIds } = this.records;
    const hasIds = uniqueIds.size === fields.length;
    const keys = hasIds ? fields.map(record => `=${idOf(record) ?? ''}`) : this.rows.map(({ key }) => key);
    if (this.#created.size === 0) return keys;
    const taken = new Set(keys);
    const isKept = (key: string) => key.startsWith('+') && !taken.has(key);
    const earlier = new Map([...this.#created].map(([key, { id }]) => [`=${id}`, isKept(key) ? key : undefined]));
    return keys.map(key => earlier.get(key) ?? key);
  }

  get rows(): readonly DocumentRow[] {
    const current = this.#read();
    return (current.rows ??= this.#lost.follow(this.#identified(current.records, true), this.#same));
  }

  /** The reasons why the current text cannot be saved, with their positions. */
  get problems(): readonly TextProblem[] {
    return this.#problemsIn(this.records, this.rows);
  }

  /** The differences between the current text and its base; `undefined` while the base is unknown. */
  get edits(): RecordEdit[] | undefined {
    return this.base && editsOf(this.base.recordsFor(this.rows), this.rows, this.#same);
  }

  get #same(): SameField {
    return fieldComparer(this.table?.columns ?? []);
  }

  /** Sets the text of the opened document. @returns whether the base changed */
  open(source: TextSource): boolean {
    this.#source = source;
    return this.#recognize();
  }

  /** Handles a change of the text, by an edit or by an undo or redo. @returns whether the base changed */
  changed(edits: readonly ContentChange[], isUndo = false): boolean {
    // Each edit shifts the positions, even if the keys of the previous text were never requested.
    this.#tracker.changed(edits);
    return this.#recognize(isUndo);
  }

  /** Prepares the text for records that were read. They become the base as soon as the document has this text. */
  offer(records: readonly JsonObject[]): string {
    return this.#show(records, new RecordBase(records));
  }

  /** Begins a save. @param text the text that VS Code wants to write; it may be older than the current text */
  beginSave(text: string): BegunSave {
    const isCurrent = this.#source !== undefined && this.text === text;
    const records = isCurrent ? this.records : new TextRecords(text, this.form);
    const rows = isCurrent ? this.rows : this.#identified(records, false);
    this.#saving = { text, rows, unsaved: rows.filter(({ id }) => id === undefined) };
    const { base } = this;
    const edits = base && this.#lost.mark(editsOf(base.recordsFor(rows), rows, this.#same), rows, this.#same);
    return { rows, problems: this.#problemsIn(records, rows), base, edits };
  }

  /** Notes the records that the running save creates, also in place of deleted ones. @param created their rows */
  willCreate(created: readonly JsonObject[]): void {
    const all = new Set(created);
    if (this.#saving !== undefined) this.#saving.unsaved = this.#saving.rows.filter(({ fields }) => all.has(fields));
  }

  /** Ends a save that wrote nothing. */
  cancelSave(): void {
    this.#saving = undefined;
  }

  /** Ends a save. Written values count as read; everything else stays an edit of the text. */
  endSave({ decisions, outcomes, chosen }: SaveResult): EndedSave {
    const { text = '', rows = [] } = this.#saving ?? {};
    this.#saving = undefined;
    const { read, shown, refused } = afterSave({ read: this.base?.complete ?? [], rows }, decisions, outcomes, chosen);
    this.#markWritten(rows, writtenRecords(outcomes), refused);
    this.#lost.note(rows, outcomes);
    this.#lineages.end(text);
    if (this.#source !== undefined && this.text !== text) return { read, text: undefined };
    const isPartlySaved = writeRecordsText(read, this.form) !== writeRecordsText(shown, this.form);
    return { read, text: this.#show(shown, new RecordBase(read, refused), isPartlySaved) };
  }

  /** Whether the text lacks the ID of a record that this document created. */
  get lacksIds(): boolean {
    return this.#created.size > 0 && this.rows.some(({ id, key }) => id !== undefined && key !== `=${id}`);
  }

  /** Returns the state to keep for a reload; `undefined` while the base is unknown. */
  storedBase(): StoredBase | undefined {
    const { base } = this;
    if (base === undefined) return undefined;
    const created = this.rows.flatMap(({ id, key, fields }) => {
      return id === undefined || key === `=${id}` ? [] : [{ id, row: fields }];
    });
    const lost = this.#lost.stored(this.#saving?.unsaved ?? [], this.rows);
    return { records: base.records, whole: base.created, created, lost, readIds: this.readIds };
  }

  /** Sets the stored base of a restored text. */
  restore({ records, whole, created, lost, readIds }: StoredBase): void {
    this.readIds = readIds;
    this.#show(records, new RecordBase(records, [], whole));
    this.#lineages.takeNewest();
    for (const { id, row } of created) {
      const textId = idOf(row);
      this.#created.set(textId === undefined ? `kept ${id}` : `=${textId}`, { id, row });
    }
    if (this.#current !== undefined) delete this.#current.rows;
    this.#recognize();
    this.#lost.restore(lost);
    this.#lost.follow(this.rows, this.#same);
  }

  #problemsIn({ problems }: TextRecords, rows: readonly DocumentRow[]): readonly TextProblem[] {
    const unknown = this.base?.unknownIds(rows) ?? [];
    return unknown.length === 0 ? problems : [...problems, ...unknown].sort((one, other) => one.start - other.start);
  }

  /** Marks the written values as read in every text that an undo can restore. */
  #markWritten(rows: readonly DocumentRow[], written: readonly WrittenRecord[], refused: readonly RefusedCell[]): void {
    for (const { id, row } of written) {
      const key = rows.find(({ fields }) => fields === row)?.key;
      if (key !== undefined && key !== `=${id}`) this.#created.set(key, { id, row });
    }
    this.#lineages.markWritten(written, refused);
    if (this.#current !== undefined) delete this.#current.rows;
  }

  /** Writes the text for the given records and expects the document to get it. */
  #show(shown: readonly JsonObject[], base: RecordBase, isPartlySaved = false): string {
    this.#offered = TextRecords.written(shown, this.form);
    this.#lineages.expect(this.#offered.text, base, isPartlySaved);
    // VS Code reports no change when the document already has this text.
    if (this.#source?.getText() === this.#offered.text) this.#recognize();
    return this.#offered.text;
  }

  /** Finds the base of the current text. @returns whether the base changed */
  #recognize(isUndo = false): boolean {
    const isOther = this.#lineages.recognize(this.text, isUndo);
    if (isOther && this.#current !== undefined) delete this.#current.rows;
    return isOther;
  }

  #read() {
    const version = this.#source?.version ?? 0;
    if (this.#current?.version === version) return this.#current;
    const text = this.#source?.getText() ?? '';
    const records = this.#offered?.text === text ? this.#offered : new TextRecords(text, this.form);
    return (this.#current = { version, records });
  }

  #identified(records: TextRecords, isCurrent: boolean): DocumentRow[] {
    const keys = this.#tracker.keysOf(records, isCurrent);
    const taken = new Set(records.rows.flatMap(({ id }) => id ?? []));
    const idFor = (key: string): string | undefined => {
      const id = this.#created.get(key)?.id;
      if (id === undefined || !this.#isFree(id, taken)) return undefined;
      taken.add(id);
      return id;
    };
    const rows = records.rows.map((row, at): DocumentRow => {
      const key = keys[at] ?? '';
      return { ...row, key, id: idFor(key) ?? row.id };
    });
    if (this.#created.size === 0) return rows;
    return rows.map(row => (row.id === undefined ? { ...row, id: this.#idByFields(row, taken) } : row));
  }

  /** Whether a row can be this created record. If the record was deleted since, a similar row is a new record. */
  #isFree(id: string, taken: ReadonlySet<string>): boolean {
    return !taken.has(id) && this.base?.has(id) !== false;
  }

  /** Finds the created record of a row that has neither its ID nor its key any more: the one with the same fields. */
  #idByFields({ key, fields }: DocumentRow, taken: Set<string>): string | undefined {
    if (fields.has('id')) return undefined;
    for (const { id, row } of this.#created.values()) {
      if (!this.#isFree(id, taken) || row === undefined || row.size !== fields.size) continue;
      if (![...fields].every(([name, value]) => this.#same(name, row.get(name), value))) continue;
      taken.add(id);
      this.#created.set(key, { id, row });
      return id;
    }
    return undefined;
  }
}
