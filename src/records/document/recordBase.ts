import type { RefusedCell } from '../saving/afterSave';
import { setMember, type Json, type JsonObject } from '../../json/json';
import type { LostCreation } from '../saving/merge';
import { idOf, type Row, type TextProblem } from '../text/recordsText';
import { wasWritten, type StepOutcome } from '../saving/save';

/** The result of saving one record. */
export interface WrittenRecord {
  id: string;
  /** The earlier ID in the text, if the record was deleted on the server and created again with a new ID. */
  textId: string | undefined;
  isNew: boolean;
  /** The record in the saved text. */
  row: JsonObject | undefined;
  /** The record as the service has it now; absent after a deletion. */
  record: JsonObject | undefined;
  /** The sent fields as the service has them now, `undefined` for a missing one; absent after a deletion. */
  fields: ReadonlyMap<string, Json | undefined> | undefined;
}

/** The state that a document needs after a reload, besides its unsaved text. */
export interface StoredBase {
  records: readonly JsonObject[];
  /** See `RecordBase.created`. */
  whole: readonly JsonObject[];
  /** Records that this document created whose rows have no ID or an outdated one, with the fields of these rows. */
  created: readonly { id: string; row: JsonObject }[];
  /** New records that the service may have created, with the fields of their rows. */
  lost: readonly (LostCreation & { row: JsonObject })[];
  /** See `RecordDocument.readIds`. */
  readIds: ReadonlySet<string> | undefined;
}

/** The records that a text was made from. They are the base of a merge and are never shown. */
export class RecordBase {
  readonly records: readonly JsonObject[];
  /** The fields that the last save sent and the service did not store. */
  readonly refused: readonly RefusedCell[];
  /** Created records in full, where the service added fields that the rows do not have. */
  readonly created: readonly JsonObject[];
  #byId: ReadonlyMap<string, JsonObject> | undefined;

  constructor(
    records: readonly JsonObject[],
    refused: readonly RefusedCell[] = [],
    created: readonly JsonObject[] = [],
  ) {
    this.records = records;
    this.refused = refused;
    this.created = created;
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#index().keys());
  }

  get(id: string | undefined): JsonObject | undefined {
    return id === undefined ? undefined : this.#index().get(id);
  }

  has(id: string): boolean {
    return this.#index().has(id);
  }

  /** Returns the number of its records that have one of these IDs; all records if the IDs are unknown. */
  countIn(ids: ReadonlySet<string> = this.ids): number {
    return this.records.filter(record => ids.has(idOf(record) ?? '')).length;
  }

  /** Returns the problems of rows with the ID of a record that was not read. */
  unknownIds(rows: readonly (Row & { key: string })[]): TextProblem[] {
    return rows.flatMap(({ id, key, ranges, start, end }): TextProblem[] => {
      if (id === undefined || this.has(id) || !key.startsWith('=')) return [];
      return [{ code: 'unknownId', ...(ranges.get('id')?.value ?? { start, end }) }];
    });
  }

  /** The records with all known fields, including those that the service added to created records. */
  get complete(): readonly JsonObject[] {
    return this.recordsFor([]);
  }

  /**
   * Returns the records to compare with rows. Fields that the service added to a created record are included only if
   * the row has them too: a row without such a field does not remove it. A record without a row includes all of them.
   */
  recordsFor(rows: readonly Row[]): readonly JsonObject[] {
    if (this.created.length === 0) return this.records;
    const created = new Map(this.created.map(record => [idOf(record), record]));
    const byId = new Map(rows.map(row => [row.id, row.fields]));
    return this.records.map(record => {
      const id = idOf(record);
      const whole = created.get(id);
      const fields = byId.get(id);
      const unsent = [...(whole ?? [])].filter(([name]) => fields?.has(name) !== false && !record.has(name));
      return unsent.length === 0 ? record : new Map([...record, ...unsent]);
    });
  }

  /**
   * Returns the base of a text that was edited while its records were saved. Takes over only the written fields and the
   * time, because the text still shows the earlier values of all others. Ignores a written record that is not in the base,
   * because the text does not show it either; a record that this save created is added.
   */
  withWritten(written: readonly WrittenRecord[], refused: readonly RefusedCell[]): RecordBase {
    const records = new Map(this.#index());
    for (const { id, textId, fields, isNew, record } of written) {
      const isCreated = isNew && textId === undefined;
      if (!isCreated && !records.has(textId ?? id)) continue;
      const before = records.get(id);
      if (textId !== undefined && textId !== id) records.delete(textId);
      if (fields === undefined) records.delete(id);
      else records.set(id, withFields(before ?? new Map<string, Json>([['id', id]]), fields, record));
    }
    const writtenById = new Map(written.map(each => [each.id, each]));
    const created = [
      ...this.created.map(each => {
        const { fields, record } = writtenById.get(idOf(each) ?? '') ?? {};
        return withFields(each, fields ?? new Map(), record);
      }),
      ...written.flatMap(({ record, isNew }) => (isNew && record ? [record] : [])),
    ];
    return new RecordBase([...records.values()], refused, created);
  }

  #index(): ReadonlyMap<string, JsonObject> {
    return (this.#byId ??= new Map(this.records.map(record => [idOf(record) ?? '', record])));
  }
}

/** Returns the result of every step that wrote a record. */
export function writtenRecords(outcomes: readonly StepOutcome[]): WrittenRecord[] {
  return outcomes.flatMap(({ step, outcome }): WrittenRecord[] => {
    if (!wasWritten(outcome)) return [];
    const { edit } = step.merge;
    const { record } = outcome;
    const plain = { textId: undefined, isNew: false, row: edit.edited };
    // A refused field stays an edit: the text keeps the sent value, the base has another one.
    const refused = new Map(outcome.status === 'partly' ? outcome.refused.map(each => [each.name, each.base]) : []);
    const valueOf = (name: string, sent: Json | undefined): Json | undefined => {
      if (refused.has(name)) return refused.get(name);
      const stored = record === undefined ? sent : record.get(name);
      // The service may return null for a missing value.
      return (stored ?? null) === null ? sent : stored;
    };
    if (step.kind === 'delete')
      return [{ ...plain, id: step.id, row: undefined, record: undefined, fields: undefined }];
    if (step.kind === 'update') {
      const fields = step.writes.map(({ name, to }) => [name, valueOf(name, to)] as const);
      return [{ ...plain, id: step.id, record, fields: new Map(fields) }];
    }
    const id = record && idOf(record);
    if (record === undefined || id === undefined) return [];
    const sent = edit.edited ?? step.fields;
    const names = ['id', ...sent.keys()];
    const fields = new Map(names.map(name => [name, name === 'id' ? record.get(name) : valueOf(name, sent.get(name))]));
    return [{ ...plain, id, textId: edit.id, isNew: true, record, fields }];
  });
}

function withFields(
  record: JsonObject,
  fields: ReadonlyMap<string, Json | undefined>,
  stored: JsonObject | undefined,
): JsonObject {
  const changed = new Map(record);
  for (const [name, value] of fields) setMember(changed, name, value);
  const time = stored?.get('updated_at');
  if (time !== undefined && record.has('updated_at')) changed.set('updated_at', time);
  return changed;
}
