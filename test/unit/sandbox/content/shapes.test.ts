import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { groupOf, withCaller } from '../fixture';

interface Category {
  id: number;
  parent: { id: number; name: string } | null;
  subcategories: Category[];
  created_at: number;
}
type Content = Record<string, unknown>;

describe('sandbox: formats of the content library', () => {
  it('include the whole tree below a category', () =>
    withCaller(async call => {
      const { id: group } = await call.json('POST /oserve/v2.2/content/', { body: { name: 'made' } }, 201);
      const base = `/oserve/v2.2/content/${String(group)}/category/`;
      const make = (name: string, parent?: number) =>
        call.json<Category>(`POST ${base}`, { body: { name, parent } }, 201);
      const top = await make('top');
      const middle = await make('middle', top.id);
      const leaf = await make('leaf', middle.id);
      assert.deepEqual((await call.json<Category>(`GET ${base}${top.id}/`)).subcategories, [
        { ...middle, subcategories: [leaf] },
      ]);
      assert.deepEqual(leaf.parent, { id: middle.id, name: 'middle' });
      assert.deepEqual(leaf.subcategories, []);
      const { objects } = await call.json<{ objects: Category[] }>(`GET ${base}`);
      assert.equal(objects.find(({ id }) => id === top.id)?.subcategories[0]?.subcategories[0]?.id, leaf.id);
    }));

  it('include text, cover and description of an empty content, but no cover in the Web API', () =>
    withCaller(async call => {
      const { id: group } = await call.json('POST /oserve/v2.2/content/', { body: { name: 'made' } }, 201);
      const base = `/oserve/v2.2/content/${String(group)}/text/`;
      const empty = ({ title, content, cover, description }: Content) => [title, content, cover, description];
      const stamps = ['id', 'created_at', 'updated_at', 'created_by', 'group_id', 'categories'];
      const made = await call.json<Content>(`POST ${base}`, { body: { title: 'a' } }, 201);
      const paths = [`${base}${String(made.id)}/`, `/hserve/v2.2/content/detail/${String(made.id)}/`];
      assert.deepEqual(new Set(Object.keys(made)), new Set([...stamps, 'title']), 'a POST shows what it was given');
      const changed = await call.json<Content>(`PUT ${base}${String(made.id)}/`, { body: { description: '' } });
      assert.deepEqual(new Set(Object.keys(changed)), new Set([...stamps, 'description']), 'and so does a PUT');
      const [open, web] = await Promise.all(paths.map(path => call.json<Content>(`GET ${path}`)));
      assert.deepEqual(open && empty(open), ['a', '', null, '']);
      assert.deepEqual(web && empty(web), ['a', '', undefined, '']);
      assert.ok(web && !('cover' in web));
      const { objects } = await call.json<{ objects: Content[] }>(`GET ${base}`);
      assert.deepEqual(objects.map(empty), [['a', '', null, '']]);
    }));

  it('include the text in lists of the Open API, and omit it in the Web API', () =>
    withCaller(async (call, shop) => {
      const group = groupOf(shop, 'Help');
      const first = async (path: string) => {
        const { objects } = await call.json<{ objects: Content[] }>(`GET ${path}`);
        return objects[0] ?? assert.fail('no content');
      };
      for (const path of [
        `/oserve/v2.2/content/${group}/text/`,
        `/oserve/v1/content/detail/?content_group_id=${group}`,
      ]) {
        const listed = await first(path);
        const whole = await call.json<Content>(`GET /oserve/v2.2/content/${group}/text/${String(listed.id)}/`);
        assert.ok(typeof listed.content === 'string' && listed.content === whole.content, path);
      }
      for (const version of ['v1', 'v2.2']) {
        assert.ok(
          !('content' in (await first(`/hserve/${version}/content/detail/?content_group_id=${group}`))),
          version,
        );
      }
    }));

  it('include the text in lists of the Web API when keys choose it', () =>
    withCaller(async (call, shop) => {
      const group = String(groupOf(shop, 'Help'));
      const listed = async (keys: string) => {
        const query = { content_group_id: group, limit: '1', keys };
        const { objects } = await call.json<{ objects: Content[] }>('GET /hserve/v2.2/content/detail/', { query });
        return objects[0] ?? assert.fail('no content');
      };
      const chosen = await listed('title,content');
      assert.deepEqual(Object.keys(chosen), ['id', 'title', 'content']);
      assert.match(String(chosen.content), /^<h1>/);
      assert.ok(!('content' in (await listed('-title'))));
    }));

  it('expand pointers that the application added, in both families, and nothing else', () =>
    withCaller(async (call, shop) => {
      const table = await call.json<{ schema: { fields: object[] } }>('GET /oserve/v1.8/table/4999/');
      const fields = [...table.schema.fields, { name: 'product', type: 'reference', schema_id: '5001' }];
      await call.json('PUT /oserve/v1.8/table/4999/', { body: { ...table, schema: { fields } } });
      const rows = await call.json<{ objects: Content[] }>('GET /oserve/v2.4/table/5001/record/');
      const product = String(rows.objects[0]?.id);
      const group = groupOf(shop, 'Help');
      const texts = `/oserve/v2.2/content/${group}/text/`;
      const made = await call.json<Content>(`POST ${texts}`, { body: { title: 'a', product } }, 201);
      assert.deepEqual(made.product, { id: product, _table: 'product' });
      const id = String(made.id);
      const lists = [texts, '/hserve/v1/content/detail/', '/hserve/v2.2/content/detail/', '/oserve/v1/content/detail/'];
      const within = (path: string) => (path === texts ? {} : { content_group_id: String(group) });
      for (const path of lists) {
        const query = { expand: 'product', where: { id: { $eq: made.id } }, ...within(path) };
        const { objects } = await call.json<{ objects: Content[] }>(`GET ${path}`, { query });
        const one = await call.json<Content>(`GET ${path}${id}/`, { query: { expand: 'product' } });
        for (const content of [objects[0], one]) {
          const { _table, sku } = content?.product as Record<string, unknown>;
          assert.deepEqual([_table, sku], ['product', 'SKU-0000060'], path);
        }
        for (const expand of ['title', 'shoe']) {
          assert.equal((await call(`GET ${path}`, { query: { expand, ...within(path) } })).status, 400, path);
          assert.equal((await call(`GET ${path}${id}/`, { query: { expand } })).status, 400, path);
        }
      }
    }));

  it('ignore unknown or invalid fields of a body, and refuse one without any valid field', () =>
    withCaller(async (call, shop) => {
      const texts = `/oserve/v2.2/content/${groupOf(shop, 'Help')}/text/`;
      const body = { title: 'a', description: 5, cover: 7, visit_count: 9, shoe: 1 };
      const made = await call.json<Content>(`POST ${texts}`, { body }, 201);
      const { title, description, cover, visit_count, shoe } = made;
      assert.deepEqual([title, description, cover, visit_count, shoe], ['a', ...Array<undefined>(4)]);
      for (const nothing of [{ title: 5 }, { visit_count: 9 }, { shoe: 1 }, {}]) {
        assert.equal((await call(`POST ${texts}`, { body: nothing })).status, 400, JSON.stringify(nothing));
        assert.equal((await call(`PUT ${texts}${String(made.id)}/`, { body: nothing })).status, 400);
      }
      await call.json<Content>(`PUT ${texts}${String(made.id)}/`, { body: { cover: 'https://a.b/c', title: 5 } });
      const changed = await call.json<Content>(`GET ${texts}${String(made.id)}/`);
      assert.deepEqual([changed.title, changed.cover], ['a', 'https://a.b/c']);
    }));
});
