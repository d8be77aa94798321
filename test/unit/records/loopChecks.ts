import assert from 'node:assert/strict';
import { writeJson, type Json, type JsonObject } from '../../../src/json/json';
import { changedNames, type RecordEdit } from '../../../src/records/saving/merge';
import type { Plan } from '../../../src/records/saving/plan';
import type { RecordDocument } from '../../../src/records/document/recordDocument';
import { idOf, writeRecordsText } from '../../../src/records/text/recordsText';
import { fieldComparer } from '../../../src/records/table/sameValue';
import type { StepOutcome } from '../../../src/records/saving/save';
import { systemColumns, type Table } from '../../../src/records/table/schema';
import type { LoopEditor } from './loopEditor';
import { columns } from './loopServer';

export interface LoopCount {
  steps: number;
  edits: number;
  /** The number of grid edits that no longer matched the text. */
  refused: number;
  saves: number;
  written: number;
  failed: number;
  conflicts: number;
  undone: number;
  reloads: number;
}

export const noCount: LoopCount = {
  ...{ steps: 0, edits: 0, refused: 0, saves: 0, written: 0, failed: 0, conflicts: 0, undone: 0, reloads: 0 },
};

/** Checks of the invariants of a document and its server, with the history that these checks need. */
export class LoopChecks {
  /** Author of each value on the server, by record ID and field name. */
  readonly writers = new Map<string, 'me' | 'other'>();
  readonly #table: Table;
  /** All values that were on the server, by record ID and field name. */
  readonly #history = new Map<string, Set<string>>();
  /** Values of `name` in records that this document created. */
  readonly #createdNames = new Set<string>();

  constructor(table: Table) {
    this.#table = table;
  }

  note(state: readonly JsonObject[]): void {
    for (const record of state) {
      for (const name of columns) {
        const key = `${idOf(record)} ${name}`;
        this.#history.set(key, (this.#history.get(key) ?? new Set()).add(jsonText(record.get(name))));
      }
    }
  }

  /** Asserts that every value that counts as read was once on the server. */
  checkBase(document: RecordDocument): void {
    for (const record of document.base?.records ?? []) {
      for (const name of columns) {
        const value = record.get(name);
        const key = `${idOf(record)} ${name}`;
        // A new record that was saved while its text was edited has only the fields of the text.
        if (value === undefined) continue;
        assert.ok(
          this.#history.get(key)?.has(jsonText(value)),
          `${key} ${jsonText(value)} counts as read, but never was`,
        );
      }
    }
  }

  /**
   * Asserts that the edits are the difference between the text and the read records, which is computed here in another
   * way.
   */
  checkEdits(
    edits: readonly RecordEdit[],
    text: string,
    rows: readonly { id: string | undefined }[],
    base: readonly JsonObject[],
  ): void {
    const shown = JSON.parse(text) as Record<string, unknown>[];
    const read = JSON.parse(writeRecordsText(base, 'page')) as Record<string, unknown>[];
    const expected = new Set<string>();
    shown.forEach((record, at) => {
      const id = rows[at]?.id;
      const before = read.find(each => each['id'] === id);
      if (before === undefined) expected.add(`new ${JSON.stringify(record)}`);
      for (const name of before === undefined ? [] : Object.keys({ ...record, ...before })) {
        const isOwn = systemColumns.has(name) || JSON.stringify(record[name]) === JSON.stringify(before?.[name]);
        if (!isOwn) expected.add(`${id} ${name}`);
      }
    });
    for (const { id } of read as { id: string }[]) if (!rows.some(row => row.id === id)) expected.add(`${id} deleted`);
    const same = fieldComparer(this.#table.columns);
    const found = edits.flatMap(({ id, read: before, edited }) => {
      if (before === undefined) return [`new ${writeJson(edited ?? null)}`];
      if (edited === undefined) return [`${id} deleted`];
      return changedNames(before, edited, same).map(name => `${id} ${name}`);
    });
    assert.deepEqual(new Set(found), expected, 'the plan is not the difference');
  }

  /**
   * Asserts that a created record is never created again, unless the same save deletes it: a row whose `id` is mistyped
   * is a new one. A duplicated row has the name of its original: after the original is renamed, the text alone cannot
   * distinguish the two.
   */
  checkCreations({ steps }: Plan, { document, copiedNames }: LoopEditor): void {
    const deleted = new Set(steps.map(step => (step.kind === 'delete' ? step.expected.get('name') : undefined)));
    for (const step of steps) {
      const name = step.kind === 'create' && step.merge.edit.id === undefined ? step.fields.get('name') : undefined;
      if (typeof name !== 'string' || !this.#createdNames.has(name)) continue;
      if (copiedNames.has(name) || deleted.has(name)) continue;
      const owners = document.records.fields.filter(each => each.get('name') === name);
      assert.ok(owners.length !== 1, `${name} is created a second time`);
    }
  }

  /** Asserts that the server has everything that is reported as saved. */
  checkServer(outcomes: readonly StepOutcome[], records: readonly JsonObject[]): void {
    const state = new Map(records.map(record => [idOf(record), record]));
    for (const { step, outcome } of outcomes) {
      if (outcome.status !== 'saved') continue;
      const id = step.kind === 'create' ? outcome.record && idOf(outcome.record) : step.id;
      const record = state.get(id);
      if (step.kind === 'delete') {
        assert.equal(record, undefined, 'a record that was reported as deleted is there');
        const name = step.expected.get('name');
        if (typeof name === 'string') this.#createdNames.delete(name);
        continue;
      }
      const name = step.kind === 'create' ? step.fields.get('name') : undefined;
      if (typeof name === 'string') this.#createdNames.add(name);
      const sent = step.kind === 'create' ? [...step.fields] : step.writes.map(({ name, to }) => [name, to] as const);
      for (const [name, value] of sent) {
        if (record === undefined || this.writers.get(`${id} ${name}`) === 'other') continue;
        assert.equal(jsonText(record.get(name)), jsonText(value), `${name} was reported as saved`);
      }
    }
  }
}

export function jsonText(value: Json | undefined): string {
  return value === undefined ? 'missing' : writeJson(value);
}
