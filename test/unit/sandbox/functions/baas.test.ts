import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'mocha';
import type { Sandbox, SandboxApplication, SandboxOptions } from '../../../../src/sandbox/sandbox';
import { callerOf, groupOf, stagingOf, withSandbox } from '../fixture';

const base = '/oserve/v1.3/cloud-function/';

interface Result {
  code: number;
  data: unknown;
  error: { message?: string; type?: string };
  log: string;
}

/** Runs the body of an async function in the sandbox. */
async function runBody(shop: SandboxApplication, body: string, data: unknown = {}, envId?: string): Promise<Result> {
  const call = await callerOf(shop);
  const name = `f${Math.random().toString(36).slice(2)}`;
  const code = `exports.main = async event => { ${body} }`;
  const options = envId === undefined ? {} : { envId };
  await call.json(`POST ${base}`, { ...options, body: { name, function_code: code } }, 201);
  return call.json<Result>(`POST ${base}${name}/debug/`, { ...options, body: { data } });
}

/** Runs the body, and returns its value. */
async function valueOf(shop: SandboxApplication, body: string, data?: unknown): Promise<unknown> {
  const result = await runBody(shop, body, data);
  assert.equal(result.code, 0, `${body}: ${JSON.stringify(result.error)}`);
  return result.data;
}

function withFunctions(
  body: (shop: SandboxApplication, sandbox: Sandbox) => Promise<void>,
  options: SandboxOptions = {},
): Promise<void> {
  return withSandbox((sandbox, shop) => body(shop, sandbox), { runFunctions: true, ...options });
}

describe('sandbox: the SDK of cloud functions', () => {
  it('creates, reads, changes, finds and deletes records with all rights', () =>
    withFunctions(async shop => {
      const value = await valueOf(
        shop,
        `const table = new BaaS.TableObject('note');
        const saved = await table.create().set({ text: 'one' }).save();
        const record = table.getWithoutData(saved.data.id);
        const changed = await record.set('text', 'two').update();
        const found = await table.setQuery(BaaS.Query.and(new BaaS.Query().compare('text', '=', 'two'))).find();
        const count = await table.setQuery(new BaaS.Query().in('text', ['two'])).count();
        const read = await table.select(['text']).get(saved.data.id);
        const many = await table.createMany([{ text: 'three' }, { text: 'four' }]);
        const removed = await table.delete(new BaaS.Query().contains('text', 'three'));
        const gone = await table.delete(saved.data.id);
        return [saved.status, changed.data.text, found.data.meta.total_count, count, read.data.text, many.data.succeed,
          removed.data.succeed, gone.status]`,
      );
      assert.deepEqual(value, [201, 'two', 1, 1, 'two', 2, 1, 204]);
    }));

  it('acts in the environment of its function', () =>
    withFunctions(async shop => {
      const body = `await new BaaS.TableObject('note').create().set('text', 'here').save();
        return new BaaS.TableObject('note').setQuery(new BaaS.Query().compare('text', '=', 'here')).count()`;
      assert.equal((await runBody(shop, body, {}, stagingOf(shop))).data, 1);
      const count = `return new BaaS.TableObject('note').setQuery(new BaaS.Query().compare('text', '=', 'here')).count()`;
      assert.equal(await valueOf(shop, count), 0);
    }));

  it('throws an HError with the status, and with the name of an unknown name', () =>
    withFunctions(async shop => {
      const body = (code: string): string =>
        `try { ${code} } catch (error) { return [error instanceof BaaS.HError, error.name, error.code, error.message] }`;
      assert.deepEqual(await valueOf(shop, body(`await new BaaS.TableObject('no').find()`)), [
        true,
        'HError',
        404,
        'There is no table with this identifier or name.',
      ]);
      assert.deepEqual(await valueOf(shop, body(`new BaaS.TableObject('note').setQuery(1)`)), [
        true,
        'HError',
        605,
        'setQuery takes a BaaS.Query.',
      ]);
      for (const name of ['BaaS.nothing', 'BaaS.wechat.nothing', 'BaaS.wechat.profitSharing.nothing'])
        assert.deepEqual(await valueOf(shop, body(`${name}()`)), [
          true,
          'HError',
          604,
          `${name} is not a documented name of the SDK.`,
        ]);
    }));

  it('reads users, groups, contents, files, orders and tables', () =>
    withFunctions(async shop => {
      const value = await valueOf(
        shop,
        `const group = await new BaaS.UserGroup().create({ name: 'Testers' });
        const made = await new BaaS.User().create().set({ _email: 'new@example.com', _password: 'secret-1' }).save();
        await new BaaS.UserGroup().addUserIntoGroup([made.data.id], [group.data.id]);
        const members = (await new BaaS.UserGroup().get(group.data.id)).data.members;
        const users = await new BaaS.User().count();
        const removed = await new BaaS.User().delete(made.data.id);
        const contents = await new BaaS.ContentGroup(event.data.group).limit(1).find();
        const content = await new BaaS.Content(event.data.group).get(contents.data.objects[0].id);
        const categories = await new BaaS.ContentGroup(event.data.group).getCategoryList();
        const groups = await BaaS.ContentGroup.find();
        const uploaded = await new BaaS.File().upload(Buffer.from('text'), { filename: 'a.txt' });
        const file = await new BaaS.File().get(uploaded.data.file.id);
        const orders = await new BaaS.Order().limit(2).getOrderList({ status: 'success' });
        const tables = await new BaaS.TableSchema().getSchemaList({ limit: 1 });
        const time = await BaaS.getServerDate();
        return { members, users, removed: removed.status, isContent: content.data.id === contents.data.objects[0].id,
          categories: Array.isArray(categories.data.objects), groups: groups.data.objects.length > 1,
          file: [file.data.name, file.data.size], orders: orders.data.objects.length, tables: tables.data.objects.length,
          time: typeof time.data.time }`,
        { group: groupOf(shop, 'Help') },
      );
      assert.deepEqual(value, {
        members: 1,
        users: 3,
        removed: 204,
        isContent: true,
        categories: true,
        groups: true,
        file: ['a.txt', 4],
        orders: 2,
        tables: 1,
        time: 'string',
      });
    }));

  it('calls other functions, and gives them the trigger', () =>
    withFunctions(async shop => {
      const call = await callerOf(shop);
      const body = { name: 'other', function_code: 'exports.main = async event => [event.eventType, event.data]' };
      await call.json(`POST ${base}`, { body }, 201);
      assert.deepEqual(await valueOf(shop, `return BaaS.invoke('other', { a: 1 })`), {
        code: 0,
        data: ['cloud_function', { a: 1 }],
        error: {},
      });
      assert.equal(await valueOf(shop, `return (await BaaS.invokeFunction('other')).data.code`), 0);
    }));

  it('records calls that would leave the machine, and returns made-up data', () =>
    withFunctions(async (shop, sandbox) => {
      const seen: string[] = [];
      sandbox.recordedCalls.onCall(({ name }) => seen.push(name));
      const value = await valueOf(
        shop,
        `const mail = await BaaS.sendEmail({ recipient: 'a@example.com', subject: 's', body: 'b' });
        await BaaS.refund({ order_id: 1 });
        await BaaS.wechat.sendSubscribeMessage({ template_id: 't' });
        await new BaaS.RedPack().sendRedPack({ amount: 1 });
        await new BaaS.File().genVideoSnapshot({ source: 'x' });
        await new BaaS.wechat.UrlScheme().offset(1).getUrlSchemeList();
        await BaaS.sendSmsCode({ phone: '15000000000' });
        return mail`,
      );
      assert.deepEqual(value, { status: 200, statusText: 'OK', data: { status: 'ok' } });
      const names = [
        'sendEmail',
        'refund',
        'wechat.sendSubscribeMessage',
        'RedPack.sendRedPack',
        'File.genVideoSnapshot',
      ];
      assert.deepEqual(seen, [...names, 'wechat.UrlScheme.getUrlSchemeList', 'sendSmsCode']);
      const [first] = sandbox.recordedCalls.all;
      assert.deepEqual(
        [first?.clientId, first?.envId, JSON.parse(first?.arguments ?? '')],
        [shop.clientId, undefined, [{ recipient: 'a@example.com', subject: 's', body: 'b' }]],
      );
      const { code } = sandbox.smsCodes.at(-1) ?? assert.fail('no code');
      const verify = `return (await BaaS.verifySmsCode({ phone: '15000000000', code: ${code} })).status`;
      assert.equal(await valueOf(shop, verify), 200);
    }));

  it('returns the value itself if the documentation shows no response', () =>
    withFunctions(async shop => {
      const value = await valueOf(
        shop,
        `const rank = await BaaS.wechat.getUserRiskRank({ scene: 1 });
        const rooms = await BaaS.wechat.livestreaming.getRoomList(0, 20);
        const tickets = await BaaS.wechat.getSubscribeMsgTicketCount({ userID: 1 });
        const shared = await new BaaS.Order().wechatPay.profitSharing({});
        const task = await new BaaS.File().getDownloadTaskResult(1);
        return [rank.risk_rank, rooms.room_info, tickets, shared.data.mch_id, task.data.filename]`,
      );
      assert.deepEqual(value, [0, [], 0, 'sandbox', '']);
    }));

  it('imports records from bytes or a path, and shows both names of an identifier', () =>
    withFunctions(async shop => {
      const value = await valueOf(
        shop,
        `const notes = new BaaS.TableObject('note');
        const before = await notes.count();
        const imported = await notes.importData({ dataFile: Buffer.from('text\\nfirst\\nsecond\\n') }, 'csv');
        const [{ id, _id }] = (await notes.limit(1).find()).data.objects;
        const wrong = await notes.importData({ dataFile: 7 }, 'csv').catch(error => error.code);
        return [imported.data.status, await notes.count() - before, _id === id, wrong]`,
      );
      assert.deepEqual(value, ['ok', 2, true, 605]);
    }));

  it('sends requests only to hosts that were allowed, and asks once for each', async () => {
    const received: string[] = [];
    const server = createServer((request, response) => {
      received.push(`${request.method} ${request.url} ${request.headers['content-type'] ?? ''}`);
      const moved = /^\/moved\/(\d+)$/.exec(request.url ?? '')?.[1];
      if (moved !== undefined) response.writeHead(Number(moved), { Location: '/there' }).end();
      else response.writeHead(request.url === '/no' ? 404 : 200, { 'X-Own': '1' }).end('{"a":1}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const asked: string[] = [];
    const functionHosts = async (name: string): Promise<boolean> => {
      asked.push(name);
      return name === host;
    };
    try {
      await withFunctions(
        async shop => {
          const value = await valueOf(
            shop,
            `const got = await BaaS.request.get('http://${host}/x', { params: { q: 'ä b' } });
            const posted = await BaaS.request({ url: '/y', baseURL: 'http://${host}', method: 'post', data: { b: 1 } });
            const moved = await BaaS.request.get('http://${host}/moved/302');
            for (const [status, method] of [[302, 'POST'], [302, 'PUT'], [303, 'PUT'], [307, 'POST'], [303, 'HEAD']])
              await BaaS.request({ url: 'http://${host}/moved/' + status, method, data: method === 'HEAD' ? null : { b: 1 } });
            const failed = await BaaS.request.get('http://${host}/no').catch(error => [error.message, error.response.data]);
            const refused = await BaaS.request.get('http://other.invalid/').catch(error => [error.code, error.message]);
            return [got.data, got.headers['x-own'], posted.status, moved.status, failed, refused]`,
          );
          assert.deepEqual(value, [
            { a: 1 },
            '1',
            200,
            200,
            ['Request failed with status code 404', { a: 1 }],
            [403, 'BaaS.request: the sandbox may not send requests to other.invalid.'],
          ]);
        },
        { functionHosts },
      );
    } finally {
      server.close();
    }
    assert.deepEqual(asked, [host, 'other.invalid']);
    assert.deepEqual(received, [
      'GET /x?q=%C3%A4+b ',
      'POST /y application/json;charset=utf-8',
      'GET /moved/302 ',
      'GET /there ',
      'POST /moved/302 application/json;charset=utf-8',
      'GET /there ',
      'PUT /moved/302 application/json;charset=utf-8',
      'PUT /there application/json;charset=utf-8',
      'PUT /moved/303 application/json;charset=utf-8',
      'GET /there ',
      'POST /moved/307 application/json;charset=utf-8',
      'POST /there application/json;charset=utf-8',
      'HEAD /moved/303 ',
      'HEAD /there ',
      'GET /no ',
    ]);
  });

  it('acts with a token that ends with its run and opens nothing else', () =>
    withFunctions(async shop => {
      const { data } = await runBody(shop, `return require('worker_threads').workerData.address`);
      const { origin, token } = data as { origin: string; token: string };
      for (const path of ['/__function/order/', '/oserve/v2.2/server/time/', '/__sandbox/state/']) {
        const response = await fetch(origin + path, { headers: { Authorization: `Bearer ${token}` } });
        assert.equal(response.status, 401, path);
      }
    }));
});
