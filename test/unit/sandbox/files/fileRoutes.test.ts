import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { logIn, withCaller } from '../fixture';
import { upload } from '../upload';

interface List {
  meta: { total_count?: number };
  objects: { id: string; name: string }[];
}

const lists = ['/hserve/v2.2/uploaded-file/', '/hserve/v1.3/uploaded-file/', '/oserve/v2.2/file/'];
const categoryLists = ['/hserve/v2.2/file-category/', '/oserve/v2.2/file-category/'];

describe('sandbox: lists of files', () => {
  it('are narrowed by where', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      await upload(call, 'short.txt', 'a', { category_name: '图片 Images' });
      const long = await upload(call, 'long.txt', 'a'.repeat(100));
      const cases: [where: object, expected: string][] = [
        [{ name: { $contains: 'ong' } }, 'long.txt'],
        [{ size: { $lt: 10 } }, 'short.txt'],
        [{ category_name: { $eq: '图片 Images' } }, 'short.txt'],
        [{ id: { $in: [long.id] } }, 'long.txt'],
        [{ $and: [{ name: { $regex: 'txt$' } }, { created_at: { $gt: 1 } }] }, 'long.txt short.txt'],
        [{ name: { $eq: 'none' } }, ''],
      ];
      for (const path of lists) {
        for (const [where, expected] of cases) {
          const query = { where, return_total_count: '1' };
          const { meta, objects } = await call.json<List>(`GET ${path}`, { token, query });
          assert.equal(objects.map(({ name }) => name).join(' '), expected, path + JSON.stringify(where));
          assert.equal(meta.total_count, objects.length);
        }
      }
    }));

  it('are narrowed by where for categories', () =>
    withCaller(async call => {
      for (const path of categoryLists) {
        const { objects } = await call.json<List>(`GET ${path}`, { query: { where: { name: { $contains: 'Doc' } } } });
        assert.deepEqual(
          objects.map(({ name }) => name),
          ['文档 Documents'],
        );
      }
    }));

  it('refuse a where that is invalid or names no field of a file', () =>
    withCaller(async call => {
      for (const path of [...lists, ...categoryLists]) {
        for (const where of ['{', { name: 'x' }, { name: { $like: 'x' } }, { shoe: { $eq: 1 } }]) {
          assert.equal((await call(`GET ${path}`, { query: { where } })).status, 400, path + JSON.stringify(where));
        }
      }
    }));
});

describe('sandbox: file categories', () => {
  it('lose their parent when it is deleted or set to null', () =>
    withCaller(async call => {
      const base = '/oserve/v2.2/file-category/';
      const make = (body: object) => call.json<{ id: string }>(`POST ${base}`, { body }, 201);
      const parent = await make({ name: 'parent' });
      const { id } = await make({ name: 'child', parent: parent.id });
      const line = `PUT ${base}${id}/`;
      assert.equal((await call.json(line, { body: { parent: null } })).parent, null);
      const moved = await call.json(line, { body: { parent: parent.id } });
      assert.deepEqual(moved.parent, { id: parent.id, name: 'parent' });
      assert.equal((await call(`DELETE ${base}${parent.id}/`)).status, 204);
      const renamed = await call.json(line, { body: { name: 'renamed' } });
      assert.deepEqual([renamed.name, renamed.parent], ['renamed', null]);
      assert.equal((await call(line, { body: { parent: parent.id } })).status, 400);
    }));
});
