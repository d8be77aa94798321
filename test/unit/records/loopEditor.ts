import assert from 'node:assert/strict';
import { shownCell, type PageColumn } from '../../../src/records/document/cells';
import type { JsonObject } from '../../../src/json/json';
import { changedText, type TextChange } from '../../../src/records/text/recordsEdit';
import { RecordDocument } from '../../../src/records/document/recordDocument';
import type { Table } from '../../../src/records/table/schema';
import { changesOf, type EditMessage } from '../../../src/ui/records/grid/gridEdits';
import { GridModel, type Redraw } from '../../../src/ui/records/grid/gridModel';
import { gridRows, type GridRows } from '../../../src/ui/records/grid/gridRows';
import type { FromPage, CellTarget } from '../../../src/ui/records/grid/protocol';
import { targetOf, type GridView } from '../../../src/ui/records/grid/target';
import { writeJson } from '../../../src/json/json';
import { OpenText } from './openText';

interface Step {
  changes: readonly TextChange[];
  inverse: readonly TextChange[];
}

/** The simulated text of a document in VS Code, with edits, undo and redo. */
export class LoopEditor {
  readonly document: RecordDocument;
  /** Names of duplicated records, which two records had at the same time. */
  readonly copiedNames: Set<unknown>;
  readonly #open: OpenText;
  #undo: Step[] = [];
  #redo: Step[] = [];
  /** The text that VS Code considers saved. */
  savedText: string;

  constructor(document: RecordDocument, text: string, copiedNames = new Set<unknown>()) {
    this.document = document;
    this.copiedNames = copiedNames;
    this.#open = new OpenText(document, text);
    this.savedText = text;
  }

  get text(): string {
    return this.#open.getText();
  }

  get isDirty(): boolean {
    return this.text !== this.savedText;
  }

  edit(changes: readonly TextChange[]): void {
    if (changes.length === 0) return;
    const { text } = this;
    let moved = 0;
    const inverse = [...changes]
      .sort((one, other) => one.start - other.start)
      .map(change => {
        const start = change.start + moved;
        moved += change.text.length - (change.end - change.start);
        return { start, end: start + change.text.length, text: text.slice(change.start, change.end) };
      });
    this.#undo.push({ changes, inverse });
    this.#redo = [];
    this.#open.change(changes);
  }

  /** Handles a reload of the text. */
  readAgain(text: string): void {
    this.document.open(this.#open);
    this.replace(text);
    this.savedText = text;
  }

  /** Replaces the text as one edit that can be undone, like VS Code when a file changes. */
  replace(text: string): void {
    if (text !== this.text) this.edit([{ start: 0, end: this.text.length, text }]);
  }

  undo(): void {
    const step = this.#undo.pop();
    if (step === undefined) return;
    this.#redo.push(step);
    this.#open.change(step.inverse, true);
  }

  redo(): void {
    const step = this.#redo.pop();
    if (step === undefined) return;
    this.#undo.push(step);
    this.#open.change(step.changes, true);
  }
}

/** A message to the page; `undefined` if the text is not a list of records. */
type ToPage = { type: 'page'; view: GridView } | Extract<Redraw, { type: 'rows' }> | undefined;

const idColumn = { name: 'id', type: 'id' };

interface Sent {
  message: FromPage;
  /** The cells that the page showed in the rows of the message. */
  seen: readonly (readonly string[])[];
  columns: readonly PageColumn[];
  lacksOwn: boolean;
}

/** A simulated grid page and its extension, with messages in transit in both directions. */
export class LoopGrid {
  readonly #editor: LoopEditor;
  readonly #model = new GridModel();
  readonly #toPage: ToPage[] = [];
  readonly #toHost: Sent[] = [];
  #unseen = 0;
  /** The content that the page shows; `undefined` while the text is invalid. */
  view: GridView | undefined;
  refused = 0;
  edited = 0;

  readonly #drawsBase: boolean;

  /**
   * @param drawsBase makes a deliberately wrong grid: it shows the read records instead of the text after a partial
   * save, and identifies rows by their index
   */
  constructor(editor: LoopEditor, drawsBase = false) {
    this.#editor = editor;
    this.#drawsBase = drawsBase;
    this.update();
  }

  /** Lets the extension compare the text with the page, as it does soon after each change. */
  update(): void {
    const { document } = this.#editor;
    if (document.records.problems.some(({ code }) => code !== 'duplicateId' && code !== 'badId')) {
      this.#model.reset();
      this.#toPage.push(undefined);
      return;
    }
    const rows = this.#drawsBase ? baseRows(document) : gridRows(document);
    const redraw = this.#model.update(rows, rows.columns.map(({ name }) => name).join());
    if (redraw?.type === 'rows') this.#toPage.push(redraw);
    if (redraw?.type === 'page') {
      const { keys, columns, cells } = rows;
      this.#toPage.push({ type: 'page', view: { version: redraw.version, keys, columns, rows: cells } });
    }
  }

  /** Lets the page draw the oldest message. Returns false if there is no message. */
  draw(): boolean {
    if (this.#toPage.length === 0) return false;
    const message = this.#toPage.shift();
    if (message === undefined) this.view = undefined;
    else if (message.type === 'page') this.view = message.view;
    else if (this.view !== undefined) {
      const fresh = new Map(message.rows);
      const rows = this.view.rows.map((cells, at) => fresh.get(at) ?? cells);
      this.view = { ...this.view, version: message.version, rows };
    }
    return true;
  }

  /** Sends a message from the page, as for an action of the user. */
  send(rows: readonly number[], columns: readonly string[] | undefined, make: (target: CellTarget) => FromPage): void {
    if (this.view === undefined) return;
    const seen = rows.map(row => this.view?.rows[row] ?? []);
    const message = make(targetOf(this.view, rows, columns));
    this.#toHost.push({ message, seen, columns: this.view.columns as PageColumn[], lacksOwn: this.#unseen > 0 });
    this.#unseen += 1;
  }

  /** Lets the extension handle the oldest message. Returns false if there is no message. */
  handle(): boolean {
    const sent = this.#toHost.shift();
    if (sent === undefined) return false;
    this.update();
    const { message } = sent;
    const { document } = this.#editor;
    const rows = 'target' in message ? this.#model.find(message.target) : this.#behind(message);
    if (rows === undefined) {
      this.refused += 1;
      this.#model.reset();
      this.update();
      return true;
    }
    const content = { ...gridRows(document), problems: [] };
    const changes = changesOf(content, message as EditMessage, rows);
    const before = fieldsByKey(document);
    const ids = new Map(document.keys.map((key, at) => [key, document.rows[at]?.id]));
    if (message.type === 'duplicate') {
      for (const row of rows) this.#editor.copiedNames.add(document.records.fields[row]?.get('name'));
    }
    const reached = 'target' in message ? rows.map(row => document.keys[row] ?? '') : [];
    this.#model.expect(changedText(this.#editor.text, changes));
    this.#editor.edit(changes);
    this.edited += changes.length > 0 ? 1 : 0;
    checkReach(sent, reached, before, fieldsByKey(document), ids);
    this.update();
    return true;
  }

  /** Delivers all messages and asserts that the page shows the text. */
  settle(): void {
    this.update();
    while (this.handle() || this.draw());
    this.#unseen = 0;
    const { document } = this.#editor;
    if (this.view === undefined || this.#drawsBase) return;
    const { columns, keys, rows } = this.view;
    const expected = document.records.fields.map(fields =>
      columns.map(column => shownCell(column as PageColumn, fields.get(column.name))),
    );
    assert.deepEqual(rows, expected, 'the grid shows another thing than its text');
    assert.equal(new Set(keys).size, rows.length, 'two rows have one key');
    assert.deepEqual(keys, document.keys);
  }

  #behind(message: FromPage): number[] | undefined {
    const at = message.type === 'add' ? this.#model.findBehind(message.behind) : undefined;
    return at === undefined ? undefined : [at];
  }
}

function fieldsByKey(document: RecordDocument): Map<string, JsonObject> {
  const { keys, records } = document;
  return new Map(keys.map((key, at) => [key, records.fields[at] ?? new Map<string, never>()]));
}

/** Asserts that an edit changes only the records and columns that the user saw. */
function checkReach(
  sent: Sent,
  reached: readonly string[],
  before: Map<string, JsonObject>,
  after: Map<string, JsonObject>,
  ids: ReadonlyMap<string, string | undefined>,
): void {
  const { message, seen, columns, lacksOwn } = sent;
  const target = 'target' in message ? message.target : undefined;
  const targets = new Set(reached);
  for (const [key, fields] of before) {
    const now = after.get(key);
    if (!targets.has(key)) {
      if (now === undefined && isLeft(fields, targets, before, after)) continue;
      assert.equal(now && writeJson(now), writeJson(fields), `${message.type} reached a record that was not meant`);
    } else if (now === undefined) assert.equal(message.type, 'delete');
    else {
      const names = new Set([...fields.keys(), ...now.keys()]);
      const changed = [...names].filter(name => jsonText(fields.get(name)) !== jsonText(now.get(name)));
      for (const name of changed) {
        assert.ok(message.type !== 'duplicate' && target?.columns.includes(name), `${message.type} changed ${name}`);
      }
    }
  }
  reached.forEach((key, at) => {
    const fields = before.get(key) ?? assert.fail('an edit reached a row that is not there');
    const shown = seen[at]?.[0] ?? '';
    // A save can give a record its ID after the page showed the record without one, and an undo can take it away.
    const isSame = key.startsWith('+') && (shown === '' || shown === shownCell(idColumn, ids.get(key)));
    const now = isSame ? shown : shownCell(idColumn, fields.get('id'));
    assert.equal(shown, now, `${message.type} reached another record than the one on screen`);
    if (lacksOwn) return;
    const [expectedColumns, seenCells] = [new Set(target?.columns), seen[at] ?? []];
    columns.forEach((column, index) => {
      const { name } = column;
      if (expectedColumns.has(name))
        assert.equal(seenCells[index], shownCell(column, fields.get(name)), `${message.type} of ${name}`);
    });
  });
}

/**
 * Whether a new row still exists under another key. Undo can restore an earlier text with its earlier keys, and then
 * two equal new rows cannot be distinguished.
 */
function isLeft(
  fields: JsonObject,
  targets: ReadonlySet<string>,
  before: Map<string, JsonObject>,
  after: Map<string, JsonObject>,
): boolean {
  const isEqual = (row: JsonObject): boolean => !row.has('id') && writeJson(row) === writeJson(fields);
  const expected = [...before].filter(([key, row]) => !targets.has(key) && isEqual(row));
  return expected.length > 0 && [...after.values()].filter(isEqual).length >= expected.length;
}

/** Returns the rows of a grid that reads from the base as a second source besides the text. */
function baseRows(document: RecordDocument): GridRows {
  const { base, state } = document;
  const rows = gridRows(document);
  const records = state === 'partlySaved' && base !== undefined ? base.records : document.records.fields;
  const cells = records.map(fields => rows.columns.map(column => shownCell(column, fields.get(column.name))));
  return { ...rows, cells, keys: records.map((_, at) => `row ${at}`) };
}

function jsonText(value: Parameters<typeof writeJson>[0] | undefined): string | undefined {
  return value === undefined ? undefined : writeJson(value);
}

export function openEditor(table: Table, records: readonly JsonObject[]): LoopEditor {
  const document = new RecordDocument('page');
  document.table = table;
  return new LoopEditor(document, document.offer(records));
}
