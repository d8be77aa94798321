import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { openPermissions, withCaller } from '../fixture';
import { errorMessageOf } from '../http';

interface List {
  objects: { id: string; [column: string]: unknown }[];
}

const records = '/oserve/v2.4/table/probe/record/';
const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });
const square = (x: number, y: number, half: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
      [x - half, y - half],
    ],
  ],
});

const rectangle = (west: number, south: number, east: number, north: number, hole?: number[][]) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
    ...(hole ? [hole] : []),
  ],
});

/** Rows by their name. */
const rows: Record<string, object> = {
  ann: {
    name: 'ann',
    age: 30,
    tags: ['a', 'b'],
    info: { city: 'Rome' },
    home: point(113.26, 23.13),
    born: '2001-01-01',
  },
  bob: { name: 'bob', age: 20, tags: ['b'], info: { zip: 1 }, home: point(114.06, 22.54), nick: 'Bobby' },
  cid: { name: 'cid', age: 40, tags: [], nick: null, home: point(121.47, 31.23), born: '2010-05-05', ok: true },
  dee: { name: 'dee', nick: '', area: square(113, 23, 1), ok: false },
};

const columnNeeds: Record<string, object> = {
  array: { items: { type: 'string' } },
  geojson: { coordinate_type: 'wgs84' },
};
const columns = [
  ['name', 'string'],
  ['age', 'integer'],
  ['tags', 'array'],
  ['info', 'object'],
  ['home', 'geojson'],
  ['area', 'geojson'],
  ['born', 'date'],
  ['nick', 'string'],
  ['ok', 'boolean'],
].map(([name = '', type = '']) => ({ name, type, ...columnNeeds[type] }));

type Names = (where: object, query?: object) => Promise<string[]>;

async function withProbe(
  body: (names: Names, refused: (where: unknown) => Promise<string>) => Promise<void>,
): Promise<void> {
  await withCaller(async call => {
    await call.json(
      'POST /oserve/v1.8/table/',
      { body: { name: 'probe', schema: { fields: columns }, ...openPermissions } },
      201,
    );
    for (const row of Object.values(rows)) await call.json(`POST ${records}`, { body: row }, 201);
    const names: Names = async (where, query = {}) => {
      const { objects } = await call.json<List>(`GET ${records}`, { query: { order_by: 'name', ...query, where } });
      return objects.map(({ name }) => String(name));
    };
    await body(names, async where => {
      const response = await call(`GET ${records}`, { query: { where } });
      assert.equal(response.status, 400, response.text);
      return errorMessageOf(response);
    });
  });
}

describe('sandbox: where', () => {
  it('compares numbers, lists, missing values and text', () =>
    withProbe(async names => {
      const cases: [object, string][] = [
        [{ age: { $eq: 30 } }, 'ann'],
        [{ age: { $ne: 30 } }, 'bob cid dee'],
        [{ age: { $gt: 20 } }, 'ann cid'],
        [{ age: { $gte: 20, $lt: 40 } }, 'ann bob'],
        [{ age: { $lte: 20 } }, 'bob'],
        [{ age: { $range: [20, 30] } }, 'ann bob'],
        [{ name: { $in: ['ann', 'dee', 'x'] } }, 'ann dee'],
        [{ name: { $nin: ['ann', 'dee'] } }, 'bob cid'],
        [{ tags: { $eq: 'b' } }, 'ann bob'],
        [{ tags: { $in: ['a'] } }, 'ann'],
        [{ tags: { $all: ['a', 'b'] } }, 'ann'],
        [{ tags: { $eq: ['b'] } }, 'bob'],
        [{ nick: { $isnull: true } }, 'ann cid'],
        [{ nick: { $isnull: false } }, 'bob dee'],
        [{ nick: { $exists: true } }, 'bob cid dee'],
        [{ nick: { $exists: false } }, 'ann'],
        [{ name: { $contains: 'n' } }, 'ann'],
        [{ nick: { $icontains: 'bOB' } }, 'bob'],
        [{ name: { $regex: '^[AB]', $options: 'i' } }, 'ann bob'],
        [{ name: { $regex: 'D$', $options: 'gi' } }, 'cid'],
        [{ info: { $has_key: 'zip' } }, 'bob'],
        [{ 'info.city': { $eq: 'Rome' } }, 'ann'],
        [{ born: { $lt: '2005-01-01' } }, 'ann'],
        [{ ok: { $eq: true } }, 'cid'],
        [{ $or: [{ age: { $eq: 20 } }, { ok: { $eq: false } }] }, 'bob dee'],
        [{ $and: [{ age: { $gt: 10 } }, { $or: [{ name: { $eq: 'ann' } }, { name: { $eq: 'cid' } }] }] }, 'ann cid'],
        [{ age: { $gt: 10 }, name: { $ne: 'cid' } }, 'ann bob'],
        [{}, 'ann bob cid dee'],
      ];
      for (const [where, expected] of cases) {
        assert.equal((await names(where)).join(' '), expected, JSON.stringify(where));
      }
    }));

  it('compares geo values', () =>
    withProbe(async names => {
      const centre = [113.26, 23.13];
      const near = (min_distance: number, max_distance?: number) => ({
        home: {
          $nearsphere: { geometry: point(113.26, 23.13), min_distance, ...(max_distance ? { max_distance } : {}) },
        },
      });
      const cases: [object, string][] = [
        [{ area: { $intersects: point(113.5, 23.5) } }, 'dee'],
        [{ area: { $intersects: point(115, 23.5) } }, ''],
        [{ area: { $intersects: square(113.9, 23, 0.5) } }, 'dee'],
        [{ home: { $within: square(113, 23, 1.2) } }, 'ann bob'],
        [{ home: { $within: square(113, 23, 0.5) } }, 'ann'],
        [{ home: { $center: { radius: 1, coordinates: centre } } }, 'ann'],
        [{ home: { $center: { radius: 150, coordinates: centre } } }, 'ann bob'],
        [near(0, 150_000), 'ann bob'],
        [near(1000, 150_000), 'bob'],
        [near(200_000), 'cid'],
      ];
      for (const [where, expected] of cases) {
        assert.equal((await names(where)).join(' '), expected, JSON.stringify(where));
      }
      assert.deepEqual(await names(near(0), { order_by: '' }), ['ann', 'bob', 'cid']);
      const far = { home: { $nearsphere: { geometry: point(121, 31) } } };
      assert.deepEqual(await names(far, { order_by: '' }), ['cid', 'ann', 'bob']);
    }));

  it('finds crossing shapes even if neither has a corner in the other', () =>
    withProbe(async names => {
      const [hole = []] = square(113, 23, 2).coordinates;
      const cases: [where: object, expected: string][] = [
        [rectangle(112.9, 20, 113.1, 26), 'dee'],
        [rectangle(110, 22.9, 116, 23.1), 'dee'],
        [rectangle(114, 20, 115, 26), 'dee'],
        [rectangle(114, 24, 115, 25), 'dee'],
        [rectangle(114.01, 20, 115, 26), ''],
        [rectangle(110, 20, 116, 26), 'dee'],
        [rectangle(110, 20, 116, 26, hole), ''],
      ];
      for (const [shape, expected] of cases) {
        assert.equal((await names({ area: { $intersects: shape } })).join(' '), expected, JSON.stringify(shape));
      }
    }));

  it('reports what it cannot read', () =>
    withProbe(async (_, refused) => {
      const cases: [unknown, RegExp][] = [
        ['{', /where is not JSON/],
        ['[]', /must be a JSON object/],
        [{ age: 30 }, /age needs an operator/],
        [{ age: {} }, /age needs an operator/],
        [{ age: { $mod: [2, 0] } }, /no operator \$mod/],
        [{ age: { $where: 'true' } }, /no operator \$where/],
        [{ $where: 'true' }, /\$where is neither a field/],
        [{ $nor: [] }, /\$nor is neither/],
        [{ $and: [] }, /\$and takes a list/],
        [{ $or: { a: 1 } }, /\$or takes a list/],
        [{ '': { $eq: 1 } }, /neither a field/],
        [{ __proto: { $toString: 1 } }, /no operator \$toString/],
        [{ age: { $in: 1 } }, /\$in takes a list/],
        [{ age: { $range: [1] } }, /two values/],
        [{ age: { $isnull: 'yes' } }, /true or false/],
        [{ name: { $contains: 1 } }, /takes a string/],
        [{ name: { $regex: '(' } }, /not a regular expression/],
        [{ name: { $regex: 'a', $options: 'q' } }, /\$options may hold/],
        [{ name: { $options: 'i' } }, /no operator \$options/],
        [{ home: { $within: point(1, 1) } }, /\$within takes a GeoJSON Polygon/],
        [{ home: { $center: { radius: -1, coordinates: [1, 1] } } }, /\$center takes/],
        [{ home: { $nearsphere: { geometry: square(1, 1, 1) } } }, /\$nearsphere takes/],
        [{ home: { $intersects: 'here' } }, /\$intersects takes/],
        [{ tags: { $all: [{ $where: 'process.exit()' }] } }, /\$all takes values/],
        [{ info: { $eq: { a: [{ $where: '1' }] } } }, /\$eq takes values/],
        ['{"a":'.repeat(100) + '1' + '}'.repeat(100), /nested more than/],
      ];
      for (const [where, message] of cases) assert.match(await refused(where), message, JSON.stringify(where));
    }));

  it('stops a pattern that would never end', () =>
    withCaller(async call => {
      const body = { sku: 'evil', note: 'a'.repeat(64) };
      await call.json('POST /oserve/v2.4/table/product/record/', { body }, 201);
      const query = { where: { note: { $regex: '^(([a-z])+.)+[A-Z]([a-z])+$' } } };
      const response = await call('GET /oserve/v2.4/table/product/record/', { query });
      assert.equal(response.status, 400);
      assert.match(errorMessageOf(response), /longer than 2 seconds/);
    }));

  it('responds to other requests while a pattern takes long', () =>
    withCaller(async call => {
      const body = { sku: 'evil', note: 'a'.repeat(64) };
      await call.json('POST /oserve/v2.4/table/product/record/', { body }, 201);
      const query = { where: { note: { $regex: '^(([a-z])+.)+[A-Z]([a-z])+$' } } };
      let isDone = false;
      const slow = call('GET /oserve/v2.4/table/product/record/', { query }).finally(() => (isDone = true));
      // Calls until the slow query ends. The query's thread stops it by its own clock, while each call needs this
      // thread.
      let answered = 0;
      while (!isDone) {
        await call.json('GET /oserve/v2.2/server/time/');
        if (!isDone) answered += 1;
      }
      assert.equal((await slow).status, 400);
      assert.ok(answered > 5, `${answered} calls were answered meanwhile`);
    }));

  it('tries several patterns, including those that are found only through another one', () =>
    withProbe(async names => {
      const either = [{ name: { $regex: '^a' } }, { nick: { $regex: 'bob', $options: 'i' } }];
      assert.deepEqual(await names({ $or: either }), ['ann', 'bob']);
      assert.deepEqual(await names({ $and: [{ name: { $regex: 'b$' } }, ...either.slice(1)] }), ['bob']);
    }));

  it('refuses to sort by a missing field', () =>
    withCaller(async call => {
      for (const order_by of ['weight', '-weight', 'price,', ',', '--price', 'price;']) {
        const response = await call('GET /oserve/v2.4/table/product/record/', { query: { order_by } });
        assert.equal(response.status, 400, order_by);
        assert.match(errorMessageOf(response), /^order_by/);
      }
    }));
});
