import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Caller } from '../fixture';
import { callerOf, logIn, openPermissions, stagingOf, withCaller, withSandbox } from '../fixture';
import { jsonOf, errorMessageOf } from '../http';

interface Row {
  id: string;
  created_by: number;
  created_at: number;
  updated_at: number;
  [column: string]: unknown;
}
interface List {
  meta: { limit: number; offset: number; next: string | null; previous: string | null; total_count?: number };
  objects: Row[];
}

const web = '/hserve/v2.4/table/product/record/';
const open = '/oserve/v2.4/table/5001/record/';

/** The documented text of the service. */
const typeConflict = /^Failed to save record, type conflict on fields$/;

async function refused(call: Caller, line: string, options: object, status: number, message: RegExp): Promise<void> {
  const response = await call(line, options);
  assert.equal(response.status, status, response.text);
  assert.match(errorMessageOf(response), message);
}

describe('sandbox: records', () => {
  it('are listed newest first, in both families, by name or identifier', () =>
    withCaller(async call => {
      const { meta, objects } = await call.json<List>(`GET ${web}`);
      assert.deepEqual(meta, { limit: 20, offset: 0, next: `${web}?limit=20&offset=20`, previous: null });
      const times = objects.map(row => row.created_at);
      assert.deepEqual(
        times,
        [...times].sort((a, b) => b - a),
      );
      assert.equal(objects[0]?._id, objects[0]?.id);
      assert.match(objects[0]?.id ?? '', /^[0-9a-f]{24}$/);
      for (const path of ['/hserve/v2.2/table/5001/record/', open, '/oserve/v2.6/table/product/record/']) {
        const same = await call.json<List>(`GET ${path}`);
        assert.deepEqual(
          same.objects.map(row => row.id),
          objects.map(row => row.id),
        );
      }
    }));

  it('have the default order of their created_at, whenever they were written', () =>
    withCaller(async call => {
      const [newest, second, third] = (await call.json<List>(`GET ${open}`)).objects;
      assert(newest && second && third);
      const body = { sku: 'imported', created_at: second.created_at - 1 };
      const imported = await call.json<Row>(`POST ${open}`, { body }, 201);
      const first = async (path: string, query = {}): Promise<string[]> =>
        (await call.json<List>(`GET ${path}`, { query: { limit: '4', ...query } })).objects.map(({ id }) => id);
      const expected = [newest.id, second.id, imported.id, third.id];
      for (const path of [web, open]) assert.deepEqual(await first(path), expected);
      assert.deepEqual(await first(open, { where: { sku: { $in: [newest.sku, 'imported'] } } }), [
        newest.id,
        imported.id,
      ]);
      assert.deepEqual(await first(open, { offset: '2', limit: '1' }), [imported.id]);
      await call.json(`PUT /oserve/v2.6/table/5001/record/${third.id}/`, {
        body: { created_at: newest.created_at + 1 },
      });
      assert.deepEqual(await first(open), [third.id, newest.id, second.id, imported.id]);
    }));

  it('are always counted in older versions, on request in newer ones', () =>
    withCaller(async call => {
      for (const [path, counts] of [
        ['/hserve/v1.1/table/product/record/', true],
        ['/hserve/v2.0/table/product/record/', true],
        ['/hserve/v2.2/table/product/record/', false],
        ['/oserve/v2.2/table/5001/record/', true],
        ['/oserve/v2.4/table/5001/record/', false],
        ['/oserve/v2.6/table/5001/record/', false],
      ] as const) {
        assert.equal('total_count' in (await call.json<List>(`GET ${path}`)).meta, counts, path);
        const query = { return_total_count: '1', limit: '1' };
        assert.equal((await call.json<List>(`GET ${path}`, { query })).meta.total_count, 60);
      }
    }));

  it('are created, read, changed and deleted by a user', () =>
    withCaller(async (call, shop, sandbox) => {
      const token = await logIn(shop);
      const made = await call.json<Row>(`POST ${web}`, { token, body: { sku: 'new', price: 1.5, tags: ['a'] } }, 201);
      assert.deepEqual([made.created_by, made.stock], [36_845_069_000_101, 0]);
      assert.equal((await call.json<List>(`GET ${web}`)).objects[0]?.id, made.id);
      sandbox.moveClock(5000);
      const changed = await call.json<Row>(`PUT ${web}${made.id}/`, { token, body: { price: 2 } });
      assert.deepEqual(
        [changed.price, changed.sku, changed.updated_at - made.updated_at, changed.created_at],
        [2, 'new', 5, made.created_at],
      );
      const { _prefetched_objects_cache: cache, ...rest } = changed;
      assert.deepEqual([cache, await call.json(`GET ${web}${made.id}/`)], [{}, rest]);
      const gone = await call(`DELETE ${web}${made.id}/`, { token });
      assert.deepEqual([gone.status, gone.text], [204, '']);
      await refused(call, `GET ${web}${made.id}/`, {}, 404, /no record/);
    }));

  it('support $set, $unset and the atomic changes, alone or inside $set like the JavaScript SDK', () =>
    withCaller(async call => {
      const start = { sku: 'atomic', stock: 5, tags: ['a', 'b'], details: { x: 1 }, note: 'here' };
      const { id } = await call.json<Row>(`POST ${open}`, { body: start }, 201);
      const put = (body: object) => call.json<Row>(`PUT /oserve/v2.6/table/5001/record/${id}/`, { body });
      assert.equal((await put({ stock: { $incr_by: 2 } })).stock, 7);
      assert.equal((await put({ $set: { stock: { $incr_by: -7 } }, $unset: {} })).stock, 0);
      assert.deepEqual((await put({ tags: { $append: ['b', 'c'] } })).tags, ['a', 'b', 'b', 'c']);
      assert.deepEqual((await put({ tags: { $append_unique: ['c', 'd'] } })).tags, ['a', 'b', 'b', 'c', 'd']);
      assert.deepEqual((await put({ tags: { $remove: ['b', 'x'] } })).tags, ['a', 'c', 'd']);
      assert.deepEqual((await put({ tags: { $pop: 1 } })).tags, ['a', 'c']);
      assert.deepEqual((await put({ tags: { $pop: -1 } })).tags, ['c']);
      assert.deepEqual((await put({ tags: { $shift: 1 } })).tags, []);
      assert.deepEqual((await put({ details: { $update: { y: 2 } } })).details, { x: 1, y: 2 });
      assert.ok(!('note' in (await put({ $unset: { note: '' } }))));
      for (const [body, message] of [
        [{ stock: { $append: [1] } }, /stock is not a list/],
        [{ tags: { $incr_by: 1 } }, /tags is not a number/],
        [{ stock: { $incr_by: 'x' } }, /\$incr_by takes a number/],
        [{ stock: { $double: 1 } }, /no operator \$double/],
        [{ $inc: { stock: 1 } }, /no operator \$inc/],
        [{ $set: [] }, /\$set takes an object/],
        [{ colour: 'red' }, /no column colour/],
        [{ stock: 'many' }, typeConflict],
        [{ tags: [1] }, typeConflict],
        [{ released_at: 'soon', stock: 1.5 }, typeConflict],
        [{ read_perm: 'all' }, /read_perm must be a list/],
        [{ __proto__x: 1 }, /no column/],
      ] as const) {
        await refused(call, `PUT /oserve/v2.6/table/5001/record/${id}/`, { body }, 400, message);
      }
    }));

  it('have their fields selected by keys', () =>
    withCaller(async call => {
      const [row] = (await call.json<List>(`GET ${web}`, { query: { keys: 'id,price', limit: '1' } })).objects;
      assert.deepEqual(Object.keys(row ?? {}), ['id', 'price']);
      const [rest] = (await call.json<List>(`GET ${web}`, { query: { keys: '-id,-price', limit: '1' } })).objects;
      assert.ok(rest && !('id' in rest) && !('price' in rest) && 'sku' in rest);
      const [bare] = (await call.json<List>(`GET ${web}`, { query: { keys: 'price,cover', limit: '1' } })).objects;
      assert.deepEqual([Object.keys(bare ?? {}), bare?.cover], [['id', 'price', 'cover'], null]);
      const [all] = (await call.json<List>(`GET ${web}`, { query: { keys: 'price,-id', limit: '1' } })).objects;
      assert.ok(all && 'id' in all && 'sku' in all, 'both forms at once are ignored');
      await refused(call, `GET ${web}`, { query: { keys: 'price,-weight' } }, 400, /no field weight/);
      await refused(call, `GET ${web}`, { query: { keys: 'weight' } }, 400, /no field weight/);
    }));

  it('show pointers as IDs, and expand them', () =>
    withCaller(async call => {
      const reviews = '/hserve/v2.4/table/review/record/';
      const [plain] = (await call.json<List>(`GET ${reviews}`, { query: { limit: '1' } })).objects;
      assert.ok(plain);
      const pointer = plain.product as { id: string; _table: string };
      assert.deepEqual(Object.keys(pointer), ['id', '_table']);
      assert.equal(pointer._table, 'product');
      const query = { expand: 'product,created_by', keys: 'product.sku,created_by.id,product,created_by' };
      const one = await call.json<Row>(`GET ${reviews}${plain.id}/`, { query });
      assert.deepEqual(Object.keys(one.product as object), ['sku', '_table']);
      assert.deepEqual(one.created_by, { id: plain.created_by });
      const whole = await call.json<Row>(`GET ${reviews}${plain.id}/`, { query: { expand: 'created_by' } });
      assert.ok(!('_table' in (whole.created_by as unknown as object)));
      await refused(call, `GET ${reviews}`, { query: { expand: 'stars' } }, 400, /neither a pointer/);
      const found = await call.json<List>(`GET ${reviews}`, { query: { where: { product: { $eq: pointer.id } } } });
      assert.deepEqual(
        found.objects.map(row => row.id),
        [plain.id],
      );
    }));

  it('accept their creator and time from a body, as the service documents', () =>
    withCaller(async (call, shop) => {
      const body = { sku: 'old', created_by: 7, created_at: 1000, updated_at: 2000 };
      const made = await call.json<Row>(`POST ${open}`, { body }, 201);
      assert.deepEqual([made.created_by, made.created_at, made.updated_at], [7, 1000, 2000]);
      const token = await logIn(shop);
      const own = await call.json<Row>(`POST ${web}`, { token, body: { ...body, sku: 'x' } }, 201);
      assert.deepEqual([own.created_by, own.created_at, own.updated_at], [7, 1000, 2000]);
      const moved = await call.json<Row>(`PUT ${web}${own.id}/`, { token, body: { updated_at: 3000 } });
      assert.equal(moved.updated_at, 3000);
      const mine = await call.json<Row>(`POST ${web}`, { token, body: { sku: 'y', created_by: 'me' } }, 201);
      assert.equal(mine.created_by, 36_845_069_000_101);
    }));

  it('support the version of the Android SDK, and have the identifier twice in the oldest Open API', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const old = web.replace(/v2\.\d/, 'v2.1');
      const made = await call.json<Row>(`POST ${old}`, { token, body: { sku: 'android' } }, 201);
      assert.equal((await call.json<Row>(`GET ${old}${made.id}/`)).sku, 'android');
      const first = await call.json<Row>(`GET /oserve/v1/table/5001/record/${made.id}/`);
      assert.deepEqual([first._id, first.id], [made.id, made.id]);
      assert.ok(!('_id' in (await call.json<Row>(`GET /oserve/v2.4/table/5001/record/${made.id}/`))));
    }));

  it('have objects and lists of objects only once in a column with a unique index', () =>
    withCaller(async call => {
      const fields = [
        { name: 'place', type: 'object' },
        { name: 'parts', type: 'array', items: { type: 'object' } },
      ];
      const { id } = await call.json<{ id: number }>(
        'POST /oserve/v1.8/table/',
        { body: { name: 'once', schema: { fields }, ...openPermissions } },
        201,
      );
      const path = `/oserve/v2.4/table/${id}/record/`;
      for (const name of ['place', 'parts']) {
        await call.json(`POST /oserve/v2.6/schema/${id}/index/`, { body: { fields: [name] } }, 201);
        const body = (value: object) => ({ body: { [name]: name === 'parts' ? [value] : value } });
        const first = await call.json<Row>(`POST ${path}`, body({ x: 1, y: [2] }), 201);
        await refused(call, `POST ${path}`, body({ x: 1, y: [2] }), 400, /E11000/);
        const other = await call.json<Row>(`POST ${path}`, body({ x: 1, y: [3] }), 201);
        await refused(call, `PUT /oserve/v2.6/table/${id}/record/${other.id}/`, body({ x: 1, y: [2] }), 400, /E11000/);
        assert.equal((await call(`DELETE ${path}${first.id}/`)).status, 204);
        await call.json(`POST ${path}`, body({ x: 1, y: [2] }), 201);
      }
    }));

  it('show the calling user completely, and of another nickname, avatar and id', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const query = { expand: 'created_by', order_by: 'created_at', limit: '2' };
      const { objects } = await call.json<List>(`GET ${web}`, { token, query });
      const [own, other] = objects.map(row => row.created_by as unknown as Record<string, unknown>);
      assert.deepEqual([own?._email, own?.city], ['customer@example.com', 'Guangzhou']);
      assert.deepEqual(Object.keys(other ?? {}).sort(), ['avatar', 'id', 'level', 'nickname', 'points']);
    }));

  it('differ between environments', () =>
    withSandbox(async (_, shop, blog) => {
      const call = await callerOf(shop);
      const envId = stagingOf(shop);
      await call.json(`POST ${open}`, { envId, body: { sku: 'staging only' } }, 201);
      const where = { sku: { $eq: 'staging only' } };
      assert.equal((await call.json<List>(`GET ${open}`, { envId, query: { where } })).objects.length, 1);
      assert.equal((await call.json<List>(`GET ${open}`, { query: { where } })).objects.length, 0);
      const response = await (await callerOf(blog))(`GET ${web}`);
      assert.equal(response.status, 404);
      assert.equal(jsonOf<List>(await call(`GET ${web}`, { envId })).objects.length, 11);
    }));
});
