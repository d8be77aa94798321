import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { callerOf, groupOf, withSandbox } from '../fixture';

interface Category {
  id: number;
  parent: { id: number; name: string } | null;
  subcategories: Category[];
  created_at: number;
}
type Content = Record<string, unknown>;

describe('sandbox: shapes of the content library', () => {
  it('gives a category with the whole tree below it', () =>
    withSandbox(async (_, shop) => {
      const call = await callerOf(shop);
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

  it('has the text, the cover and the description of a content that has none', () =>
    withSandbox(async (_, shop) => {
      const call = await callerOf(shop);
      const { id: group } = await call.json('POST /oserve/v2.2/content/', { body: { name: 'made' } }, 201);
      const base = `/oserve/v2.2/content/${String(group)}/text/`;
      const empty = ({ title, content, cover, description }: Content) => [title, content, cover, description];
      const made = await call.json<Content>(`POST ${base}`, { body: { title: 'a' } }, 201);
      const paths = [`${base}${String(made.id)}/`, `/hserve/v2.2/content/detail/${String(made.id)}/`];
      assert.deepEqual(empty(made), ['a', '', null, '']);
      for (const path of paths) assert.deepEqual(empty(await call.json<Content>(`GET ${path}`)), ['a', '', null, '']);
      const { objects } = await call.json<{ objects: Content[] }>(`GET ${base}`);
      assert.deepEqual(objects.map(empty), [['a', '', null, '']]);
    }));

  it('lists the texts in the Open API, and leaves them out in the Web API', () =>
    withSandbox(async (_, shop) => {
      const call = await callerOf(shop);
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
});
