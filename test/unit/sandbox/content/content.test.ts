import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { SandboxApplication } from '../../../../src/sandbox/sandbox';
import { groupOf, stagingOf, webApi, withCaller, withSandbox } from '../fixture';
import type { HttpResponse } from '../http';
import { jsonOf, errorMessageOf, send } from '../http';

interface Item {
  id: number;
  name: string;
  have_children: boolean;
  children?: Item[];
}
interface List<T = Item> {
  meta: { limit: number; offset: number; next: string | null; previous: string | null; total_count?: number };
  objects: T[];
}

const v1 = '/hserve/v1/content';
const v2 = '/hserve/v2.2/content';

async function list<T = Item>(shop: SandboxApplication, path: string, envId?: string): Promise<List<T>> {
  const response = await webApi(shop, path, envId ? { envId } : {});
  assert.equal(response.status, 200, response.text);
  return jsonOf<List<T>>(response);
}

async function refused(response: Promise<HttpResponse>, status: number, message: RegExp): Promise<void> {
  assert.equal((await response).status, status);
  assert.match(errorMessageOf(await response), message);
}

describe('sandbox: content categories of the Web API', () => {
  it('are listed for the top level of a group, with only the ClientID header', () =>
    withSandbox(async (_, shop) => {
      const { meta, objects } = await list(shop, `${v1}/category/?content_group_id=${groupOf(shop, 'Products')}`);
      assert.deepEqual(meta, { limit: 20, offset: 0, next: null, previous: null, total_count: 5 });
      assert.deepEqual(
        objects.map(({ name, have_children }) => [name, have_children]),
        [
          ['服装 Clothing', true],
          ['数码 Electronics', true],
          ['食品 Food', true],
          ['图书 Books', false],
          ['礼品卡 Gift cards', false],
        ],
      );
      for (const item of objects) assert.deepEqual(Object.keys(item).sort(), ['have_children', 'id', 'name']);
      assert.ok(objects.every(({ id }) => Number.isSafeInteger(id) && String(id).length === 16));
    }));

  it('can be read three levels deep by details', () =>
    withSandbox(async (_, shop) => {
      const walk = async (id: number, indent: string): Promise<string[]> => {
        const item = jsonOf<Item>(await webApi(shop, `${v2}/category/${id}/`));
        assert.equal(item.have_children, (item.children ?? []).length > 0);
        const below = await Promise.all((item.children ?? []).map(child => walk(child.id, `${indent}  `)));
        return [indent + item.name, ...below.flat()];
      };
      const { objects } = await list(shop, `${v2}/category/?content_group_id=${groupOf(shop, 'Products')}`);
      assert.deepEqual(await walk(objects[0]?.id ?? 0, ''), [
        '服装 Clothing',
        '  男装 Menswear',
        '    衬衫 Shirts',
        '    外套 Jackets',
        '  女装 Womenswear',
        '    连衣裙 Dresses',
        '  童装 Kids',
      ]);
    }));

  it('are always counted in v1, on request in v2.2', () =>
    withSandbox(async (_, shop) => {
      const query = `content_group_id=${groupOf(shop, 'Products')}`;
      assert.equal((await list(shop, `${v1}/category/?${query}`)).meta.total_count, 5);
      assert.ok(!('total_count' in (await list(shop, `${v2}/category/?${query}`)).meta));
      assert.equal((await list(shop, `${v2}/category/?${query}&return_total_count=1`)).meta.total_count, 5);
    }));

  it('have links to the next and the previous page', () =>
    withSandbox(async (_, shop) => {
      const group = groupOf(shop, 'Catalogue');
      const names: string[] = [];
      const paths: (string | null)[] = [];
      let path: string | null = `${v1}/category/?content_group_id=${group}&limit=24`;
      while (path !== null) {
        assert.match(path, /^\/hserve\//);
        const page: List = await list(shop, path);
        names.push(...page.objects.map(({ name }) => name));
        paths.push(page.meta.previous);
        path = page.meta.next;
      }
      assert.equal(new Set(names).size, 50);
      assert.deepEqual(paths, [
        null,
        `${v1}/category/?content_group_id=${group}&limit=24&offset=0`,
        `${v1}/category/?content_group_id=${group}&limit=24&offset=24`,
      ]);
    }));

  it('lead back to the beginning from an offset within the first page', () =>
    withSandbox(async (_, shop) => {
      const query = `content_group_id=${groupOf(shop, 'Catalogue')}&limit=10`;
      const { meta } = await list(shop, `${v1}/category/?${query}&offset=5`);
      assert.equal(meta.previous, `${v1}/category/?${query}&offset=0`);
    }));

  it('have 5000 items by default, with at most 1000 per page', () =>
    withSandbox(
      async (_, shop) => {
        const path = `${v1}/category/?content_group_id=${groupOf(shop, 'Catalogue')}`;
        const { meta, objects } = await list(shop, `${path}&limit=2000&offset=3500`);
        assert.deepEqual([meta.limit, meta.total_count, objects.length], [1000, 5000, 1000]);
        assert.equal((await list(shop, `${path}&offset=5000`)).objects.length, 0);
      },
      { categories: 5000 },
    ));

  it('are empty in one group', () =>
    withSandbox(async (_, shop) => {
      const { meta, objects } = await list(shop, `${v1}/category/?content_group_id=${groupOf(shop, 'Empty')}`);
      assert.deepEqual([meta.total_count, objects], [0, []]);
    }));

  it('are refused for missing, unknown or invalid IDs', () =>
    withSandbox(async (_, shop) => {
      const path = `${v1}/category/?content_group_id=${groupOf(shop, 'Products')}`;
      await refused(webApi(shop, `${v1}/category/`), 400, /^content_group_id is required/);
      await refused(webApi(shop, `${v1}/category/?content_group_id=`), 400, /^content_group_id is required/);
      await refused(webApi(shop, `${v1}/category/?content_group_id=1`), 404, /no content group/);
      await refused(webApi(shop, `${v1}/category/?content_group_id=one`), 400, /is a number/);
      await refused(webApi(shop, `${v1}/category/1/`), 404, /no category/);
      for (const query of ['limit=0', 'limit=-1', 'limit=ten', 'limit=1.5']) {
        await refused(webApi(shop, `${path}&${query}`), 400, /^limit must be/);
      }
      await refused(webApi(shop, `${path}&offset=-1`), 400, /^offset must be/);
    }));
});

describe('sandbox: groups and contents of the Web API', () => {
  interface ContentItem {
    id: number;
    title: string;
    categories: number[];
    group_id: number;
    content?: string;
  }

  it('include the groups of the application', () =>
    withSandbox(async (_, shop) => {
      for (const base of [v1, v2]) {
        assert.deepEqual((await list(shop, `${base}/group/`)).objects, shop.contentGroups);
        const id = groupOf(shop, 'Help');
        assert.deepEqual(jsonOf(await webApi(shop, `${base}/group/${id}/`)), { id, name: '帮助中心 Help centre' });
        await refused(webApi(shop, `${base}/group/1/`), 404, /no content group/);
      }
    }));

  it('list contents without their HTML, and return it in the detail', () =>
    withSandbox(async (_, shop) => {
      const group = groupOf(shop, 'Help');
      const all = await list<ContentItem>(shop, `${v2}/detail/?content_group_id=${group}&return_total_count=1`);
      assert.equal(all.meta.total_count, 6);
      assert.ok(all.objects.every(item => item.group_id === group && !('content' in item)));
      const [first] = all.objects;
      assert.ok(first);
      const some = await list<ContentItem>(shop, `${v1}/detail/?category_id=${first.categories[0]}`);
      assert.deepEqual([some.meta.total_count, some.objects[0]], [3, first]);
      const { content, ...rest } = jsonOf<ContentItem>(await webApi(shop, `${v2}/detail/${first.id}/`));
      assert.deepEqual(rest, first);
      assert.match(content ?? '', /^<h1>.*<\/p>$/);
    }));

  it('keep the id when fields are chosen, and return null for an absent one', () =>
    withCaller(async (call, shop) => {
      const group = groupOf(shop, 'Help');
      const query = { content_group_id: String(group), keys: 'title,cover', limit: '2', order_by: 'id' };
      const { objects } = await call.json<{ objects: Record<string, unknown>[] }>('GET /hserve/v2.2/content/detail/', {
        query,
      });
      for (const item of objects) assert.deepEqual(Object.keys(item), ['id', 'title', 'cover']);
      assert.equal(objects[1]?.cover, null);
    }));

  it('refuse contents of a missing group, and an invalid query', () =>
    withSandbox(async (_, shop) => {
      const path = `${v2}/detail/?content_group_id=${groupOf(shop, 'Help')}`;
      await refused(webApi(shop, `${v2}/detail/`), 400, /^category_id or content_group_id is required/);
      await refused(webApi(shop, `${v2}/detail/?category_id=1`), 404, /no category/);
      await refused(webApi(shop, `${v2}/detail/1/`), 404, /no content/);
      for (const name of ['where', 'order_by', 'keys']) {
        await refused(webApi(shop, `${path}&${name}=x`), 400, new RegExp(`^${name}`));
      }
    }));
});

describe('sandbox: headers of the Web API', () => {
  const path = `${v1}/group/`;

  it('require a known ClientID', () =>
    withSandbox(async sandbox => {
      await refused(send(sandbox.origin + path), 400, /X-Hydrogen-Client-ID is required/);
      const headers = { 'X-Hydrogen-Client-ID': 'f'.repeat(20) };
      await refused(send(sandbox.origin + path, { headers }), 401, /ClientID .* not known/);
    }));

  it('separate the data of applications', () =>
    withSandbox(async (_, shop, blog) => {
      assert.deepEqual((await list(blog, path)).objects, blog.contentGroups);
      const foreign = `${v1}/category/?content_group_id=${groupOf(shop, 'Products')}`;
      await refused(webApi(blog, foreign), 404, /no content group/);
    }));

  it('select the environment by X-Hydrogen-Env-ID', () =>
    withSandbox(async (_, shop, blog) => {
      const categories = `${v1}/category/?content_group_id=${groupOf(shop, 'Products')}`;
      const live = await list(shop, categories);
      const staging = await list(shop, categories, stagingOf(shop));
      assert.deepEqual(
        staging.objects.map(({ name }) => name),
        ['测试服装 Test clothing', '测试图书 Test books'],
      );
      const ids = new Set(live.objects.map(({ id }) => id));
      assert.ok(staging.objects.every(({ id }) => !ids.has(id)));
      assert.deepEqual((await list(shop, path, stagingOf(shop))).objects, shop.contentGroups);
      await refused(webApi(shop, path, { envId: 'f'.repeat(20) }), 400, /Env ID .* not known/);
      await refused(webApi(shop, path, { envId: stagingOf(blog) }), 400, /Env ID .* not known/);
    }));

  it('have their user token checked even where none is needed', () =>
    withSandbox(async (sandbox, shop) => {
      await refused(webApi(shop, path, { token: 'f'.repeat(32) }), 401, /user access token/);
      const headers = { 'X-Hydrogen-Client-ID': shop.clientId, Authorization: 'Bearer x' };
      await refused(send(sandbox.origin + path, { headers }), 401, /must begin with "Hydrogen-r1 "/);
    }));

  it('return the same data on every run', async () => {
    const snapshot = async () => {
      let text = '';
      await withSandbox(async (_, shop) => {
        const responses = [`${v1}/group/`, `${v1}/category/?content_group_id=${groupOf(shop, 'Products')}`];
        text = (await Promise.all(responses.map(async one => (await webApi(shop, one)).text))).join();
        text += shop.clientId + shop.clientSecret + stagingOf(shop);
      });
      return text;
    };
    assert.equal(await snapshot(), await snapshot());
  });
});
