import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { groupOf, logIn, obtainTokens, openPermissions, withCaller } from '../fixture';
import { jsonOf, errorMessageOf, send } from '../http';

interface Named {
  id: number;
  name: string;
}

describe('sandbox: writing in the content library', () => {
  const base = '/oserve/v2.2/content/';

  it('creates, changes and deletes groups, categories and contents', () =>
    withCaller(async (call, shop) => {
      const group = await call.json<Named>(`POST ${base}`, { body: { name: '新 New' } }, 201);
      const categories = `${base}${group.id}/category/`;
      const top = await call.json<Named>(`POST ${categories}`, { body: { name: 'top' } }, 201);
      const middle = await call.json<Named>(`POST ${categories}`, { body: { name: 'middle', parent: top.id } }, 201);
      const low = await call.json<Named & { parent: Named }>(
        `POST ${categories}`,
        { body: { name: 'low', parent: middle.id } },
        201,
      );
      assert.equal(low.parent.name, 'middle');
      for (const [body, message] of [
        [{ name: 'fourth', parent: low.id }, /at most 3 levels/],
        [{ name: 'top' }, /this name already/],
        [{ name: 'x', parent: 1 }, /not a category of this group/],
        [{}, /name is required/],
      ] as const) {
        assert.match(errorMessageOf(await call(`POST ${categories}`, { body })), message);
      }
      assert.match(
        errorMessageOf(await call(`PUT ${categories}${top.id}/`, { body: { parent: low.id } })),
        /below itself/,
      );
      const texts = `${base}${group.id}/text/`;
      const body = { title: 'T', content: '<p>x</p>', categories: [low.id], unknown: 1 };
      const text = await call.json<{ id: number; categories: Named[] }>(`POST ${texts}`, { body }, 201);
      assert.ok(!('unknown' in text));
      assert.deepEqual(text.categories, [{ id: low.id, name: 'low' }]);
      const seen = await call.json<{ objects: object[] }>('GET /hserve/v2.2/content/detail/', {
        query: { category_id: String(low.id), where: { title: { $contains: 'T' } } },
      });
      assert.equal(seen.objects.length, 1);
      await call.json(`PUT ${texts}${text.id}/`, { body: { title: 'U' } });
      assert.equal((await call.json(`GET /hserve/v1/content/detail/${text.id}/`)).title, 'U');
      assert.equal((await call(`POST ${texts}`, { body: { unknown: 1 } })).status, 400);
      assert.equal((await call(`DELETE ${categories}${top.id}/`)).status, 204);
      assert.deepEqual((await call.json<{ objects: object[] }>(`GET ${categories}`)).objects, []);
      assert.equal((await call(`DELETE ${base}${group.id}/`)).status, 204);
      assert.equal((await call(`GET ${texts}${text.id}/`)).status, 404);
      assert.equal((await call.json<{ objects: object[] }>('GET /hserve/v1/content/group/')).objects.length, 4);
      const other = `${base}${groupOf(shop, 'Help')}/`;
      await call.json(`PUT ${other}`, { body: { name: 'Renamed', acl_gids: [1] } });
      assert.equal((await call(`PUT ${other}`, { body: { acl_gids: [9] } })).status, 400);
    }));
});

describe('sandbox: files', () => {
  it('are uploaded in two steps, listed, read and deleted', () =>
    withCaller(async (call, shop, sandbox) => {
      const token = await logIn(shop);
      const categories = await call.json<{ objects: { id: string; name: string }[] }>(
        'GET /hserve/v2.2/file-category/',
      );
      const [category] = categories.objects;
      const first = await call.json<Record<'id' | 'upload_url' | 'authorization' | 'policy' | 'path', string>>(
        'POST /hserve/v2.1/upload/',
        { token, body: { filename: '图 a.html', category_id: category?.id } },
      );
      assert.equal((await call(`GET /hserve/v2.2/uploaded-file/${first.id}/`, { token })).status, 404, 'not there yet');
      const upload = async (authorization: string) => {
        const form = new FormData();
        form.append('authorization', authorization);
        form.append('policy', first.policy);
        form.append('file', new Blob(['<script>1</script>'], { type: 'text/html' }), 'a.html');
        const request = new Request(first.upload_url, { method: 'POST', body: form });
        const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
        return send(first.upload_url, { method: 'POST', headers, body: Buffer.from(await request.arrayBuffer()) });
      };
      assert.equal((await upload('UPYUN sandbox:wrong')).status, 401);
      const done = jsonOf(await upload(first.authorization));
      assert.deepEqual([done.code, done.mimetype, done.file_size], [200, 'text/html', 18]);
      assert.equal((await upload(first.authorization)).status, 401, 'once');
      const file = await call.json(`GET /hserve/v2.2/uploaded-file/${first.id}/`, { token });
      assert.deepEqual(
        [file.name, file.size, file.category],
        ['图 a.html', 18, { id: category?.id, name: category?.name }],
      );
      const bytes = await send(first.path);
      assert.equal(bytes.text, '<script>1</script>');
      assert.equal(bytes.headers['content-security-policy'], 'sandbox');
      const open = await call.json<{ objects: { categories: object[]; media_type: string }[] }>(
        'GET /oserve/v2.2/file/',
        {
          query: { category: category?.id ?? '', order_by: '-created_at' },
        },
      );
      assert.deepEqual([open.objects.length, open.objects[0]?.media_type], [1, 'text']);
      const counted = await call.json<{ meta: { files: number }; objects: { files: number }[] }>(
        'GET /hserve/v2.2/file-category/',
        {
          query: { return_total_count: '1' },
        },
      );
      assert.equal(counted.meta.files, 1);
      assert.equal(
        (await call('DELETE /hserve/v2.2/uploaded-file/', { token, body: { id__in: [first.id] } })).status,
        204,
      );
      assert.equal((await send(first.path)).status, 404);
      assert.equal((await call('DELETE /oserve/v2.2/file/', { query: { id__in: '' } })).status, 400);
      assert.ok(!JSON.stringify(sandbox.state()).includes(first.authorization));
    }));

  it('have categories that can be written', () =>
    withCaller(async call => {
      const base = '/oserve/v2.2/file-category/';
      const made = await call.json<{ id: string }>(`POST ${base}`, { body: { name: 'new' } }, 201);
      const below = await call.json<{ parent: { id: string } }>(
        `POST ${base}`,
        { body: { name: 'below', parent: made.id } },
        201,
      );
      assert.equal(below.parent.id, made.id);
      assert.equal((await call.json(`PUT ${base}${made.id}/`, { body: { name: 'renamed' } })).name, 'renamed');
      assert.equal((await call(`DELETE ${base}${made.id}/`)).status, 204);
      assert.equal((await call('POST /oserve/v2.1/upload/', { body: { category_id: made.id } })).status, 404);
    }));
});

describe('sandbox: tables, groups and exports', () => {
  it('creates, changes and deletes tables and their unique indexes', () =>
    withCaller(async call => {
      const fields = [
        { name: 'a', type: 'string' },
        { name: 'b', type: 'integer' },
      ];
      const table = await call.json<{ id: number; schema: { fields: { name: string }[] } }>(
        'POST /oserve/v1.8/table/',
        { body: { name: 'made', schema: { fields }, ...openPermissions } },
        201,
      );
      assert.deepEqual(
        table.schema.fields.map(({ name }) => name),
        ['id', 'created_by', 'created_at', 'updated_at', 'a', 'b'],
      );
      const path = `/oserve/v1.8/table/${table.id}/`;
      // A response can be written back, including its built-in columns.
      const widened = { schema: { fields: [...table.schema.fields, { name: 'c', type: 'boolean' }] } };
      assert.equal((await call.json<typeof table>(`PUT ${path}`, { body: widened })).schema.fields.length, 7);
      const index = `/oserve/v2.6/schema/${table.id}/index/`;
      assert.deepEqual(await call.json(`POST ${index}`, { body: { fields: ['a', 'b'] } }, 201), [
        { fields: ['a', 'b'], index: 'a_1_b_1' },
      ]);
      const create = (body: object) => call(`POST /oserve/v2.4/table/${table.id}/record/`, { body });
      assert.deepEqual(
        [
          (await create({ a: 'x', b: 1 })).status,
          (await create({ a: 'x', b: 2 })).status,
          (await create({ a: 'x', b: 1 })).status,
        ],
        [201, 201, 400],
      );
      assert.equal((await call(`POST ${index}`, { body: { fields: ['a'] } })).status, 400, 'not unique already');
      assert.equal((await call(`DELETE ${index}a_1_b_1/`)).status, 204);
      assert.equal((await create({ a: 'x', b: 1 })).status, 201);
      for (const body of [
        { name: 'made', schema: { fields } },
        { name: '1x', schema: { fields } },
        { name: 'x', schema: {} },
        { name: 'x', schema: { fields: [{ name: '__proto__', type: 'string' }] } },
        { name: 'x', schema: { fields: [{ name: 'a', type: 'text' }] } },
        { name: 'x', schema: { fields: [fields[0], fields[0]] } },
        { name: 'x', schema: { fields }, write_perm: ['everybody'] },
      ]) {
        assert.equal(
          (await call('POST /oserve/v1.8/table/', { body: { ...openPermissions, ...body } })).status,
          400,
          JSON.stringify(body),
        );
      }
      assert.equal((await call(`DELETE ${path}`)).status, 204);
      assert.equal((await call(`GET ${path}`)).status, 404);
      assert.equal((await call('DELETE /oserve/v1.8/table/_userprofile/')).status, 400);
    }));

  it('exports a table and imports it again', () =>
    withCaller(async (call, shop, sandbox) => {
      const path = '/oserve/v1.5/table/5001/export/';
      const exported = async (body: object) => {
        const { job_id } = await call.json(`POST ${path}`, { body }, 201);
        const job = await call.json(`GET ${path}${String(job_id)}/`);
        assert.deepEqual([job.status, job.operation], ['finish', 'export']);
        return (await send(String(job.download_url))).text;
      };
      const csv = await exported({
        file_type: 'csv',
        mode: 'all',
        include_keys: ['sku', 'price', 'tags', 'details', 'note'],
      });
      assert.equal(csv.split('\r\n').length, 61);
      assert.equal(
        (await call(`POST ${path}`, { body: { file_type: 'csv', mode: 'all' } })).status,
        400,
        'once a minute',
      );
      sandbox.moveClock(60_000);
      const asked = { file_type: 'json', mode: 'part' };
      for (const odd of [
        ...['{', [], { stock: 1 }, { stock: { $near: 1 } }].map(where => ({ where })),
        ...[{ order_by: 'stock' }, { order_by: ['shoe'] }, { include_keys: 'sku' }, { include_keys: ['shoe'] }],
        { exclude_keys: ['shoe'] },
      ]) {
        assert.equal((await call(`POST ${path}`, { body: { ...asked, ...odd } })).status, 400, JSON.stringify(odd));
      }
      const part = { file_type: 'json', mode: 'part', where: { stock: { $gt: 40 } }, order_by: ['-stock'] };
      const rows = JSON.parse(await exported(part)) as { stock: number }[];
      assert.ok(rows.length > 0 && rows.every(({ stock }) => stock > 40));
      const { objects } = await call.json<{ objects: object[] }>('GET /oserve/v2.4/table/5001/record/', {
        query: { limit: '1000' },
      });
      await call.json('DELETE /oserve/v2.4/table/5001/record/', { query: { where: {} } });
      const imported = async (type: string | undefined, text: string) => {
        const form = new FormData();
        form.append('file', new Blob([text]), 'file');
        if (type !== undefined) form.append('file_type', type);
        const request = new Request('http://sandbox', { method: 'POST', body: form });
        const { access_token } = await obtainTokens(shop);
        return send(`${sandbox.origin}/oserve/v1/table/5001/import/`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${access_token}`,
            'Content-Type': request.headers.get('Content-Type') ?? '',
          },
          body: Buffer.from(await request.arrayBuffer()),
        });
      };
      const response = await imported('csv', csv);
      assert.equal(response.status, 201, response.text);
      const again = await call.json<{ objects: object[] }>('GET /oserve/v2.4/table/5001/record/', {
        query: { limit: '1000' },
      });
      const essence = (list: object[]) =>
        list
          .map(row => {
            const { sku, price, tags, details, note = '' } = row as Record<string, unknown>;
            return JSON.stringify([sku, price, tags, details, note]);
          })
          .sort();
      assert.deepEqual(essence(again.objects), essence(objects));
      for (const text of [csv, JSON.stringify(objects)]) {
        await call('DELETE /oserve/v2.4/table/5001/record/', { query: { where: {} } });
        const alone = await imported(undefined, text);
        assert.equal(alone.status, 201, alone.text);
      }
      assert.equal((await imported('json', '{}')).status, 400);
      assert.equal((await imported(undefined, '{}')).status, 400);
      assert.equal((await imported('xml', '[]')).status, 400);
      for (const type of ['csv', undefined])
        assert.equal((await imported(type, '\n<!doctype html><p>sku</p>')).status, 400, 'HTML is no table');
    }));

  it('stores user groups', () =>
    withCaller(async call => {
      const base = '/oserve/v1/user-group/';
      const group = await call.json<{ id: number; members: number; parent: object }>(
        `POST ${base}`,
        { body: { name: 'g', parent: 1 } },
        201,
      );
      assert.deepEqual([group.members, group.parent], [0, { id: 1, name: '团队 Teams' }]);
      const above = await call.json<{ children: object[] }>('GET /oserve/v1/user-supergroup/1/');
      assert.equal(above.children.length, 2);
      assert.equal((await call.json(`PUT ${base}${group.id}/`, { body: { name: 'h' } })).name, 'h');
      assert.equal((await call(`DELETE ${base}`, { query: { id__in: `${group.id},1` } })).status, 204);
      assert.deepEqual((await call.json<{ objects: object[] }>(`GET ${base}`)).objects, []);
      const wrong = [{ op: 'add', users: [], groups: [1] }, { op: 'join' }, { op: 'add', users: [1], groups: [1] }];
      for (const change of wrong) {
        assert.equal((await call('PATCH /oserve/v1/miniapp/group/membership/', { body: [change] })).status, 400);
      }
    }));
});
