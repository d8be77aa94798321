import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { countValues } from '../../../../src/records/saving/readRecords';
import { rawColumns, readTableState } from '../../../../src/records/schema/tableState';
import { newTable, withTables } from '../transfer/scene';

describe('the number of records with a value in a column', () => {
  it('is unknown for a list that the service cannot search, and never too small', () =>
    withTables(async ({ call, service }) => {
      const id = await newTable(call, false, [
        { name: 'name', type: 'string' },
        { name: 'place', type: 'geojson', coordinate_type: 'wgs84' },
        { name: 'tags', type: 'array', items: { type: 'string' } },
        { name: 'parts', type: 'array', items: { type: 'object' } },
      ]);
      const place = { type: 'Point', coordinates: [1, 2] };
      const values = [{ name: 'a', place, tags: ['x'], parts: [{ size: 1 }] }, { tags: [] }, {}];
      await call.json(`POST /oserve/v2.4/table/${id}/record/`, { body: values }, 201);
      const { raw } = (await readTableState(service, id)) ?? assert.fail('no table');
      const columns = new Map(rawColumns(raw).map(column => [column.get('name'), column]));
      const counts = ['name', 'place', 'tags', 'parts'].map(name => countValues(service, id, name, columns.get(name)));
      assert.deepEqual(await Promise.all(counts), [1, 1, 2, undefined]);
    }));
});
