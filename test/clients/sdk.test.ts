import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import type { Json, List, SdkPage } from './sdkPage';
import { openSdkPage } from './sdkPage';

describe("the service's JavaScript SDK, minapp-sdk 3.23.6, in a browser", () => {
  let page: SdkPage;
  const run = <T = Json>(body: string, argument?: unknown): Promise<T> => page.run<T>(body, argument);

  before(async () => {
    page = await openSdkPage();
  });

  after(() => page?.close());

  it('registers a user and signs in as that user', async () => {
    const user = await run(
      "await BaaS.auth.register({ username: 'sdk', password: 'sdk-password' }); return (await BaaS.auth.getCurrentUser()).toJSON();",
    );
    assert.equal(user._username, 'sdk');
    assert.ok(Number(user.id) > 0);
  });

  it('logs out and in again', async () => {
    const { id } = await run(
      `await BaaS.auth.logout();
       const user = await BaaS.auth.login({ username: 'sdk', password: 'sdk-password' });
       return user.toJSON();`,
    );
    assert.ok(Number(id) > 0);
    await assert.rejects(
      run("await BaaS.auth.login({ username: 'sdk', password: 'wrong' }); return {};"),
      /400.*Invalid username\/email or password/,
    );
    const { email } = await run(
      "return (await BaaS.auth.login({ email: 'customer@example.com', password: 'customer-password' })).toJSON()",
    ).then(user => ({ email: user._email }));
    assert.equal(email, 'customer@example.com');
  });

  it('logs in anonymously', async () => {
    const { anonymous, id } = await run(
      `await BaaS.auth.logout();
       const user = await BaaS.auth.anonymousLogin();
       return { anonymous: user.is_anonymous ?? user.toJSON()._anonymous, id: user.toJSON().id };`,
    );
    assert.ok(Number(id) > 0);
    assert.equal(anonymous, true);
  });

  it('changes account and profile', async () => {
    await run("await BaaS.auth.login({ username: 'sdk', password: 'sdk-password' }); return {};");
    const changed = await run(
      "const user = await BaaS.auth.getCurrentUser(); await user.setEmail('sdk@example.com'); return (await BaaS.auth.getCurrentUser()).toJSON();",
    );
    assert.equal(changed._email, 'sdk@example.com');
    const updated = await run<{ data: Json }>(
      "const user = await BaaS.auth.getCurrentUser(); return { data: (await user.set('level', 'gold').update()).data };",
    );
    assert.equal(updated.data.level, 'gold');
    const found = await run<List>(
      "return new BaaS.User().setQuery(new BaaS.Query().compare('level', '=', 'gold')).find({ withCount: true })",
    );
    assert.equal(found.data.meta.total_count, 1);
  });

  it('creates, changes and deletes a record', async () => {
    const { created, changed, unset, status } = await run<{
      created: Json;
      changed: Json;
      unset: Json;
      status: number;
    }>(
      `const table = new BaaS.TableObject('product');
       const created = (await table.create().set({ sku: 'sdk-1', price: 9, stock: 3, tags: ['x'], note: 'n' }).save()).data;
       const record = table.getWithoutData(created.id);
       record.set('price', 10); record.incrementBy('stock', 2); record.append('tags', ['y']); record.patchObject('details', { a: 1 });
       const changed = (await record.update()).data;
       const rest = table.getWithoutData(created.id); rest.unset('note'); rest.shift('tags');
       const unset = (await rest.update()).data;
       const { status } = await table.delete(created.id);
       return { created, changed, unset, status };`,
    );
    assert.equal(created.sku, 'sdk-1');
    assert.deepEqual([changed.price, changed.stock, changed.tags, changed.details], [10, 5, ['x', 'y'], { a: 1 }]);
    assert.deepEqual([unset.tags, 'note' in unset, status], [['y'], false, 204]);
  });

  it('creates, changes and deletes several records', async () => {
    const { made, changed, dropped } = await run<Record<'made' | 'changed' | 'dropped', Json>>(
      `const table = new BaaS.TableObject('product');
       const made = (await table.createMany([{ sku: 'many-1' }, { sku: 'many-2' }, { sku: 'many-1' }])).data;
       const query = new BaaS.Query().contains('sku', 'many-');
       const records = table.getWithoutData(query); records.set('stock', 99);
       const changed = (await records.update({ enableTrigger: false })).data;
       const dropped = (await table.delete(query)).data;
       return { made, changed, dropped };`,
    );
    assert.deepEqual([made.succeed, made.total_count], [2, 3]);
    assert.equal((made.operation_result as { error?: { code: number } }[])[2]?.error?.code, 11_000);
    assert.deepEqual([changed.succeed, dropped.succeed], [2, 2]);
  });

  it('cannot do what permissions forbid', async () => {
    const code = (text: string) => assert.rejects(run(text), /^[^]*(401|403|404)/);
    await code("await new BaaS.TableObject('nothing').find(); return {};");
    await code(
      `await BaaS.auth.logout();
       await new BaaS.TableObject('product').create().set({ sku: 'x' }).save(); return {};`,
    );
    await run("await BaaS.auth.login({ username: 'sdk', password: 'sdk-password' }); return {};");
  });

  it('reads content groups, categories and contents', async () => {
    const group = page.shop.contentGroups.find(({ name }) => name.includes('Help'))?.id;
    const { groups, categories, category, contents, content } = await run<Record<string, Json>>(
      `const library = new BaaS.ContentGroup(argument);
       const groups = (await BaaS.ContentGroup.find({ withCount: true })).data;
       const categories = (await library.getCategoryList({ withCount: true })).data;
       const category = (await library.getCategory(categories.objects[0].id)).data;
       const query = new BaaS.Query(); query.arrayContains('categories', [category.id]);
       const contents = (await library.setQuery(query).orderBy('-created_at').find({ withCount: true })).data;
       const content = (await library.getContent(contents.objects[0].id)).data;
       return { groups, categories, category, contents, content };`,
      group,
    );
    assert.equal((groups?.meta as Json).total_count, 4);
    assert.equal((categories?.meta as Json).total_count, 2);
    assert.equal(category?.have_children, false);
    assert.equal((contents?.meta as Json).total_count, 3);
    assert.match(String(content?.content), /^<h1>/);
  });

  it('uploads a file, finds and deletes it', async () => {
    const { uploaded, list, one, text, gone } = await run<Record<string, Json> & { text: string; gone: number }>(
      `const fileObj = new window.File(['hello 文件'], 'hello.txt', { type: 'text/plain' });
       const file = new BaaS.File();
       const uploaded = (await file.upload({ fileObj }, { categoryName: '图片 Images' })).data;
       const list = (await file.find({ withCount: true })).data;
       const one = (await file.get(uploaded.file.id)).data;
       const text = await (await fetch(uploaded.path)).text();
       const gone = (await file.delete(uploaded.file.id)).status;
       return { uploaded, list, one, text, gone };`,
    );
    assert.equal((list?.meta as Json).total_count, 1);
    assert.deepEqual([one?.name, one?.mime_type, one?.size], ['hello.txt', 'text/plain', 12]);
    assert.equal((uploaded?.file as Json).name, 'hello.txt');
    assert.deepEqual([text, gone], ['hello 文件', 204]);
  });

  it('calls a cloud function', async () => {
    const result = await run("return BaaS.invoke('hello', { name: 'SDK' })");
    assert.deepEqual(result, { code: 0, data: { hello: 'SDK' }, error: {} });
  });

  it('requests a code and verifies it', async () => {
    await run("await BaaS.sendSmsCode({ phone: '13800138000' }); return {};");
    const code = page.sandbox.smsCodes.at(-1)?.code;
    await run("await BaaS.verifySmsCode({ phone: '13800138000', code: argument }); return {};", code);
    await assert.rejects(
      run("await BaaS.verifySmsCode({ phone: '13800138000', code: argument }); return {};", code),
      /400/,
    );
  });

  it('reads the time', async () => {
    const { data } = await run<{ data: { time: string } }>('return { data: (await BaaS.getServerDate()).data }');
    assert.match(data.time, /\+08:00$/);
  });

  it('works in a test environment', async () => {
    const environment = page.shop.environments[0]?.envId;
    const { production, staging } = await run<{ production: number; staging: number }>(
      `const production = await new BaaS.TableObject('product').count();
       await BaaS.auth.logout();
       BaaS.init(argument.clientId, { host: argument.host, env: argument.environment });
       const staging = await new BaaS.TableObject('product').count();
       BaaS.init(argument.clientId, { host: argument.host });
       return { production, staging };`,
      { clientId: page.shop.clientId, host: page.sandbox.origin, environment },
    );
    assert.deepEqual([production, staging], [60, 10]);
  });
});
