import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { logIn, obtainTokens, openPermissions, withCaller } from '../fixture';
import { errorMessageOf, jsonOf, sendJson } from '../http';
import { upload } from '../upload';

const records = '/oserve/v2.6/table/product/record/';

describe('sandbox: values of records', () => {
  it('are dropped if they have a wrong type and others do not, and the request log names them', () =>
    withCaller(async (call, shop, sandbox) => {
      const token = await logIn(shop);
      const body = { sku: 'partly', price: 'x', released_at: 'abc', tags: ['a', 1], stock: 10 };
      const made = await call.json(`POST ${records}`, { body }, 201);
      assert.deepEqual([made.stock, 'price' in made, 'released_at' in made, 'tags' in made], [10, false, false, false]);
      assert.equal(sandbox.requests.at(-1)?.note, 'Not stored: price, released_at, tags.');
      const line = `PUT /hserve/v2.4/table/product/record/${String(made.id)}/`;
      const changed = await call.json(line, { token, body: { $set: { stock: 'x', note: 'right' } } });
      assert.deepEqual([changed.stock, changed.note], [10, 'right']);
      const refused = await call(line, { token, body: { stock: 'x', price: 'x' } });
      assert.deepEqual(
        [refused.status, errorMessageOf(refused)],
        [400, 'Failed to save record, type conflict on fields'],
      );
    }));

  it('are dropped silently if the sandbox is configured for it', () =>
    withCaller(async (call, _, sandbox) => {
      const control = async (body: object) =>
        sendJson(`${sandbox.origin}/__sandbox/behaviour/`, body, { Authorization: `Bearer ${sandbox.controlToken}` });
      assert.equal((await control({ droppedFields: ['price', 'level'] })).status, 200);
      const made = await call.json(`POST ${records}`, { body: { sku: 'dropped', price: 5 } }, 201);
      assert.deepEqual([made.sku, 'price' in made], ['dropped', false]);
      const changed = await call.json(`PUT ${records}${String(made.id)}/`, { body: { price: 6 } });
      assert.ok(!('price' in changed));
      const query = { where: { sku: { $eq: 'dropped' } } };
      assert.equal((await call.json(`PUT ${records}`, { query, body: { price: 7 } })).succeed, 1);
      assert.ok(!('price' in (await call.json(`GET ${records}${String(made.id)}/`))));
      const user = '/oserve/v2.6/miniapp/user_profile/36845069000101/';
      assert.notEqual((await call.json(`PUT ${user}`, { body: { level: 'platinum' } })).level, 'platinum');
      assert.equal((await control({ droppedFields: [] })).status, 200);
      assert.equal((await call.json(`PUT ${records}${String(made.id)}/`, { body: { price: 6 } })).price, 6);
      assert.equal((await control({ droppedFields: 'price' })).status, 400);
      assert.equal((await control({ dropedFields: [] })).status, 400);
    }));

  it('are instants in the zone of the application in a date column, and only ISO 8601', () =>
    withCaller(async call => {
      const { id } = await call.json(`POST ${records}`, { body: { sku: 'dated' } }, 201);
      const stored = async (released_at: string) => {
        const response = await call(`PUT ${records}${String(id)}/`, { body: { released_at } });
        return response.status === 200 ? jsonOf(response).released_at : response.status;
      };
      for (const [sent, kept] of [
        ['2018-09-26T11:22:51.1+08:00', '2018-09-26T11:22:51.100000+08:00'],
        ['2018-09-26T03:22:51.100Z', '2018-09-26T11:22:51.100000+08:00'],
        ['2018-09-26T03:22:51.000Z', '2018-09-26T11:22:51+08:00'],
        ['2018-09-25T22:22:51.123456-0500', '2018-09-26T11:22:51.123456+08:00'],
        ['2018-09-26T11:22', '2018-09-26T11:22:00+08:00'],
        ['2018-09-26', '2018-09-26T00:00:00+08:00'],
      ] as const) {
        assert.equal(await stored(sent), kept, sent);
      }
      for (const bad of ['2018-02-30', 'Wed, 26 Sep 2018 11:22:51 GMT', '2018/09/26', '2018-09-26 11:22', '2018', '']) {
        assert.equal(await stored(bad), 400, bad);
      }
      assert.equal(await stored('2018-09-26T11:22:51.1+08:00'), '2018-09-26T11:22:51.100000+08:00');
      const matches = async (condition: object) => {
        const query = { where: { sku: { $eq: 'dated' }, released_at: condition } };
        return (await call.json<{ objects: object[] }>(`GET ${records}`, { query })).objects.length === 1;
      };
      assert.ok(await matches({ $eq: '2018-09-26T03:22:51.1Z' }));
      assert.ok(await matches({ $in: ['2018-09-26T03:22:51.10Z'] }));
      assert.ok(await matches({ $range: ['2018-09-26T03:22:51Z', '2018-09-26T03:22:52Z'] }));
      assert.ok(await matches({ $gt: '2018-09-26T04:22:51+01:00' }));
      assert.ok(!(await matches({ $lt: '2018-09-26T03:22:51Z' })));
    }));

  it('are stored as numbers for pointers to users, and found by text, number and object', () =>
    withCaller(async call => {
      const stores = '/oserve/v2.6/table/store/record/';
      const shown = { id: 36_845_069_000_101, _table: '_userprofile' };
      for (const manager of ['36845069000101', 36_845_069_000_101, shown]) {
        const made = await call.json(`POST ${stores}`, { body: { name: 'Mine', manager } }, 201);
        assert.deepEqual(made.manager, shown);
        const query = { where: { name: { $eq: 'Mine' }, manager: { $eq: manager } }, return_total_count: '1' };
        assert.ok((await call.json<{ objects: object[] }>(`GET ${stores}`, { query })).objects.length > 0);
        const several = { ...query, where: { name: { $eq: 'Mine' }, manager: { $in: [manager] } } };
        assert.ok((await call.json<{ objects: object[] }>(`GET ${stores}`, { query: several })).objects.length > 0);
      }
    }));

  it('can be changed part by part in an object', () =>
    withCaller(async call => {
      const details = { amount: 1, deep: { count: 2 }, name: 'x' };
      const { id } = await call.json(`POST ${records}`, { body: { sku: 'parts', details } }, 201);
      const line = `PUT ${records}${String(id)}/`;
      const body = { $set: { 'details.amount': { $incr_by: 2 }, 'details.deep.count': { $incr_by: 1 } } };
      assert.deepEqual((await call.json(line, { body })).details, { amount: 3, deep: { count: 3 }, name: 'x' });
      const added = await call.json(line, { body: { 'details.new': { $incr_by: 1 } } });
      assert.deepEqual(added.details, { amount: 3, deep: { count: 3 }, name: 'x', new: 1 });
      for (const bad of [
        { 'details.name': { $incr_by: 1 } },
        { 'details.amount': 5 },
        { 'none.amount': { $incr_by: 1 } },
      ])
        assert.equal((await call(line, { body: bad })).status, 400, JSON.stringify(bad));
      for (const key of ['名', '$ifanr.x', '_x', '1x', 'a-b']) {
        const refused = await call(line, { body: { details: { a: [{ [key]: 1 }] } } });
        assert.equal(errorMessageOf(refused), 'Failed to save record, type conflict on fields', key);
      }
    }));

  it('cannot be found by a condition in lists of objects, files, geo values and dates', () =>
    withCaller(async call => {
      const types = ['object', 'file', 'geojson', 'date', 'string'];
      const fields = types.map(type => ({ name: `${type}s`, type: 'array', items: { type } }));
      const { id: table } = await call.json<{ id: number }>(
        'POST /oserve/v1.8/table/',
        { body: { name: 'lists', schema: { fields }, ...openPermissions } },
        201,
      );
      const path = `/oserve/v2.6/table/${table}/record/`;
      const place = { type: 'Point', coordinates: [1, 2] };
      const body = { objects: [{ a: 1 }], geojsons: [place], dates: ['2018-12-12T03:48:04Z'], strings: ['a'] };
      const made = await call.json(`POST ${path}`, { body }, 201);
      assert.deepEqual(made.dates, ['2018-12-12T11:48:04+08:00']);
      const count = async (where: object) =>
        (await call.json<{ objects: object[] }>(`GET ${path}`, { query: { where } })).objects.length;
      for (const field of ['objects', 'files', 'geojsons', 'dates'])
        for (const condition of [{ $exists: true }, { $isnull: false }, { $ne: 5 }, { $nin: ['x'] }])
          assert.equal(await count({ [field]: condition }), 0, field);
      assert.equal(await count({ 'objects.a': { $eq: 1 } }), 0);
      assert.equal(await count({ strings: { $ne: 'x' } }), 1);
    }));

  it('are accepted in a file column with every required field of an upload', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const { id } = await upload(call, 'a.txt', 'a', { token });
      const file = await call.json(`GET /hserve/v2.2/uploaded-file/${id}/`, { token });
      const create = async (cover: unknown) => {
        const response = await call(`POST ${records}`, { body: { sku: JSON.stringify(cover), cover } });
        assert.equal(response.status, 201, response.text);
        return jsonOf(response).cover;
      };
      for (const good of [file, null, '']) assert.deepEqual(await create(good), good, JSON.stringify(good));
      for (const bad of [id, { id }, 'https://a.example/a.png', { name: 'a.txt' }, { id: '' }, [file], 7])
        assert.equal(await create(bad), undefined, JSON.stringify(bad));
      for (const name of ['id', 'name', 'created_at', 'mime_type', 'cdn_path', 'size']) {
        assert.equal(await create({ ...file, [name]: undefined }), undefined, name);
        assert.equal(await create({ ...file, [name]: [] }), undefined, name);
      }
      assert.equal(await create({ ...file, path: 5 }), undefined);
    }));

  it('must name an existing file in a file column, also in lists, in bulk and in an import', () =>
    withCaller(async (call, shop, sandbox) => {
      const fields = [
        { name: 'one', type: 'file' },
        { name: 'many', type: 'array', items: { type: 'file' } },
      ];
      const { id: table } = await call.json<{ id: number }>(
        'POST /oserve/v1.8/table/',
        { body: { name: 'kept', schema: { fields }, ...openPermissions } },
        201,
      );
      const path = `/oserve/v2.6/table/${table}/record/`;
      const { id } = await upload(call, 'a.txt', 'a');
      const file = await call.json(`GET /oserve/v2.2/file/${id}/`);
      const none = { ...file, id: '5bbac6e6bd66033efcfd0a95' };
      const { id: pending } = await call.json('POST /oserve/v2.1/upload/', { body: { filename: 'b.txt' } });
      const record = await call.json<{ id: string }>(`POST ${path}`, { body: { one: file, many: [file, file] } }, 201);
      const refused = async (line: string, options: object) => {
        const response = await call(line, options);
        assert.equal(response.status, 400, line + JSON.stringify(options));
        assert.match(errorMessageOf(response), /(one|many): there is no file with the identifier/);
      };
      for (const body of [
        { one: none },
        { one: { ...file, id: pending } },
        { many: [file, none] },
        { $set: { one: none } },
      ]) {
        await refused(`POST ${path}`, { body });
        await refused(`PUT ${path}${record.id}/`, { body });
      }
      await refused(`PUT ${path}${record.id}/`, { body: { many: { $append: [none] } } });
      await refused(`POST ${path}`, { body: [{ one: file }, { one: none }] });
      const query = { where: { id: { $eq: record.id } } };
      await refused(`PUT ${path}`, { query, body: { one: none } });
      const { access_token } = await obtainTokens(shop);
      const imported = async (one: object) => {
        const form = new FormData();
        form.set('file', new Blob([JSON.stringify([{ one }])]), 'rows.json');
        const url = `${sandbox.origin}/oserve/v1/table/${table}/import/`;
        const headers = { Authorization: `Bearer ${access_token}` };
        return (await fetch(url, { method: 'POST', headers, body: form })).status;
      };
      assert.deepEqual([await imported(file), await imported(none)], [201, 400]);

      // A record keeps its value when the file is deleted, and the value can be written back.
      assert.equal((await call(`DELETE /oserve/v2.2/file/${id}/`)).status, 204);
      await refused(`POST ${path}`, { body: { one: file } });
      const kept = await call.json<{ many: object[] }>(`PUT ${path}${record.id}/`, { body: { many: [file] } });
      assert.deepEqual(kept.many, [file]);
    }));

  it('cannot be set and unset at once', () =>
    withCaller(async call => {
      const { id } = await call.json(`POST ${records}`, { body: { sku: 'one', note: 'before' } }, 201);
      const line = `PUT ${records}${String(id)}/`;
      for (const body of [
        { $set: { note: 'after' }, $unset: { note: '' } },
        { note: 'after', $unset: { note: '' } },
      ]) {
        const response = await call(line, { body });
        assert.equal(response.status, 400, JSON.stringify(body));
        assert.match(errorMessageOf(response), /note/);
      }
      assert.equal((await call.json(`GET ${records}${String(id)}/`)).note, 'before');
      const changed = await call.json(line, { body: { $set: { name: 'a' }, $unset: { note: '' } } });
      assert.deepEqual([changed.name, 'note' in changed], ['a', false]);
    }));
});
