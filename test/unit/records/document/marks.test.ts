import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { isJsonObject, valueOf, type JsonObject } from '../../../../src/json/json';
import { countMarks, marksOf } from '../../../../src/records/document/marks';
import { readRecordsText } from '../../../../src/records/text/recordsText';
import { fieldComparer } from '../../../../src/records/table/sameValue';
import { processorTime } from '../../processorTime';

const record = (text: string): JsonObject => {
  const value = valueOf(text);
  return isJsonObject(value) ? value : assert.fail(text);
};
const base = ['a', 'b', 'c', 'd'].map(id =>
  record(`{"id":"${id}","n":1.0,"at":"2024-01-01T00:00:00Z","updated_at":1}`),
);
const columns = [
  { name: 'n', type: 'number' },
  { name: 'at', type: 'date' },
].map(column => ({ ...column, system: false, required: false }));
const marks = (text: string, read: readonly JsonObject[] | undefined = base) =>
  marksOf(
    readRecordsText(text, 'page').rows,
    read,
    fieldComparer(columns as unknown as Parameters<typeof fieldComparer>[0]),
  );

describe('the marks of a text of records', () => {
  it('are empty when nothing would be saved', () => {
    const same = ['a', 'b', 'c', 'd'].map(id => `{"updated_at":2,"at":"2024-01-01T08:00:00+08:00","n":1,"id":"${id}"}`);
    const { added, changed, deleted } = marks(`[${same.join()}]`);
    assert.deepEqual([added, [...changed], deleted], [[], [], []]);
  });

  it('contain changed, removed and new fields, new records and deleted ones at their positions', () => {
    const found = marks('[{"id":"b","n":2,"new":null},{"n":1},{"id":"d","n":1.0,"at":"2024-01-01T00:00:00Z"}]');
    assert.deepEqual(found.added, [1]);
    assert.deepEqual([...found.changed], [[0, ['n', 'at', 'new']]]);
    assert.deepEqual(
      found.deleted.map(({ id, before }) => [id, before]),
      [
        ['a', 0],
        ['c', 1],
      ],
    );
    assert.equal(countMarks(found), 6);
  });

  it('keep the order of deleted records even if the text has another order', () => {
    const found = marks('[{"id":"d"},{"id":"b"}]');
    assert.deepEqual(
      found.deleted.map(({ id, before }) => [id, before]),
      [
        ['a', 0],
        ['c', 2],
      ],
    );
  });

  it('contain only new records when the base is unknown', () => {
    const found = marksOf(readRecordsText('[{"id":"x","n":1},{}]', 'page').rows, undefined, () => true);
    assert.deepEqual([found.added, found.changed.size, found.deleted.length], [[1], 0, 0]);
  });

  it('take less than half a second for 10,000 records with 60 columns', () => {
    const fields = Array.from({ length: 60 }, (_, at) => `"c${at}":"value ${at}"`).join();
    const many = Array.from({ length: 10_000 }, (_, at) => `{"id":"${at}",${fields}}`);
    const read = many.map(record);
    const { rows } = readRecordsText(`[${many.join()}]`, 'page');
    const took = processorTime(() => assert.equal(countMarks(marksOf(rows, read, fieldComparer([]))), 0));
    assert.ok(took < 500, `${took} ms`);
  }).timeout(60_000);
});
