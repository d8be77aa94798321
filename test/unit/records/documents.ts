import assert from 'node:assert/strict';
import { parseJson, writeJson, type Json, type JsonObject } from '../../../src/json/json';
import { editsOf, type ResolveConflict } from '../../../src/records/saving/merge';
import { afterSave } from '../../../src/records/saving/afterSave';
import { planOf, type Plan } from '../../../src/records/saving/plan';
import type { PageQuery } from '../../../src/records/table/query';
import { mergeWithServer, readRecords } from '../../../src/records/saving/readRecords';
import { idOf, readRecordsText, writeRecordsText, type Row } from '../../../src/records/text/recordsText';
import { save, type SaveOptions, type StepOutcome } from '../../../src/records/saving/save';
import { fieldComparer } from '../../../src/records/table/sameValue';
import type { Table } from '../../../src/records/table/schema';
import type { DataService } from '../../../src/api/openApi/dataService';

/** A page of records in an editor: the records that were read, and a text that a user changes and saves. */
export class PageDocument {
  read: readonly JsonObject[] = [];
  text = '';
  #parsed: { read: readonly JsonObject[]; text: string; rows: Row[] } | undefined;
  readonly #service: DataService;
  readonly #table: Table;
  readonly #query: PageQuery;

  constructor(service: DataService, table: Table, query: Partial<PageQuery> = {}) {
    this.#service = service;
    this.#table = table;
    this.#query = { kind: 'page', table: table.id, limit: 1000, ...query };
  }

  async open(): Promise<this> {
    this.read = (await readRecords(this.#service, this.#query)).records;
    this.text = writeRecordsText(this.read, 'page');
    return this;
  }

  rows(): Row[] {
    if (this.#parsed?.text === this.text && this.#parsed.read === this.read) return this.#parsed.rows;
    const known = new Set(this.read.map(idOf));
    const { rows, problems } = readRecordsText(this.text, 'page');
    assert.deepEqual(problems, []);
    assert.ok(rows.every(({ id }) => id === undefined || known.has(id)));
    this.#parsed = { read: this.read, text: this.text, rows };
    return rows;
  }

  /** Changes the records of the text and writes it again. */
  edit(change: (records: Map<string, Json>[]) => void): this {
    const records = this.rows().map(({ fields }) => new Map(fields));
    change(records);
    this.text = writeRecordsText(records, 'page');
    return this;
  }

  async plan(choose?: ResolveConflict): Promise<Plan> {
    const edits = editsOf(this.read, this.rows(), fieldComparer(this.#table.columns));
    return planOf(this.#table, await mergeWithServer(this.#service, this.#table, edits, this.#query.keys), choose);
  }

  /** Executes a plan and applies its outcomes. */
  async carryOut(plan: Plan, options?: SaveOptions): Promise<StepOutcome[]> {
    const outcomes = await save(this.#service, plan, { chosen: this.#query.keys, ...options });
    const after = afterSave({ read: this.read, rows: this.rows() }, plan.decisions, outcomes, this.#query.keys);
    this.read = after.read;
    this.text = writeRecordsText(after.shown, 'page');
    return outcomes;
  }

  async save(choose?: ResolveConflict, options?: SaveOptions): Promise<StepOutcome[]> {
    return this.carryOut(await this.plan(choose), options);
  }

  /** Whether the text equals the records that were read. */
  get saved(): boolean {
    return this.text === writeRecordsText(this.read, 'page');
  }
}

/** Parses JSON for a test, with exact numbers. */
export function json(text: string): Json {
  const parsed = parseJson(text);
  assert.ok('node' in parsed, text);
  return parsed.node.value;
}

/** Returns a value in a form that tests can compare. */
export function plain(value: Json | undefined): unknown {
  return value === undefined ? undefined : JSON.parse(writeJson(value));
}
