import { pathSegment } from '../../api/http/pathSegment';
import { isJsonObject, isList, sameJson, valueOf, writeJson, type Json, type JsonObject } from '../../json/json';
import type { Answer, Change } from '../../change/change';
import { systemColumns, tablesPath } from '../table/schema';
import {
  findRawTable,
  indexesPath,
  rawColumns,
  readIndexes,
  readRawTable,
  tablePath,
  textAt,
  type TableState,
} from './tableState';
import { idOf } from '../text/recordsText';

/** A difference between the sent and the stored table. */
export interface SchemaDifference {
  /** `appeared`: a stored column that was not sent; `disappeared`: a sent column that was not stored. */
  kind: 'appeared' | 'disappeared' | 'property' | 'order' | 'permission' | 'index';
  /** The name of the column or permission; for `order`, of the table; for `index`, its columns. */
  name: string;
  property?: string;
  sent: Json | undefined;
  stored: Json | undefined;
}

export type SchemaChange = Change<JsonObject, SchemaDifference>;

/** A response to a deletion does not prove that the table or index is gone, so the executor reads again. */
const unproven: Answer<JsonObject> = { status: 'unclear' };

const rowPermissions: Readonly<Record<string, string>> = { row_read_perm: '_read_perm', row_write_perm: '_write_perm' };

export function createTable(body: JsonObject): SchemaChange {
  const name = textAt(body, 'name');
  return {
    kind: 'table',
    key: `new ${name}`,
    title: name,
    before: undefined,
    after: body,
    check: 'conditional',
    request: { method: 'POST', path: tablesPath, body: writeJson(body) },
    read: service => findRawTable(service, name),
    // A creation overwrites nothing, because the service refuses a name that is taken.
    stateOf: now => (now === undefined ? 'expected' : tableDifferences(body, now).length === 0 ? 'done' : 'changed'),
    answer: tableAnswer,
    differences: stored => tableDifferences(body, stored),
    undo: { restores: undefined },
  };
}

/** Returns the change that replaces properties of a table. With `schema`, the service replaces the list of columns. */
export function replaceTable({ id, raw }: TableState, body: JsonObject): SchemaChange {
  const differencesTo = (now: JsonObject) => [...tableDifferences(body, now), ...unappliedEdits(body, raw, now)];
  return {
    kind: 'table',
    key: id,
    title: textAt(raw, 'name'),
    before: raw,
    after: body,
    check: 'readBefore',
    request: { method: 'PUT', path: tablePath(id), body: writeJson(body) },
    read: service => readRawTable(service, id),
    stateOf: now => {
      if (now === undefined) return 'changed';
      // The whole table counts: a column that appeared would be dropped by this request.
      if (sameTable(now, raw)) return 'expected';
      return differencesTo(now).length === 0 ? 'done' : 'changed';
    },
    // The table is always read again, because the response cannot show what others write.
    answer: () => ({ status: 'written' }),
    differences: differencesTo,
    ...(dropsColumn(body, raw) ? { destroysRecords: true } : {}),
    undo: { restores: raw },
  };
}

export function dropTable({ id, raw }: TableState): SchemaChange {
  return {
    kind: 'table',
    key: id,
    title: textAt(raw, 'name'),
    before: raw,
    after: undefined,
    check: 'readBefore',
    request: { method: 'DELETE', path: tablePath(id) },
    read: service => readRawTable(service, id),
    stateOf: now => (now === undefined ? 'done' : sameTable(now, raw) ? 'expected' : 'changed'),
    answer: () => unproven,
    differences: () => [],
    destroysRecords: true,
    undo: { reason: 'records' },
  };
}

export function addIndex(tableId: string, fields: readonly string[]): SchemaChange {
  const body = new Map<string, Json>([['fields', fields]]);
  const isSame = (index: JsonObject) => sameJson(index.get('fields'), fields);
  return {
    kind: 'index',
    key: `${tableId} ${fields.join(',')}`,
    title: fields.join(', '),
    before: undefined,
    after: body,
    check: 'conditional',
    request: { method: 'POST', path: indexesPath(tableId), body: writeJson(body) },
    read: async service => (await readIndexes(service, tableId)).find(isSame),
    stateOf: now => (now === undefined ? 'expected' : 'done'),
    answer: () => ({ status: 'written' }),
    differences: stored => (isSame(stored) ? [] : [indexDifference(fields, stored)]),
    undo: { restores: undefined },
  };
}

export function dropIndex(tableId: string, index: JsonObject): SchemaChange {
  const name = textAt(index, 'index');
  const fields = index.get('fields');
  return {
    kind: 'index',
    key: `${tableId} ${name}`,
    title: isList(fields) ? fields.filter(field => typeof field === 'string').join(', ') : name,
    before: index,
    after: undefined,
    check: 'readBefore',
    request: { method: 'DELETE', path: `${indexesPath(tableId)}${pathSegment(name)}/` },
    read: async service => (await readIndexes(service, tableId)).find(each => each.get('index') === name),
    stateOf: now => (now === undefined ? 'done' : sameJson(now.get('fields'), fields) ? 'expected' : 'changed'),
    answer: () => unproven,
    differences: () => [],
    undo: { restores: index },
  };
}

/** Compares two states of a table without the time of the last change. */
function sameTable(one: JsonObject, other: JsonObject): boolean {
  const withoutTimes = (table: JsonObject) => new Map([...table].filter(([name]) => name !== 'updated_at'));
  return sameJson(withoutTimes(one), withoutTimes(other));
}

function tableAnswer(text: string): Answer<JsonObject> {
  const value = valueOf(text);
  return isJsonObject(value) && idOf(value) !== undefined ? { status: 'written', state: value } : { status: 'unclear' };
}

/** Compares what was sent with what the service has. Ignores properties that the service adds by itself. */
function tableDifferences(body: JsonObject, stored: JsonObject): SchemaDifference[] {
  const differences: SchemaDifference[] = [];
  const rows = stored.get('default_row_perm');
  for (const [name, sent] of body) {
    if (name === 'schema') {
      differences.push(...columnDifferences(ownColumns(body), ownColumns(stored)));
      continue;
    }
    const row = rowPermissions[name];
    const now = row === undefined ? stored.get(name) : isJsonObject(rows) ? rows.get(row) : undefined;
    if (!sameJson(sent, now)) differences.push({ kind: 'permission', name, sent, stored: now });
  }
  return differences;
}

/** Finds edits that were not applied although the table has everything that was sent: removed properties, the order. */
function unappliedEdits(body: JsonObject, raw: JsonObject, now: JsonObject): SchemaDifference[] {
  if (!body.has('schema')) return [];
  const [sent, received, stored] = [ownColumns(body), ownColumns(raw), ownColumns(now)];
  const common = [...sent.keys()].filter(name => received.has(name) && stored.has(name));
  const differences = common.flatMap(name => {
    const [column, before, after] = [sent, received, stored].map(columns => columns.get(name));
    return [...(before ?? [])].flatMap(([property, value]): SchemaDifference[] => {
      const isKept = column?.has(property) === false && sameJson(after?.get(property), value);
      if (!isKept || property === 'collection_name') return [];
      return [{ kind: 'property', name, property, sent: undefined, stored: value }];
    });
  });
  const order = [...stored.keys()].filter(name => common.includes(name));
  if (sameJson(order, common)) return differences;
  return [...differences, { kind: 'order', name: textAt(raw, 'name'), sent: common, stored: order }];
}

function dropsColumn(body: JsonObject, raw: JsonObject): boolean {
  const sent = ownColumns(body);
  return body.has('schema') && [...ownColumns(raw).keys()].some(name => !sent.has(name));
}

/** The columns by their names, except for those that the service writes. */
function ownColumns(table: JsonObject): Map<string, JsonObject> {
  const columns = rawColumns(table).map(column => [textAt(column, 'name'), column] as const);
  return new Map(columns.filter(([name]) => !systemColumns.has(name)));
}

function columnDifferences(sent: Map<string, JsonObject>, stored: Map<string, JsonObject>): SchemaDifference[] {
  const differences: SchemaDifference[] = [];
  for (const [name, column] of sent) {
    const now = stored.get(name);
    if (now === undefined) {
      differences.push({ kind: 'disappeared', name, sent: column, stored: undefined });
      continue;
    }
    for (const [property, value] of column) {
      // A pointer may be sent as text and come back as a number.
      const isSame = sameJson(value, now.get(property)) || textOf(value) === textOf(now.get(property));
      if (!isSame && property !== 'collection_name') {
        differences.push({ kind: 'property', name, property, sent: value, stored: now.get(property) });
      }
    }
  }
  for (const [name, column] of stored) {
    if (!sent.has(name)) differences.push({ kind: 'appeared', name, sent: undefined, stored: column });
  }
  return differences;
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : writeJson(value).replace(/^"(\d+)"$/, '$1');
}

function indexDifference(fields: readonly string[], stored: JsonObject): SchemaDifference {
  return { kind: 'index', name: fields.join(','), sent: fields, stored: stored.get('fields') };
}
