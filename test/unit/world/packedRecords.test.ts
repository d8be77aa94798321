import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { writeJson } from '../../../src/json/json';
import { PackedRecords } from '../../../src/world/packedRecords';

describe('PackedRecords', () => {
  it('gives the same records in the same order, each time it is read', () => {
    const texts = [
      '{"id":"b","price":1.10,"large":9007199254740993}',
      String.raw`{"id":"a","名称":"红色 😀","half":"\ud83d","list":[null,{"z":1,"a":2}]}`,
    ];
    const records = new PackedRecords(texts);
    assert.equal(records.length, 2);
    for (let round = 0; round < 2; round++)
      assert.deepEqual(
        [...records].map(record => writeJson(record)),
        texts,
      );
  });

  it('may be empty', () => {
    const records = new PackedRecords([]);
    assert.deepEqual([records.length, ...records], [0]);
  });
});
