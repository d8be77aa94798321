import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { valueOf, writeJson, type JsonObject } from '../../../src/json/json';
import { Masker } from '../../../src/world/masking/masker';
import { learnMasks, maskRecord } from '../../../src/world/masking/maskRecord';

const rules = { columns: new Set(['address']), unmasked: new Set<string>() };
const record = (text: string) => valueOf(text) as JsonObject;
const masked = (text: string, masker = new Masker()) => writeJson(maskRecord(record(text), rules, masker, new Map()));
const addressIn = (text: string) => (JSON.parse(text) as { address: unknown }).address;

describe('masking GeoJSON', () => {
  it('keeps positions valid and rings closed, also in the next run', () => {
    const text =
      '{"address":[{"type":"Point","coordinates":[113.324,-23.1]},{"coordinates":[[[1,2],[3.5,4],[5,6],[1,2]]],"type":"Polygon"}]}';
    const [first, again] = [masked(text), new Masker()];
    const [point, area] = addressIn(first) as { type: string; coordinates: unknown }[];
    assert.deepEqual([point?.type, area?.type], ['Point', 'Polygon']);
    const [ring = []] = area?.coordinates as number[][][];
    assert.deepEqual(ring.at(-1), ring[0]);
    const degrees = [point?.coordinates, ring].flat(2) as number[];
    assert(degrees.length === 10 && degrees.every(each => Math.abs(each) <= 90), first);
    const [longitude, latitude] = degrees;
    assert(longitude !== 113.324 && latitude !== -23.1, first);
    learnMasks(record(text), record(first), again);
    assert.equal(masked(text, again), first);
  });

  it('keeps a position valid if the same number is masked elsewhere', () => {
    const text = '{"address":[113,{"type":"Point","coordinates":[113,23]}]}';
    for (let run = 0; run < 20; run++) {
      const [, point] = addressIn(masked(text)) as [number, { coordinates: number[] }];
      assert(
        point.coordinates.every(each => Math.abs(each) <= 90),
        String(point.coordinates),
      );
    }
  });
});
