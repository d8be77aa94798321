import assert from 'node:assert/strict';
import type { Fetch } from '../../../src/api/http/sendOnce';
import { writeJson, type Json, type JsonObject } from '../../../src/json/json';
import { changedNames, type ConflictChoice, type RecordEdit } from '../../../src/records/saving/merge';
import { planOf } from '../../../src/records/saving/plan';
import { mergeWithServer } from '../../../src/records/saving/readRecords';
import { RecordDocument } from '../../../src/records/document/recordDocument';
import { idOf, readRecordsText } from '../../../src/records/text/recordsText';
import { fieldComparer } from '../../../src/records/table/sameValue';
import { save } from '../../../src/records/saving/save';
import type { DataService } from '../../../src/api/openApi/dataService';
import { json } from './documents';
import { LoopChecks, jsonText, noCount, type LoopCount } from './loopChecks';
import { LoopEditor, LoopGrid, openEditor } from './loopEditor';
import { columns, type LoopServer } from './loopServer';
import { seeded, type Random } from './random';
import { response } from './modelServer';

/** A simulated user who edits records in a grid and a text editor, while somebody else changes the same table. */
export class DocumentLoop {
  readonly count: LoopCount = { ...noCount };
  readonly #server: LoopServer;
  readonly #random: Random;
  readonly #service: DataService;
  #editor!: LoopEditor;
  #grid!: LoopGrid;
  #isSaving = false;
  #isLossy = false;
  #names = 0;

  readonly #checks: LoopChecks;
  readonly #drawsBase: boolean;

  /** @param drawsBase see `LoopGrid` */
  constructor(server: LoopServer, seed: number, drawsBase = false) {
    this.#server = server;
    this.#drawsBase = drawsBase;
    this.#checks = new LoopChecks(server.table);
    this.#random = seeded(seed);
    this.#service = server.service((url, init) => this.#request(url, init));
  }

  async run(steps: number): Promise<void> {
    for (let at = 0; at < 3; at += 1) await this.#server.create(this.#record());
    await this.#open();
    for (let step = 0; step < steps; step += 1) {
      this.count.steps += 1;
      await this.#step();
      if (this.#random(3) === 0) this.#grid.settle();
      this.#checks.checkBase(this.#editor.document);
    }
    this.#grid.settle();
    this.#countGrid();
  }

  async #open(): Promise<void> {
    const records = await this.#server.state();
    this.#checks.note(await this.#server.state());
    this.#editor = openEditor(this.#server.table, records);
    this.#grid = new LoopGrid(this.#editor, this.#drawsBase);
  }

  async #step(): Promise<void> {
    switch (this.#random(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
        return this.#editInGrid();
      case 5:
        return this.#editRows();
      case 6:
        return this.#editText();
      case 7:
      case 8:
        this.count.undone += 1;
        this.#editor.undo();
        return this.#grid.update();
      case 9:
        this.#editor.redo();
        return this.#grid.update();
      case 10:
      case 11:
        return this.#elsewhere();
      case 12:
        return this.#reload();
      case 13:
        return void (this.#random(2) === 0 ? this.#grid.handle() : this.#grid.draw());
      default:
        return this.#save();
    }
  }

  #value(name: string): string {
    return name === 'stock' ? String(this.#random(50)) : `${name} ${(this.#names += 1)}`;
  }

  #record(): JsonObject {
    return new Map<string, Json>([
      ['name', this.#value('name')],
      ['stock', json(this.#value('stock'))],
    ]);
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[this.#random(Math.max(1, items.length))];
  }

  #rows(): number[] {
    const length = this.#grid.view?.rows.length ?? 0;
    if (length === 0) return [];
    const first = this.#random(length);
    return [first, first + 1, first + 2].slice(0, 1 + this.#random(3)).filter(row => row < length);
  }

  #editInGrid(): void {
    const rows = this.#rows();
    const name = this.#pick(columns) ?? '';
    if (rows.length === 0) return;
    const [first = 0] = rows;
    switch (this.#random(4)) {
      case 0:
        return this.#grid.send(rows, [name], target => ({ type: 'set', target, value: 'missing' }));
      case 1: {
        const text = rows.map(() => columns.map(column => this.#value(column)).join('\t')).join('\n');
        const selected = { rows: 1, columns: 1 };
        return this.#grid.send(rows, columns, target => ({ type: 'paste', target, text, onward: columns, selected }));
      }
      default:
        return this.#grid.send([first], [name], target => ({ type: 'write', target, text: this.#value(name) }));
    }
  }

  #editRows(): void {
    const rows = this.#rows();
    const { view } = this.#grid;
    if (view === undefined) return;
    switch (rows.length === 0 ? 2 : this.#random(3)) {
      case 0:
        return this.#grid.send(rows, undefined, target => ({ type: 'delete', target }));
      case 1:
        return this.#grid.send(rows, undefined, target => ({ type: 'duplicate', target }));
      default: {
        const behind = view.keys[rows[0] ?? -1] ?? null;
        return this.#grid.send([], [], ({ version }) => ({ type: 'add', version, behind }));
      }
    }
  }

  /** Types into the text: a value, a record, or temporarily invalid JSON. */
  #editText(): void {
    const { text } = this.#editor;
    if (this.#random(5) === 0)
      return this.#editor.edit([{ start: this.#random(text.length), end: 0, text: '?' }].map(at));
    const { rows, problems } = readRecordsText(text, 'page');
    const row = this.#pick(rows);
    const name = this.#pick(columns) ?? '';
    const place = row?.ranges.get(name)?.value;
    if (problems.length > 0 || place === undefined) return;
    const value = name === 'stock' ? this.#value(name) : JSON.stringify(this.#value(name));
    this.#editor.edit([{ ...place, text: value }]);
    this.#grid.update();
  }

  async #elsewhere(): Promise<void> {
    const id = idOf(this.#pick(await this.#server.state()) ?? new Map<string, Json>());
    const name = this.#pick(columns) ?? '';
    if (id === undefined || this.#random(6) === 0) await this.#server.create(this.#record());
    else if (this.#random(6) === 0) await this.#server.remove(id);
    else {
      const value = this.#value(name);
      await this.#server.change(id, name, name === 'stock' ? json(value) : value);
      this.#checks.writers.set(`${id} ${name}`, 'other');
    }
    this.#checks.note(await this.#server.state());
  }

  /** Reloads the window: restores an unsaved text with its stored base, otherwise reads the records again. */
  async #reload(): Promise<void> {
    this.#countGrid();
    if (!this.#editor.isDirty) return this.#open();
    const { document, text } = this.#editor;
    const kept = document.storedBase() ?? assert.fail('nothing was kept of an unsaved document');
    const before = this.#editTexts(document.edits ?? []);
    const restored = new RecordDocument('page');
    restored.table = this.#server.table;
    restored.restore(kept);
    this.#editor = new LoopEditor(restored, text, this.#editor.copiedNames);
    this.#editor.savedText = '';
    this.#grid = new LoopGrid(this.#editor, this.#drawsBase);
    this.count.reloads += 1;
    assert.deepEqual(this.#editTexts(restored.edits ?? []), before, 'a reload changes what is unsaved');
  }

  #countGrid(): void {
    this.count.edits += this.#grid.edited;
    this.count.refused += this.#grid.refused;
  }

  #editTexts(edits: readonly RecordEdit[]): string[] {
    const texts = edits.map(({ id, read, edited }) => {
      const names = read && edited ? changedNames(read, edited, fieldComparer(this.#server.table.columns)) : [];
      return writeJson([
        id ?? null,
        edited === undefined ? null : [...names],
        id === undefined ? (edited ?? null) : null,
      ]);
    });
    return texts.sort();
  }

  async #save(): Promise<void> {
    const { document, text } = this.#editor;
    const { rows, problems, base, edits } = document.beginSave(text);
    if (problems.length > 0) return document.cancelSave();
    this.count.saves += 1;
    assert.ok(base !== undefined && edits !== undefined, 'without a base');
    this.#checks.checkEdits(edits, text, rows, base.recordsFor(rows));
    this.#isSaving = true;
    const merges = await mergeWithServer(this.#service, this.#server.table, edits).catch(() => undefined);
    this.#isSaving = false;
    if (merges === undefined) return document.cancelSave();
    const plan = planOf(this.#server.table, merges, (merge, name) => {
      this.count.conflicts += 1;
      const writer = this.#checks.writers.get(`${merge.edit.id} ${name}`);
      if (name !== undefined) assert.notEqual(writer, 'me', `a conflict with oneself about ${name}`);
      return this.#pick<ConflictChoice>(['mine', 'theirs']);
    });
    if (this.#random(8) === 0) return document.cancelSave();
    this.#checks.checkCreations(plan, this.#editor);
    this.#isSaving = this.#isLossy = true;
    const outcomes = await save(this.#service, plan);
    this.#isSaving = this.#isLossy = false;
    this.#checks.note(await this.#server.state());
    this.#checks.checkServer(outcomes, await this.#server.state());
    const ended = document.endSave({ decisions: plan.decisions, outcomes, chosen: undefined });
    const isDone = outcomes.every(({ outcome }) => outcome.status === 'saved');
    if (!isDone) this.count.failed += 1;
    this.#takeOver(text, ended, isDone);
  }

  /** Does what VS Code and the file system do after a save. */
  #takeOver(saved: string, ended: { read: readonly JsonObject[]; text: string | undefined }, isDone: boolean): void {
    const { document } = this.#editor;
    if (!isDone) {
      if (ended.text !== undefined) this.#editor.replace(ended.text);
    } else if (this.#editor.text === saved) {
      this.#editor.readAgain(document.offer(ended.read));
      assert.deepEqual(this.#editTexts(document.edits ?? []), [], 'something is unsaved after a save');
      assert.equal(document.state, 'read');
    }
    this.#grid.update();
  }

  /**
   * Sends a request with random faults: somebody else writes first, the user edits meanwhile, the request is refused,
   * or its response is lost.
   */
  async #request(...[url, init]: Parameters<Fetch>): ReturnType<Fetch> {
    if (this.#isSaving && this.#random(6) === 0) await this.#elsewhere();
    if (this.#isSaving && this.#random(8) === 0) this.#editInGrid();
    if (this.#isSaving && this.#random(4) === 0) this.#grid.handle();
    const isWrite = init.method !== 'GET';
    const lost = () => Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    if (isWrite && this.#isLossy && this.#random(12) === 0) return response(400, new Map([['error_msg', 'no']]));
    if (isWrite && this.#isLossy && this.#random(16) === 0) throw lost();
    const before = await this.#server.state();
    const answer = await this.#server.fetch(url, init);
    if (!isWrite) return answer;
    const after = new Map((await this.#server.state()).map(record => [idOf(record), record]));
    const old = new Map(before.map(record => [idOf(record), record]));
    const changed = [...after].flatMap(([id, record]) =>
      columns
        .filter(name => jsonText(record.get(name)) !== jsonText(old.get(id)?.get(name)))
        .map(name => `${id} ${name}`),
    );
    for (const key of changed) this.#checks.writers.set(key, 'me');
    this.count.written += 1;
    this.#checks.note(await this.#server.state());
    if (this.#isLossy && this.#random(16) === 0) {
      // Without a response, the values of this request cannot be distinguished from those of somebody else.
      for (const key of changed) this.#checks.writers.delete(key);
      throw lost();
    }
    return answer;
  }
}

function at({ start, text }: { start: number; text: string }) {
  return { start, end: start, text };
}
