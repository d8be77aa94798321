import { ExactNumber, isJsonObject, isList, setMember, valueOf, type Json, type JsonObject } from '../../json/json';
import type { Answer, Change, ChangeState, ReadBack } from '../../change/change';
import type { Table } from '../table/schema';
import type { DataService } from '../../api/openApi/dataService';
import { idOf, recordsIn } from '../text/recordsText';
import { recordName } from '../table/recordName';
import { fieldComparer, type SameField } from '../table/sameValue';
import { refusedFields, type RefusedField } from './acceptance';
import { conditionOf } from './condition';
import type { FieldWrite } from './merge';
import type { CreateStep, DeleteStep, PlanStep, UpdateStep } from './plan';
import { idsAtOnce, keysWith, readByIds, searchRecords } from './readRecords';

type RecordChange = Change<JsonObject, RefusedField>;

/** Converts the steps of a plan to changes that the executor can run. */
export class RecordChanges {
  readonly #table: Table;
  readonly #same: SameField;
  readonly #chosen: readonly string[] | undefined;
  /** The fields that a change writes. */
  readonly #names = new WeakMap<RecordChange, readonly string[]>();
  readonly #readBack: ReadBack<JsonObject, RefusedField> = {
    atOnce: idsAtOnce,
    read: async (service, written) => {
      const ids = written.map(({ change, response }) => (response && idOf(response)) ?? change.key);
      const names = written.flatMap(({ change }) => this.#names.get(change) ?? []);
      const keys = this.#chosen === undefined ? undefined : keysWith(this.#table, this.#chosen, names);
      const records = await readByIds(service, this.#table.id, ids, keys);
      const byId = new Map(records.map(record => [idOf(record), record]));
      return ids.map(id => byId.get(id));
    },
  };

  /** @param chosen the columns that the document shows, if it does not show all */
  constructor(table: Table, chosen: readonly string[] | undefined) {
    this.#table = table;
    this.#same = fieldComparer(table.columns);
    this.#chosen = chosen;
  }

  /**
   * Converts a step to a change.
   * @param index the index of the step, which makes the key of a new record unique
   */
  of(step: PlanStep, index: number): RecordChange {
    const change = step.kind === 'create' ? this.#creation(step, index) : this.#write(step);
    this.#names.set(
      change,
      writesOf(step).map(({ name }) => name),
    );
    return change;
  }

  #creation(step: CreateStep, index: number): RecordChange {
    const { request, fields } = step;
    const { lost } = step.merge.edit;
    return {
      kind: 'record',
      key: `new ${index}`,
      before: undefined,
      after: fields,
      request,
      title: recordName(fields, this.#table.columns) ?? '',
      check: 'conditional',
      findSimilar: service => this.#recordsLike(service, fields),
      ...(lost !== undefined && {
        findEarlier: async (service: DataService) => {
          const similar = new Map<string, JsonObject>();
          for (const sent of lost.sent)
            for (const record of await this.#recordsLike(service, sent)) similar.set(idOf(record) ?? '', record);
          for (const id of lost.known) similar.delete(id);
          return [...similar.values()];
        },
      }),
      stateOf: () => 'expected',
      answer: text => recordAnswer(text),
      differences: (stored, response) => refusedFields(writesOf(step), stored, this.#same, response),
      readBack: this.#readBack,
      undo: { restores: undefined },
    };
  }

  /** Finds records with these values, the newest first. */
  async #recordsLike(service: DataService, fields: JsonObject): Promise<JsonObject[]> {
    // Every record has these values.
    if (fields.size === 0) return [];
    // Without a field that the service can compare, these are the newest records of the table.
    const { where } = conditionOf(this.#table, undefined, fields, undefined);
    const candidates = await searchRecords(service, this.#table.id, { where, limit: '20' });
    // The service returns null for an empty field, or leaves it out.
    const isLike = (record: JsonObject) =>
      [...fields].every(([name, value]) => this.#same(name, record.get(name) ?? null, value));
    return candidates.filter(isLike);
  }

  #write(step: UpdateStep | DeleteStep): RecordChange {
    const { request, plainRequest, id, merge } = step;
    const read = async (service: DataService): Promise<JsonObject | undefined> =>
      (await readByIds(service, this.#table.id, [id]))[0];
    return {
      kind: 'record',
      key: id,
      title: recordName(merge.server, this.#table.columns) ?? id,
      before: merge.server,
      request,
      unconditionalRequest: plainRequest,
      after: step.kind === 'delete' ? undefined : recordAfter(step),
      // The time of the last change has whole seconds, so a condition that relies on it does not protect every field.
      check: step.conditional ? 'conditional' : 'readBefore',
      read,
      stateOf: now => stateOf(step, now, this.#same),
      answer: (text, sent) => (sent === plainRequest ? plainAnswer(step, text) : bulkAnswer(text)),
      differences: (stored, response) => refusedFields(writesOf(step), stored, this.#same, response),
      readBack: this.#readBack,
      undo: { restores: merge.server },
    };
  }
}

function writesOf(step: PlanStep): readonly FieldWrite[] {
  if (step.kind === 'delete') return [];
  if (step.kind === 'update') return step.writes;
  return [...step.fields].map(([name, to]) => ({ name, from: undefined, to }));
}

/** Returns the record after an update. */
export function recordAfter({ merge, writes }: UpdateStep): JsonObject {
  const after = new Map(merge.server);
  for (const { name, to } of writes) setMember(after, name, to);
  return after;
}

function stateOf(step: UpdateStep | DeleteStep, server: JsonObject | undefined, same: SameField): ChangeState {
  if (step.kind === 'delete') {
    if (server === undefined) return 'done';
    const names = new Set([...server.keys(), ...step.expected.keys()]);
    const isSame = [...names].every(name => same(name, server.get(name), step.expected.get(name)));
    return isSame ? 'expected' : 'changed';
  }
  if (server === undefined) return 'changed';
  // The service returns null for a field that was emptied, or leaves it out.
  const isSent = ({ name, from, to }: FieldWrite): boolean =>
    same(name, server.get(name), to) || (isEmpty(to) && !isEmpty(from) && isEmpty(server.get(name)));
  const isBefore = ({ name, from }: FieldWrite): boolean => same(name, server.get(name) ?? null, from ?? null);
  if (step.writes.every(isSent)) return 'done';
  if (step.writes.every(isBefore)) return 'expected';
  return step.writes.every(write => isSent(write) || isBefore(write)) ? 'part' : 'changed';
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

function recordAnswer(text: string): Answer<JsonObject> {
  const [state] = recordsIn(valueOf(text));
  return state === undefined ? { status: 'unclear' } : { status: 'written', state };
}

/** Reads the response to a request without a condition: the record for an update, nothing for a deletion. */
function plainAnswer(step: UpdateStep | DeleteStep, text: string): Answer<JsonObject> {
  const [state] = recordsIn(valueOf(text));
  return step.kind === 'delete' ? { status: 'written' } : { status: 'written', state };
}

/** Reads the response to a request with a condition (service reference, bulk update). It matches one record at most. */
function bulkAnswer(text: string): Answer<JsonObject> {
  const body = valueOf(text);
  if (!isJsonObject(body)) return { status: 'unclear' };
  const [succeed, results] = [body.get('succeed'), body.get('operation_result')];
  if (!(succeed instanceof ExactNumber)) return { status: 'unclear' };
  if (Number(succeed.text) > 0) return { status: 'written' };
  const [result] = isList(results) ? results : [];
  const failure = isJsonObject(result) ? result.get('error') : undefined;
  if (!isJsonObject(failure)) return { status: 'notFound' };
  const message: Json | undefined = failure.get('err_msg');
  return { status: 'refused', message: typeof message === 'string' ? message : '' };
}
