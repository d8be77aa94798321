import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Secret } from '../../../src/api/secret';
import { ExactNumber, isJsonObject, sameJson, valueOf, type Json, type JsonObject } from '../../../src/json/json';
import { changedNames } from '../../../src/records/saving/merge';
import { idOf } from '../../../src/records/text/recordsText';
import { fieldComparer } from '../../../src/records/table/sameValue';
import { readTable, type Table } from '../../../src/records/table/schema';
import type { DataService } from '../../../src/api/openApi/dataService';
import { json, PageDocument } from './documents';
import { ModelServer } from './modelServer';

export const fields = [
  { name: 'text', type: 'string' },
  { name: 'number', type: 'number' },
  { name: 'flag', type: 'boolean' },
  { name: 'list', type: 'array', items: { type: 'string' } },
  { name: 'object', type: 'object' },
  { name: 'place', type: 'geojson', coordinate_type: 'wgs84' },
];
const system = ['id', 'created_by', 'created_at', 'updated_at'].map(name => ({ name, type: 'integer' }));
const modelTable = readTable({ id: 1, name: 't', schema: { fields: [...system, ...fields] } }) ?? assert.fail();

/**
 * Any character except half a surrogate pair. fast-check's own arbitrary would first build a list of all characters.
 */
const character = fc.nat(0x10f7ff).map(code => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
const text = fc.oneof(
  fc.constantFrom('', 'a', '"\\\u2028', '<b>', 'שלום'),
  fc.string({ unit: character, maxLength: 8 }),
);
const digits = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    '1.0',
    '0.10',
    '9007199254740993',
    '-123456789012345678901',
    '1e30',
    '0.1000000000000000000001',
  ),
  fc.integer().map(String),
);
const exact = digits.map(each => new ExactNumber(each));
export const safe = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map(each => json(JSON.stringify(each)));
const name = fc.constantFrom('a', 'b', 'constructor', 'toString', 'key_1');

/** Generates the values of a record. A third of the fields is missing or null. */
const valuesOf = (number: fc.Arbitrary<Json>): fc.Arbitrary<Map<string, Json>> => {
  const inner = fc.oneof(text, number, fc.boolean(), fc.constant(null));
  const object = fc.array(fc.tuple(name, fc.oneof(inner, fc.array(inner, { maxLength: 2 }))), { maxLength: 3 });
  const some = (value: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> =>
    fc.oneof({ weight: 1, arbitrary: fc.constantFrom(undefined, null) }, { weight: 2, arbitrary: value });
  const place = number.map(
    (each): Json =>
      new Map<string, Json>([
        ['type', 'Point'],
        ['coordinates', [each, each]],
      ]),
  );
  return fc
    .record({
      ...{
        text: some(text),
        number: some(number),
        flag: some(fc.boolean()),
        list: some(fc.array(text, { maxLength: 3 })),
      },
      ...{ object: some(object.map(pairs => new Map(pairs))), place: some(place) },
    })
    .map(values => new Map(Object.entries(values).filter((pair): pair is [string, Json] => pair[1] !== undefined)));
};

interface Edits {
  before: Map<string, Json>[];
  /** For each record: `undefined` deletes it, otherwise these fields are taken from the values. */
  changes: ({ values: Map<string, Json>; names: string[] } | undefined)[];
  created: Map<string, Json>[];
}

export const editsOf = (number: fc.Arbitrary<Json>): fc.Arbitrary<Edits> => {
  const values = valuesOf(number);
  const names = fc.subarray(fields.map(each => each.name));
  const change = fc.option(fc.record({ values, names }), { nil: undefined, freq: 6 });
  return fc.record({
    before: fc.array(values, { maxLength: 4 }),
    changes: fc.array(change, { minLength: 4, maxLength: 4 }),
    created: fc.array(values, { maxLength: 2 }),
  });
};

/**
 * Opens, edits, saves and reads again. Asserts that the server has the edited records, and that only the changes were
 * sent.
 */
export async function editAndSave(service: DataService, table: Table, { changes, created }: Edits): Promise<void> {
  const page = await new PageDocument(service, table).open();
  const read = new Map(page.read.map(record => [idOf(record), record]));
  page.edit(records => {
    const remaining = records.flatMap((record, at) => {
      const change = changes[at];
      for (const field of change?.names ?? []) {
        const value = change?.values.get(field);
        if (value === undefined) record.delete(field);
        else record.set(field, value);
      }
      return change === undefined ? [] : [record];
    });
    records.splice(0, records.length, ...remaining, ...created);
  });
  const edited = page.rows().map(row => row.fields);
  const plan = await page.plan();
  for (const step of plan.steps) {
    if (step.kind !== 'update') continue;
    const body = valueOf(step.request.body ?? '');
    assert.ok(isJsonObject(body));
    const sent = [...body.values()].flatMap(part => [...(isJsonObject(part) ? part.keys() : [])]);
    const row = edited.find(record => idOf(record) === step.id) ?? assert.fail();
    assert.deepEqual(
      sent.sort(),
      changedNames(read.get(step.id) ?? assert.fail(), row, fieldComparer(table.columns)).sort(),
    );
  }
  const outcomes = await page.carryOut(plan);
  assert.deepEqual(
    outcomes.filter(({ outcome }) => outcome.status !== 'saved'),
    [],
  );
  assert.ok(page.saved);
  const fresh = await new PageDocument(service, table).open();
  assert.equal(fresh.rows().length, edited.length);
  const left = [...fresh.read];
  for (const edit of edited) {
    const id = idOf(edit);
    const at = left.findIndex(record => (id === undefined || idOf(record) === id) && hasValues(record, edit));
    assert.ok(at >= 0, 'a record is not as it was edited');
    left.splice(at, 1);
  }
}

function hasValues(record: JsonObject, expected: JsonObject): boolean {
  return fields.every(field => sameJson(record.get(field.name), expected.get(field.name)));
}

/**
 * Runs this number of edits of records in memory.
 * @throws as `fc.assert`
 */
export function anyEdits(cases: number): Promise<void> {
  const areReadBack = async (edits: Edits): Promise<void> => {
    const server = new ModelServer();
    for (const values of edits.before) server.create(values);
    const service: DataService = {
      target: { authUrl: 'http://127.0.0.1:1' },
      context: { fetch: server.fetch },
      withToken: call => call(new Secret('a token of nobody')),
    };
    await editAndSave(service, modelTable, edits);
  };
  return fc.assert(fc.asyncProperty(editsOf(exact), areReadBack), { numRuns: cases });
}
