import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { groupOf, logIn, obtainTokens, openApi, stagingOf, withSandbox } from './fixture';
import { jsonOf, errorMessageOf, send } from './http';

interface Named {
  id: number;
  name: string;
}
interface OpenCategory extends Named {
  parent: Named | null;
  subcategories: Named[];
}
interface List<T> {
  meta: { total_count?: number };
  objects: T[];
}

describe('sandbox: Open API', () => {
  it('accepts only a Bearer token', () =>
    withSandbox(async (sandbox, shop) => {
      const { access_token } = await obtainTokens(shop);
      const url = `${sandbox.origin}/oserve/v2.2/server/time/`;
      const attempt = (Authorization?: string) => send(url, { headers: Authorization ? { Authorization } : {} });
      assert.equal((await attempt(`Bearer ${access_token}`)).status, 200);
      for (const [authorization, message] of [
        [undefined, /Authorization: Bearer <access token> is required/],
        [access_token, /must begin with "Bearer "/],
        [`Hydrogen-r1 ${access_token}`, /must begin with "Bearer "/],
        [`bearer ${access_token}`, /must begin with "Bearer "/],
        [`Bearer  ${access_token}`, /not known/],
        [`Bearer ${await logIn(shop)}`, /not known/],
        ['Bearer', /must begin with "Bearer "/],
      ] as const) {
        const response = await attempt(authorization);
        assert.equal(response.status, 401, authorization);
        assert.match(errorMessageOf(response), message);
      }
    }));

  it('returns the time of its clock', () =>
    withSandbox(async (sandbox, shop) => {
      const { access_token } = await obtainTokens(shop);
      const time = async () => jsonOf(await openApi(shop, '/oserve/v2.2/server/time/', access_token)).time;
      assert.equal(await time(), '2027-01-15T16:00:00.000000+08:00');
      sandbox.moveClock(1500);
      assert.equal(await time(), '2027-01-15T16:00:01.500000+08:00');
    }));

  it('chooses the application by the token and the environment by X-Hydrogen-Env-ID', () =>
    withSandbox(async (_, shop, blog) => {
      const { access_token } = await obtainTokens(shop);
      const path = `/oserve/v2.2/content/${groupOf(shop, 'Products')}/category/`;
      const names = async (envId?: string) =>
        jsonOf<List<OpenCategory>>(await openApi(shop, path, access_token, envId)).objects.map(({ name }) => name);
      assert.equal((await names())[0], '服装 Clothing');
      assert.equal((await names(stagingOf(shop)))[0], '测试服装 Test clothing');
      for (const envId of ['f'.repeat(20), stagingOf(blog)]) {
        const response = await openApi(shop, path, access_token, envId);
        assert.equal(response.status, 400);
        assert.match(errorMessageOf(response), /Env ID/);
      }
      const foreign = await openApi(shop, path, (await obtainTokens(blog)).access_token);
      assert.equal(foreign.status, 404);
    }));

  it('lists categories flat, with parent and subcategories, in v2.2', () =>
    withSandbox(async (_, shop) => {
      const { access_token } = await obtainTokens(shop);
      const base = `/oserve/v2.2/content/${groupOf(shop, 'Products')}/category/`;
      const list = async (query: string) => {
        const response = await openApi(shop, base + query, access_token);
        assert.equal(response.status, 200, response.text);
        return jsonOf<List<OpenCategory>>(response);
      };
      const all = await list('?return_total_count=1');
      assert.equal(all.meta.total_count, 17);
      assert.ok(!('total_count' in (await list('')).meta));
      const byName = new Map(all.objects.map(category => [category.name, category]));
      const menswear = byName.get('男装 Menswear');
      assert.equal(menswear?.parent?.name, '服装 Clothing');
      assert.deepEqual(
        menswear?.subcategories.map(({ name }) => name),
        ['衬衫 Shirts', '外套 Jackets'],
      );
      assert.equal(byName.get('衬衫 Shirts')?.parent?.id, menswear?.id);
      const one = jsonOf<OpenCategory>(await openApi(shop, `${base}${menswear?.id}/`, access_token));
      assert.deepEqual(one, menswear);
      assert.ok((await list('?parent__isnull=true')).objects.every(({ parent }) => parent === null));
      assert.equal((await list('?parent__isnull=false&return_total_count=1')).meta.total_count, 12);
      assert.equal((await list(`?name=${encodeURIComponent('茶 Tea')}`)).objects.length, 1);
      const wrong = await openApi(shop, `${base}?parent__isnull=1`, access_token);
      assert.match(errorMessageOf(wrong), /^parent__isnull must be/);
    }));

  it('reads groups and contents in v2.2', () =>
    withSandbox(async (_, shop) => {
      const { access_token } = await obtainTokens(shop);
      const read = async <T>(path: string) => jsonOf<T>(await openApi(shop, path, access_token));
      const groups = await read<List<Named>>('/oserve/v2.2/content/');
      assert.deepEqual(
        groups.objects.map(({ id, name }) => ({ id, name })),
        shop.contentGroups,
      );
      const group = groupOf(shop, 'Help');
      const one = await read<Named>(`/oserve/v2.2/content/${group}/`);
      assert.deepEqual(
        one,
        groups.objects.find(({ id }) => id === group),
      );
      const texts = await read<List<{ id: number; categories: Named[]; content?: string }>>(
        `/oserve/v2.2/content/${group}/text/`,
      );
      const [first] = texts.objects;
      assert.ok(first?.categories[0]?.name);
      const whole = await read<{ content: string }>(`/oserve/v2.2/content/${group}/text/${first.id}/`);
      const { content } = whole;
      assert.deepEqual(whole, first);
      assert.match(content, /^<h1>/);
      const where = encodeURIComponent(JSON.stringify({ title: { $eq: content.slice(4, content.indexOf('</h1>')) } }));
      const found = await read<List<object>>(`/oserve/v2.2/content/${group}/text/?where=${where}`);
      assert.deepEqual(found.objects, [first]);
    }));

  it('returns has_children in v1', () =>
    withSandbox(async (_, shop) => {
      const { access_token } = await obtainTokens(shop);
      const path = `/oserve/v1/content/category/?content_group_id=${groupOf(shop, 'Products')}`;
      const { meta, objects } = jsonOf<List<{ id: number }>>(await openApi(shop, path, access_token));
      assert.equal(meta.total_count, 5);
      assert.deepEqual(Object.keys(objects[0] ?? {}).sort(), ['has_children', 'id', 'name']);
      const detail = jsonOf<{ children: object[] }>(
        await openApi(shop, `/oserve/v1/content/category/${objects[0]?.id}/`, access_token),
      );
      assert.deepEqual(Object.keys(detail.children[0] ?? {}).sort(), ['has_children', 'id', 'name']);
      const missing = await openApi(shop, '/oserve/v1/content/category/', access_token);
      assert.equal(missing.status, 400);
    }));
});
