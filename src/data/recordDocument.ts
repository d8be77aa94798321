import type { RefusedCell } from './afterSave';
import { editsOf, type RecordEdit } from './merge';
import type { JsonObject } from './json';
import { RecordBase, type WrittenRecord } from './recordBase';
import { idOf, writeRecordsText, type RecordsForm, type Row, type TextProblem } from './recordsText';
import { digestOf, RowTracker, type TextEdit } from './rowTracker';
import { fieldComparer, type SameField } from './sameValue';
import type { Table } from './schema';
import { TextRecords } from './textRecords';

/** The text of an open document; a `vscode.TextDocument` is one. */
export interface TextSource {
  readonly version: number;
  getText(): string;
}

/** A record of the current text. */
export interface DocumentRow extends Row {
  /** The same for the same record as long as the document is open. */
  key: string;
  /** Also known when the text lacks it: after an undo of the save that created the record. */
  id: string | undefined;
}

/**
 * - `unread`: nothing was read yet.
 * - `read`: the text is as it was read.
 * - `edited`: the text differs from what was read.
 * - `saving`: a save is running.
 * - `partlySaved`: the last save wrote only some of the changes, and nothing was edited since.
 * - `restored`: VS Code restored the unsaved text after a reload, and what was read before is not known.
 */
export type DocumentState = 'unread' | 'read' | 'edited' | 'saving' | 'partlySaved' | 'restored';

/** What a save made of a document. */
export interface SaveResult {
  written: readonly WrittenRecord[];
  /** What counts as read from now on, and what the text is to show. */
  read: readonly JsonObject[];
  shown: readonly JsonObject[];
  refused: readonly RefusedCell[];
}

/** Recognizes a text without keeping it. */
interface TextMark {
  length: number;
  digest: string;
}

/** Texts that were made from the same records. An undo can lead back from one lineage into the one before. */
interface Lineage {
  base: RecordBase;
  start: TextMark;
  /** The last text before a save replaced it. */
  end?: TextMark;
  isPartlySaved: boolean;
}

const mostLineages = 10;

/**
 * The model of one document of records: its current text. Rows, problems and edits are derived from the text whenever they
 * are asked for. What was read before is only the base of a merge.
 */
export class RecordDocument {
  readonly form: RecordsForm;
  table: Table | undefined;
  /** Why the table could not be read. */
  tableProblem: string | undefined;
  readonly #tracker = new RowTracker();
  /** The records that this document created, by the keys that their rows had before. */
  readonly #created = new Map<string, { id: string; row: JsonObject | undefined }>();
  #source: TextSource | undefined;
  #current: { version: number; records: TextRecords; rows?: readonly DocumentRow[] } | undefined;
  #offered: TextRecords | undefined;
  #lineages: readonly Lineage[] = [];
  #lineage: Lineage | undefined;
  #isAtStart = false;
  #saving: { text: string; rows: readonly DocumentRow[] } | undefined;

  constructor(form: RecordsForm) {
    this.form = form;
  }

  get state(): DocumentState {
    if (this.#source === undefined) return 'unread';
    if (this.#saving !== undefined) return 'saving';
    if (this.#lineage === undefined) return 'restored';
    if (!this.#isAtStart) return 'edited';
    return this.#lineage.isPartlySaved ? 'partlySaved' : 'read';
  }

  /** What the current text was made from; `undefined` where that is not known. */
  get base(): RecordBase | undefined {
    return this.#lineage?.base;
  }

  get text(): string {
    return this.records.text;
  }

  /** The records of the current text. */
  get records(): TextRecords {
    return this.#read().records;
  }

  /** One key for each record of the current text. */
  get keys(): readonly string[] {
    const { fields, uniqueIds } = this.records;
    if (uniqueIds.size < fields.length) return this.rows.map(({ key }) => key);
    return fields.map(record => `=${idOf(record) ?? ''}`);
  }

  get rows(): readonly DocumentRow[] {
    const current = this.#read();
    return (current.rows ??= this.#identified(current.records, true));
  }

  /** Why the current text cannot be saved, and where. */
  get problems(): readonly TextProblem[] {
    return this.#problemsIn(this.records, this.rows);
  }

  /** The differences between the current text and its base; `undefined` where the base is not known. */
  get edits(): RecordEdit[] | undefined {
    return this.base && editsOf(this.base.records, this.rows, this.#same);
  }

  get #same(): SameField {
    return fieldComparer(this.table?.columns ?? []);
  }

  /** Connects the text. @returns whether it has another base now */
  open(source: TextSource): boolean {
    this.#source = source;
    return this.#recognize();
  }

  /** Takes notice of a change of the text. @returns whether it has another base now */
  changed(edits: readonly TextEdit[]): boolean {
    // Nobody may have asked for the keys of the text before the edit.
    this.#tracker.changed(edits);
    return this.#recognize();
  }

  /** Records that were read, to be shown. They become the base once the text is what is returned. */
  offer(records: readonly JsonObject[]): string {
    return this.#expect({ read: records, shown: records, refused: [] }, false);
  }

  /** @param text what VS Code wants to write; it may be older than the current text */
  beginSave(text: string): { rows: readonly DocumentRow[]; problems: readonly TextProblem[] } {
    const isCurrent = this.#source !== undefined && this.text === text;
    const records = isCurrent ? this.records : new TextRecords(text, this.form);
    const rows = isCurrent ? this.rows : this.#identified(records, false);
    this.#saving = { text, rows };
    return { rows, problems: this.#problemsIn(records, rows) };
  }

  /**
   * Ends a save.
   * @param result absent when nothing was written
   * @returns the text that should replace the one that was saved; `undefined` when that is no longer the current text
   */
  endSave(result?: SaveResult): string | undefined {
    const saving = this.#saving;
    this.#saving = undefined;
    if (saving === undefined || result === undefined) return undefined;
    this.#take(saving.rows, result);
    if (this.#lineage !== undefined) this.#lineage.end = markOf(saving.text);
    if (this.#source !== undefined && this.text !== saving.text) return undefined;
    const isPartlySaved = writeRecordsText(result.read, this.form) !== writeRecordsText(result.shown, this.form);
    return this.#expect(result, isPartlySaved);
  }

  #problemsIn({ problems }: TextRecords, rows: readonly DocumentRow[]): readonly TextProblem[] {
    const { base } = this;
    if (base === undefined) return problems;
    const unknown = rows.flatMap(({ id, key, places, start, end }): TextProblem[] => {
      if (id === undefined || base.has(id) || !key.startsWith('=')) return [];
      return [{ code: 'unknownId', ...(places.get('id')?.value ?? { start, end }) }];
    });
    return unknown.length === 0 ? problems : [...problems, ...unknown].sort((one, other) => one.start - other.start);
  }

  /** From now on the written values count as read in every text that an undo can bring back. */
  #take(rows: readonly DocumentRow[], { written, refused }: SaveResult): void {
    for (const { id, row } of written) {
      const key = rows.find(({ fields }) => fields === row)?.key;
      if (key !== undefined && key !== `=${id}`) this.#created.set(key, { id, row });
    }
    for (const lineage of this.#lineages) lineage.base = lineage.base.withWritten(written, refused);
    if (this.#current !== undefined) delete this.#current.rows;
  }

  #expect({ read, shown, refused }: Omit<SaveResult, 'written'>, isPartlySaved: boolean): string {
    const offered = TextRecords.written(shown, this.form);
    const start = markOf(offered.text);
    const lineage: Lineage = { base: new RecordBase(read, refused), start, isPartlySaved };
    this.#offered = offered;
    const others = this.#lineages.filter(each => !isSameMark(each.start, start));
    this.#lineages = [...others.slice(1 - mostLineages), lineage];
    return offered.text;
  }

  /** Finds the base of the current text. @returns whether it is another one */
  #recognize(): boolean {
    const { text } = this;
    const { length } = text;
    const isNear = this.#lineages.some(({ start, end }) => start.length === length || end?.length === length);
    this.#isAtStart = false;
    if (!isNear) return false;
    const mark = markOf(text);
    const found = this.#lineages.findLast(
      ({ start, end }) => isSameMark(start, mark) || (end !== undefined && isSameMark(end, mark)),
    );
    if (found === undefined) return false;
    this.#isAtStart = isSameMark(found.start, mark);
    if (found === this.#lineage) return false;
    this.#lineage = found;
    if (this.#current !== undefined) delete this.#current.rows;
    return true;
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
      if (id === undefined || taken.has(id)) return undefined;
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

  /** Recognizes a created record whose row came back without its ID and with another key, by its unchanged fields. */
  #idByFields({ key, fields }: DocumentRow, taken: Set<string>): string | undefined {
    if (fields.has('id')) return undefined;
    for (const { id, row } of this.#created.values()) {
      if (taken.has(id) || row === undefined || row.size !== fields.size) continue;
      if (![...fields].every(([name, value]) => this.#same(name, row.get(name), value))) continue;
      taken.add(id);
      this.#created.set(key, { id, row });
      return id;
    }
    return undefined;
  }
}

function markOf(text: string): TextMark {
  return { length: text.length, digest: digestOf(text) };
}

function isSameMark(one: TextMark, other: TextMark): boolean {
  return one.length === other.length && one.digest === other.digest;
}
