import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Fetch } from '../../../src/api/http/sendOnce';
import { Secret } from '../../../src/api/secret';
import { ExactNumber, type Json, type JsonObject } from '../../../src/json/json';
import { changedNames } from '../../../src/records/saving/merge';
import { idOf } from '../../../src/records/text/recordsText';
import { fieldComparer, type SameField } from '../../../src/records/table/sameValue';
import type { StepOutcome } from '../../../src/records/saving/save';
import { readTable } from '../../../src/records/table/schema';
import type { DataService } from '../../../src/api/openApi/dataService';
import { json, PageDocument } from './documents';
import { StrictServer, type StrictColumn, type Strictness } from './strictServer';

/** A column of every type. */
export const columns: readonly StrictColumn[] = [
  ...['string', 'integer', 'number', 'boolean', 'object', 'geojson', 'file', 'date'].map(type => ({
    name: type,
    type,
  })),
  ...['string', 'integer', 'date', 'object', 'geojson', 'file'].map(type => ({
    ...{ name: `${type}_list`, type: 'array', items: { type } },
  })),
  { name: 'user', type: 'reference', target: '_userprofile' },
  { name: 'store', type: 'reference', target: 'store' },
];
const system = ['id', 'created_by', 'created_at', 'updated_at'].map(name => ({ name, type: 'integer' }));
export const strictTable =
  readTable({ id: 1, name: 't', schema: { fields: [...system, ...columns] } }) ?? assert.fail();

const file = (name: string, path = ''): string =>
  `{"id":"${name}","name":"${name}.png","created_at":1,"mime_type":"image/png","cdn_path":"${name}.png","size":2${path}}`;

/** Few values in many formats, so that equal values in two formats are frequent. */
const right: Readonly<Record<string, readonly string[]>> = {
  string: ['""', '"a"', '"2018-09-26"', '"5"'],
  integer: ['0', '5', '-7', '9007199254740993'],
  number: ['0', '1.50', '1.5', '1e3', '0.1000000000000000000001'],
  boolean: ['true', 'false'],
  object: ['{}', '{"a":1,"b":[null]}', '{"b":[null],"a":1.0}'],
  geojson: [
    '{"type":"Point","coordinates":[1,2]}',
    '{"coordinates":[1.0,2],"type":"Point"}',
    '{"type":"Point","coordinates":[3,4]}',
  ],
  file: [file('f'), file('f', ',"path":"https://cdn.example/a.png"'), file('g')],
  date: [
    ...['"2018-09-26T11:22:51.100000+08:00"', '"2018-09-26T03:22:51.1Z"', '"2018-09-26T11:22:51.1"', '"2018-09-26"'],
    ...['"2018-09-25T16:00:00Z"', '"2018-09-26T00:00:00+08:00"', '"2018-09-26T11:22:51.100001+08:00"'],
    ...['"2018-09-26T11:22"', '"1969-12-31T23:59:59.999999-05:00"'],
  ],
  user: ['36845069000101', '"36845069000101"', '{"id":36845069000101}', '{"id":"5","_table":"_userprofile"}', '5'],
  store: ['"x"', '{"id":"x","_table":"store"}', '{"id":"y"}', '"y"'],
};
const wrong = [
  ...['"wrong"', '5.5', 'true', '[]', '{}', '{"id":"f"}', '["a",1]', '"2018-02-30"', '"26.09.2018"', '[{"id":"f"}]'],
  ...['["2018-09-26 11:22"]', '{"type":"Point"}', '""'],
];

const valueFor = ({ name, type, items }: StrictColumn): fc.Arbitrary<string> => {
  const own = fc.constantFrom(...(right[items?.type ?? name] ?? right[type] ?? []));
  const list = fc.array(own, { maxLength: 2 }).map(each => `[${each.join(',')}]`);
  return fc.oneof(
    { weight: 6, arbitrary: type === 'array' ? list : own },
    { weight: 2, arbitrary: fc.constantFrom(...wrong) },
    { weight: 1, arbitrary: fc.constantFrom('null', 'missing') },
  );
};
const change = fc.constantFrom(...columns).chain(column => fc.tuple(fc.constant(column.name), valueFor(column)));
/** Usually several fields of a record change, so that the service may drop one and store the others. */
const changes = fc.array(change, { minLength: 1, maxLength: 3 });

/** Plain data, so that a failing case can be stored. Values are JSON text or `missing`. */
export interface AcceptedCase {
  before: (readonly [name: string, value: string])[];
  first: (readonly [name: string, value: string])[];
  /** Another value for the first field of `first`, saved after `first`. */
  second: string;
  strictness: Strictness;
}

export const acceptedCase: fc.Arbitrary<AcceptedCase> = fc
  .record({
    ...{ before: fc.array(change, { maxLength: 6 }), first: changes },
    strictness: fc.record({
      dropped: fc.oneof(
        { weight: 3, arbitrary: fc.constant<string[]>([]) },
        { weight: 1, arbitrary: fc.subarray(columns.map(({ name }) => name)) },
      ),
      refusesBulk: fc.boolean(),
      roundsDates: fc.boolean(),
    }),
  })
  .chain(({ before, first, strictness }) => {
    const column = columns.find(({ name }) => name === first[0]?.[0]) ?? assert.fail();
    return valueFor(column).map(second => ({ before, first, second, strictness }));
  });

/** Returns the Open API over this `fetch`, without connections. */
export function serviceOf(fetch: Fetch): DataService {
  return {
    target: { authUrl: 'http://127.0.0.1:1' },
    context: { fetch },
    withToken: call => call(new Secret('a token of nobody')),
  };
}

export interface Tally {
  edits: number;
  saved: number;
  partly: number;
  refused: number;
}

/**
 * Edits a record, saves it, edits the same cell again and saves again; then the same for a new record. Nobody else
 * writes. Asserts that everything reported as saved is stored, that everything else stays unsaved in the text, and that
 * no save asks about a conflict.
 */
export async function saveAcceptedCase(
  { before, first, second, strictness }: AcceptedCase,
  tally?: Tally,
): Promise<void> {
  const server = new StrictServer(columns, strictness);
  server.create(storable(before));
  const page = await new PageDocument(serviceOf(server.fetch), strictTable).open();
  const same = fieldComparer(strictTable.columns);
  await saveTwice({ page, same, recordOf: async id => server.records.get(id) }, { first, second }, tally);
}

/** Returns the values that a service stores, in their stored format. */
export function storable(fields: AcceptedCase['before']): Map<string, Json> {
  const initial = new Map<string, Json>();
  for (const [name, text] of fields) {
    const stored = text === 'missing' ? undefined : exact.stored(name, json(text));
    if (stored !== undefined) initial.set(name, stored);
  }
  return initial;
}

/** A page with one record, and the records on the server. */
interface Stage {
  page: PageDocument;
  same: SameField;
  recordOf: (id: string) => Promise<JsonObject | undefined>;
}

export async function saveTwice(
  stage: Stage,
  { first, second }: Pick<AcceptedCase, 'first' | 'second'>,
  tally?: Tally,
): Promise<void> {
  const again = [[first[0]?.[0] ?? '', second] as const];
  for (const edits of [first, again, again]) await editAndCheck(stage, edits, tally);
  stage.page.edit(records => records.push(new Map<string, Json>()));
  for (const edits of [first, again, again]) await editAndCheck(stage, edits, tally);
}

const exact = new StrictServer(columns, { dropped: [], refusesBulk: false, roundsDates: false });

/** Changes the last record of a page and saves it. */
async function editAndCheck(
  { page, same, recordOf }: Stage,
  edits: readonly (readonly [name: string, value: string])[],
  tally: Tally | undefined,
): Promise<void> {
  page.edit(records => {
    const record = records.at(-1);
    for (const [name, text] of edits) {
      if (text === 'missing') record?.delete(name);
      else record?.set(name, json(text));
    }
  });
  const outcomes = await page.save((_, name) => assert.fail(`a conflict with oneself in ${name}`));
  if (tally !== undefined) count(tally, edits.length, outcomes);
  for (const { step, outcome } of outcomes) {
    assert.ok(['saved', 'partly', 'refused'].includes(outcome.status), outcome.status);
    if (step.kind === 'delete' || (outcome.status !== 'saved' && outcome.status !== 'partly')) continue;
    const writes = step.kind === 'update' ? step.writes : [...step.fields].map(([name, to]) => ({ name, to }));
    const id = idOf(outcome.record ?? assert.fail()) ?? '';
    const record = (await recordOf(id)) ?? assert.fail('a record is reported as saved that is not there');
    const refused = new Set(outcome.status === 'partly' ? outcome.refused.map(({ name }) => name) : []);
    for (const { name, to } of writes) checkField(record, name, to, refused.has(name));
    const shown = page.rows().find(row => row.id === id)?.fields ?? assert.fail('its row is gone');
    const read = page.read.find(each => idOf(each) === id) ?? assert.fail('what was read of it is gone');
    assert.deepEqual(new Set(changedNames(read, shown, same)), refused, 'exactly the refused fields are unsaved');
    for (const name of refused) assert.deepEqual(shown.get(name), writes.find(each => each.name === name)?.to);
  }
}

/**
 * Asserts that the record has the sent value or its stored format, unless it was refused. Does not use the product's
 * comparison.
 */
function checkField(record: JsonObject, name: string, sent: Json | undefined, isRefused: boolean): void {
  const holds = record.get(name) ?? null;
  const form = sent === undefined || sent === null ? null : (exact.stored(name, sent) ?? 'not storable');
  const isReference = columns.some(column => column.name === name && column.type === 'reference');
  const textOf = (value: Json) => JSON.stringify(plainOf(isReference ? idIn(value) : value));
  const isStored = [form, sent ?? null].map(textOf).includes(textOf(holds));
  assert.equal(isStored, !isRefused, `${name}: sent ${JSON.stringify(plainOf(sent ?? null))}`);
}

/** Returns the ID of a reference in any format, as text. */
function idIn(value: Json): Json {
  const id = value instanceof Map ? ((value as JsonObject).get('id') ?? 'no ID') : value;
  return id instanceof ExactNumber ? id.text : id;
}

/** Returns a comparable form without the product's own functions: names sorted, numbers by their exact value. */
function plainOf(value: Json): unknown {
  if (value instanceof Map) {
    const fields = [...(value as JsonObject)].map(([name, inner]) => [name, plainOf(inner)] as const);
    return { fields: fields.sort(([one], [other]) => (one < other ? -1 : 1)) };
  }
  if (Array.isArray(value)) return value.map(item => plainOf(item as Json));
  if (typeof value !== 'object' || value === null) return value;
  const text = (value as { text: string }).text.replace(/(\.\d*?)0+$/, '$1');
  return Number.isSafeInteger(Number(text)) || Number(text).toString() === text ? Number(text) : text;
}

function count(tally: Tally, edits: number, outcomes: readonly StepOutcome[]): void {
  tally.edits += edits;
  for (const { outcome } of outcomes) {
    if (outcome.status === 'saved' || outcome.status === 'partly' || outcome.status === 'refused')
      tally[outcome.status] += 1;
  }
}
