import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Json, JsonObject } from '../../../../src/json/json';
import { resolveMerge, editsOf, mergeRecord, type ConflictChoice } from '../../../../src/records/saving/merge';
import { fieldComparer } from '../../../../src/records/table/sameValue';
import { json } from '../documents';

/** Creates a record with one field; `-` creates it without the field. */
const record = (text: string): JsonObject => {
  const pairs: [string, Json][] = [
    ['id', 'a'],
    ['updated_at', json('1')],
  ];
  return new Map(text === '-' ? pairs : [...pairs, ['f', json(text)]]);
};
const untyped = fieldComparer([]);
const mergeOf = (read: string, edited: string, server: string, chosen?: ReadonlySet<string>) =>
  mergeRecord({ id: 'a', read: record(read), edited: record(edited) }, record(server), untyped, chosen);

describe('three states of a record', () => {
  const states: [read: string, edited: string, server: string, state: string | undefined][] = [
    ['1', '1', '1', undefined],
    ['1', '2', '1', 'mine'],
    ['1', '1', '2', 'theirs'],
    ['1', '2', '2', 'agreed'],
    ['1', '2', '3', 'conflict'],
    ['1', '1.0', '1', undefined],
    ['1', '2', '2.0', 'agreed'],
    ['1', '-', '1', 'mine'],
    ['1', '1', '-', 'theirs'],
    ['1', '-', '-', 'agreed'],
    ['1', '-', 'null', 'conflict'],
    ['-', 'null', '-', 'mine'],
    ['null', '-', 'null', 'mine'],
    ['-', '1', '2', 'conflict'],
    ['""', 'null', '""', 'mine'],
    ['0', 'false', '0', 'mine'],
    ['[]', '{}', '[]', 'mine'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}', '{"a":1,"b":2}', undefined],
  ];
  for (const [read, edited, server, state] of states) {
    it(`are ${state ?? 'equal'} with read ${read}, here ${edited}, there ${server}`, () => {
      assert.deepEqual(
        mergeOf(read, edited, server).fields.map(field => field.state),
        state === undefined ? [] : [state],
      );
    });
  }

  it('ignore hidden columns, and treat null there as missing', () => {
    assert.deepEqual(mergeOf('-', '-', '5', new Set(['g'])).fields, []);
    assert.deepEqual(mergeOf('null', 'null', '-', new Set(['f'])).fields, []);
    assert.equal(mergeOf('-', '6', '5', new Set(['g'])).fields[0]?.state, 'conflict');
  });

  it('ignore the columns that the service writes', () => {
    const server = new Map(record('1')).set('updated_at', json('2')).set('created_by', json('3'));
    const edited = new Map(record('1')).set('updated_at', json('9'));
    assert.deepEqual(mergeRecord({ id: 'a', read: record('1'), edited }, server, untyped).fields, []);
  });

  const choices: [ConflictChoice | undefined, unknown][] = [
    [undefined, { do: 'ask' }],
    ['mine', { do: 'update', writes: [{ name: 'f', from: 'there', to: 'here' }] }],
    ['theirs', { do: 'nothing' }],
    ['original', { do: 'update', writes: [{ name: 'f', from: 'there', to: 'read' }] }],
  ];
  for (const [choice, expected] of choices) {
    it(`resolve to ${JSON.stringify(expected)} with the choice ${choice ?? 'of nobody'}`, () => {
      assert.deepEqual(
        resolveMerge(mergeOf('"read"', '"here"', '"there"'), () => choice),
        expected,
      );
    });
  }

  it('ask about a record that one side deleted and the other changed, and not when both deleted it', () => {
    const [read, other] = [record('1'), record('2')];
    const stateOf = (edited: JsonObject | undefined, server: JsonObject | undefined): string =>
      mergeRecord({ id: 'a', read, edited }, server, untyped).state;
    assert.deepEqual(
      [stateOf(undefined, read), stateOf(undefined, other), stateOf(other, undefined), stateOf(undefined, undefined)],
      ['delete', 'changedOnServer', 'goneOnServer', 'nothing'],
    );
  });

  it('begin with the rows that differ, and end with new ones', () => {
    const row = (id: string | undefined, fields: JsonObject) => ({ id, fields, ranges: new Map(), start: 0, end: 0 });
    const [same, changed, gone] = ['a', 'b', 'c'].map(id => new Map(record('1')).set('id', id));
    assert.ok(same && changed && gone);
    const edited = new Map(changed).set('f', json('2'));
    const created = new Map<string, Json>([['f', json('3')]]);
    const rows = [row(undefined, created), row('b', edited), row('a', same)];
    assert.deepEqual(editsOf([same, changed, gone], rows, untyped), [
      { id: 'b', read: changed, edited },
      { id: 'c', read: gone, edited: undefined },
      { id: undefined, read: undefined, edited: created },
    ]);
  });
});
