import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { SandboxOptions } from '../../../../src/sandbox/sandbox';
import type { Caller } from '../fixture';
import { callerOf, logIn, stagingOf, withCaller, withSandbox } from '../fixture';
import { errorMessageOf, jsonOf, sendJson } from '../http';

const base = '/oserve/v1.3/cloud-function/';

interface Result {
  code: number;
  data: unknown;
  error: { message?: string; type?: string };
  log: string;
}

/** Runs a function with this code and returns the result of its test run. */
async function run(call: Caller, code: string, data: unknown = {}): Promise<Result> {
  const name = `f${Math.random().toString(36).slice(2)}`;
  await call.json(`POST ${base}`, { body: { name, function_code: code } }, 201);
  return call.json<Result>(`POST ${base}${name}/debug/`, { body: { data } });
}

const running: SandboxOptions = { runFunctions: true };

describe('sandbox: cloud functions', () => {
  it('are written, read, renamed and deleted', () =>
    withCaller(async call => {
      const body = { name: 'one', function_code: 'exports.main = () => 1', remark: 'r' };
      const made = await call.json(`POST ${base}`, { body }, 201);
      assert.deepEqual([made.name, made.remark, made.audit_status], ['one', 'r', 'approved']);
      assert.equal((await call(`POST ${base}`, { body })).status, 400);
      const changed = await call.json(`PATCH ${base}one/`, { body: { name: 'two' } }, 202);
      assert.deepEqual([changed.name, changed.function_code, changed.id], ['two', body.function_code, made.id]);
      assert.equal((await call(`GET ${base}one/`)).status, 404);
      const list = await call.json<{ objects: { name: string }[] }>(`GET ${base}`);
      assert.deepEqual(
        list.objects.map(({ name }) => name),
        ['two', 'hello'],
      );
      assert.equal((await call(`DELETE ${base}two/`)).status, 204);
      for (const wrong of [{}, { name: 'x' }, { function_code: 'x' }, { name: 'a/b', function_code: 'x' }]) {
        assert.equal((await call(`POST ${base}`, { body: wrong })).status, 400);
      }
    }));

  it('have names in any script, and a memory limit by plan', () =>
    withCaller(async call => {
      const body = { name: '测试', function_code: 'exports.main = async event => event.memoryLimitInMB' };
      const made = await call.json(`POST ${base}`, { body }, 201);
      assert.deepEqual([made.name, made.plan_circle], ['测试', 'P_FREE']);
      const path = `${base}${encodeURIComponent('测试')}/`;
      assert.equal((await call.json(`POST ${path}job/`, { body: { data: {} } })).data, 128);
      const larger = await call.json(`PATCH ${path}`, { body: { plan_circle: 'P_PERSONAL' } }, 202);
      assert.equal(larger.plan_circle, 'P_PERSONAL');
      assert.equal((await call.json(`POST ${path}job/`, { body: { data: {} } })).data, 256);
      assert.equal((await call(`PATCH ${path}`, { body: { plan_circle: 'P_NONE' } })).status, 400);
      for (const name of ['a b', 'a/b', '😀', '', 'x'.repeat(65)])
        assert.equal((await call(`POST ${base}`, { body: { ...body, name } })).status, 400, name);
    }, running));

  it('are debugged with data, by a documented subject', () =>
    withCaller(async call => {
      const debug = (body: object) => call(`POST ${base}hello/debug/`, { body });
      assert.match(errorMessageOf(await debug({})), /^data is required/);
      assert.match(errorMessageOf(await debug({ data: {}, subject: 'nobody' })), /^subject must be one of: sdk/);
      assert.match(errorMessageOf(await debug({ data: {}, subject: 'flex_schema' })), /^schema_id is required/);
      assert.match(
        errorMessageOf(await debug({ data: {}, subject: 'flex_schema', schema_id: 1 })),
        /^schema_id is not the ID of a table/,
      );
      for (const body of [
        { data: {} },
        { data: {}, subject: 'timer' },
        { data: {}, subject: 'flex_schema', schema_id: 5001 },
      ])
        assert.equal((await debug(body)).status, 200, JSON.stringify(body));
      const { objects } = await call.json<{ objects: { source: string }[] }>(`GET ${base}hello/job/`);
      assert.deepEqual(
        objects.map(({ source }) => source),
        ['flex_schema', 'timer', 'sdk'],
      );
    }, running));

  it('are called by users who logged in, and by others when the console allows it', () =>
    withCaller(async (call, _, sandbox) => {
      const { token } = await call.json<{ token: string }>('POST /hserve/v2.0/login/anonymous/', {}, 201);
      const path = 'POST /hserve/v1/cloud-function/job/';
      const body = { function_name: 'hello' };
      assert.deepEqual([(await call(path, { body })).status, (await call(path, { token, body })).status], [401, 403]);
      sandbox.setBehaviour({ anonymousFunctions: true });
      assert.deepEqual([(await call(path, { body })).status, (await call(path, { token, body })).status], [200, 200]);
    }, running));

  it('run only if the sandbox was started to run code, except for its own', () =>
    withCaller(async (call, shop, sandbox) => {
      assert.ok(!sandbox.runsFunctions);
      const run = async () =>
        call('POST /hserve/v1/cloud-function/job/', { token: await logIn(shop), body: { function_name: 'hello' } });
      assert.equal((await run()).status, 200);
      const other = { function_code: 'exports.main = () => 1' };
      await call.json(`PATCH ${base}hello/`, { body: other }, 202);
      const response = await run();
      assert.equal(response.status, 403);
      assert.match(errorMessageOf(response), /--run-functions/);
    }));

  it('return result and failure to a user, and receive the caller', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const path = 'POST /hserve/v1/cloud-function/job/';
      const hello = { function_name: 'hello', data: { name: 'x' } };
      assert.deepEqual(await call.json(path, { token, body: hello }), { code: 0, data: { hello: 'x' }, error: {} });
      assert.equal((await call(path, { token, body: { function_name: 'nothing' } })).status, 404);
      const body = { name: 'event', function_code: 'exports.main = async event => event' };
      for (const envId of [undefined, stagingOf(shop)]) {
        const options = envId === undefined ? {} : { envId };
        await call.json(`POST ${base}`, { ...options, body }, 201);
        const own = { token: await logIn(shop, envId) };
        const { data } = await call.json<{ data: Record<string, unknown> }>(path, {
          ...options,
          ...own,
          body: { function_name: 'event', data: [1] },
        });
        assert.deepEqual([data.data, data.eventType, data.timeLimitInMS], [[1], 'sdk', 5000]);
        assert.deepEqual(data.env, envId === undefined ? undefined : { id: envId, name: 'Staging' });
        const user = (data.request as { user?: { id: number } }).user;
        assert.equal(user?.id, envId === undefined ? 36_845_069_000_101 : 36_845_069_000_201);
      }
    }, running));

  it('are modules, whose `this` are the exports', () =>
    withCaller(async call => {
      assert.equal((await run(call, 'this.main = () => 1')).data, 1);
    }, running));

  it('fail with type, message and log without affecting the sandbox', () =>
    withCaller(async call => {
      const cases: [code: string, type: string, message: RegExp][] = [
        ['this is no code', 'SyntaxError', /Unexpected identifier/],
        ['exports.main = 1', 'TypeError', /not a function/],
        ["exports.main = () => { throw new RangeError('no') }", 'RangeError', /^no$/],
        ["exports.main = (event, callback) => callback('sorry')", 'Error', /^sorry$/],
        ["exports.main = async () => { throw new Error('later') }", 'Error', /^later$/],
        ["exports.main = (event, callback) => setTimeout(() => { throw new Error('loose') })", 'Error', /^loose$/],
        ['exports.main = (event, callback) => process.exit(0)', 'Error', /without calling back/],
        ['exports.main = () => ({ n: 1n })', 'TypeError', /BigInt/],
        ["require('left-pad')", 'Error', /Cannot find module left-pad/],
        ['exports.main = () => { const own = {}; own.own = own; return own }', 'TypeError', /circular/],
        ['exports.main = async () => undefined', 'TimeoutError', /until its time limit/],
        ["exports.main = () => { throw 'a text' }", 'Error', /^a text$/],
        ["exports.main = () => 'x'.repeat(9e6)", 'RangeError', /larger than 8 MB/],
      ];
      for (const [code, type, message] of cases) {
        const result = await run(call, code);
        assert.deepEqual([result.code, result.data, result.error.type], [1, null, type], code);
        assert.match(result.error.message ?? '', message);
        assert.match(result.log, / ERROR /);
      }
      const good = await run(call, "exports.main = ({ data }) => { console.warn('a', { b: 1 }); return data }", {
        x: 1,
      });
      assert.deepEqual([good.code, good.data, good.error], [0, { x: 1 }, {}]);
      assert.match(good.log, /^\d{4}-[^ ]+Z WARN a { b: 1 }\n$/);
    }, running));

  it('get the table and the number of their run', () =>
    withCaller(async call => {
      const body = { name: 'event', function_code: 'exports.main = async event => event' };
      await call.json(`POST ${base}`, { body }, 201);
      const fired = { data: { id: 'x' }, subject: 'flex_schema', schema_id: 5001 };
      const { data, ...rest } = await call.json(`POST ${base}event/debug/`, { body: fired });
      const event = data as Record<string, unknown>;
      assert.deepEqual(
        [event.eventType, event.flex_schema_name, String(event.jobId), event.data],
        ['flex_schema', 'product', rest.job_id, { id: 'x' }],
      );
      const names = 'billing_time code error execution_time job_id log mem_usage';
      assert.equal(Object.keys(rest).sort().join(' '), names);
    }, running));

  it('are run by triggers that somebody fires by hand', () =>
    withCaller(async (call, shop, sandbox) => {
      const body = { name: 'event', function_code: 'exports.main = async event => [event.eventType, event.data]' };
      await call.json(`POST ${base}`, { body }, 201);
      const headers = { Authorization: `Bearer ${sandbox.controlToken}` };
      const fire = (trigger: object) =>
        sendJson(
          `${sandbox.origin}/__sandbox/triggers/`,
          { client_id: shop.clientId, function_name: 'event', ...trigger },
          headers,
        );
      const fired = [
        { subject: 'timer' },
        { subject: 'file_operation', data: { id: 'f' } },
        { subject: 'flex_schema', schema_id: 5001, data: { id: 'r' } },
      ];
      for (const trigger of fired)
        assert.deepEqual(jsonOf<{ data: unknown }>(await fire(trigger)).data, [
          trigger.subject,
          'data' in trigger ? trigger.data : {},
        ]);
      for (const wrong of [{ subject: 'sdk' }, { subject: 'flex_schema', schema_id: 1 }])
        assert.equal((await fire(wrong)).status, 400, JSON.stringify(wrong));
      assert.equal((await fire({ subject: 'timer', function_name: 'nothing' })).status, 404);
      const { objects } = await call.json<{ objects: { source: string }[] }>(`GET ${base}event/job/`);
      assert.deepEqual(
        objects.map(({ source }) => source),
        ['flex_schema', 'file_operation', 'timer'],
      );
    }, running));

  it('keep the start of a log of 100 MB', () =>
    withSandbox(async (_, shop) => {
      const code = `exports.main = async () => { for (let n = 0; n < 100; n++) console.log('x'.repeat(1e6)) ; return 1 }`;
      const { code: failed, log } = await run(await callerOf(shop), code);
      assert.equal(failed, 0);
      assert.ok(log.length < 2e6 && log.includes('The log is cut here'), String(log.length));
    }, running));

  it('are written although the response is lost, and can be answered with other code', () =>
    withCaller(async (call, _, sandbox) => {
      const patch = (code: string) => call(`PATCH ${base}hello/`, { body: { function_code: code } });
      const stored = async () => (await call.json(`GET ${base}hello/`)).function_code;
      sandbox.fail({ kind: 'lostResponse', method: 'PATCH' });
      await assert.rejects(patch('one'));
      assert.equal(await stored(), 'one');
      sandbox.fail({ kind: 'oldCode', method: 'PATCH' });
      const response = await patch('two');
      assert.deepEqual(
        [response.status, jsonOf<{ function_code: string }>(response).function_code === 'two', await stored()],
        [202, false, 'two'],
      );
    }));

  it('are stopped when they take too long', () =>
    withSandbox(
      async (_, shop) => {
        const call = await callerOf(shop);
        const endless = await run(call, 'exports.main = () => { for (;;); }');
        assert.deepEqual([endless.code, endless.error.type], [1, 'TimeoutError']);
        assert.match(endless.error.message ?? '', /longer than 300 ms/);
        const waiting = await run(call, 'exports.main = (event, callback) => { setInterval(() => 0, 1000) }');
        assert.equal(waiting.error.type, 'TimeoutError');
      },
      { ...running, functionLimits: { sync: 300 } },
    ));

  it('are stopped when they take too much memory', () =>
    withSandbox(
      async (_, shop) => {
        const call = await callerOf(shop);
        const greedy = await run(
          call,
          'exports.main = () => { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); }',
        );
        assert.equal(greedy.code, 1);
        assert.match(greedy.error.message ?? '', /more than 128 MB/);
      },
      // The time limit must not be reached first on a slow machine.
      { ...running, functionLimits: { sync: 60_000 } },
    ));

  it('have a record of their runs, including asynchronous ones', () =>
    withCaller(async call => {
      const body = { name: 'slow', function_code: 'exports.main = async () => 1' };
      await call.json(`POST ${base}`, { body }, 201);
      const jobs = async () =>
        (
          await call.json<{ objects: { status: string; service_type: string; user_log_url: string }[] }>(
            `GET ${base}slow/job/`,
          )
        ).objects;
      assert.deepEqual(await call.json(`POST ${base}slow/job/`, { body: { sync: false } }), { status: 'ok' });
      let [job] = await jobs();
      while (job?.status === 'executing') [job] = await jobs();
      assert.deepEqual([job?.status, job?.service_type], ['fulfilled', 'batch']);
      await call.json(`POST ${base}slow/job/`, { body: { data: {} } });
      assert.equal((await jobs()).length, 2);
      const batch = await call.json<{ objects: object[] }>(`GET ${base}slow/job/`, {
        query: { service_type: 'batch' },
      });
      assert.equal(batch.objects.length, 1);
    }, running));
});
