import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { callerOf, stagingOf, withSandbox } from '../fixture';
import { runLocally } from './localProgram';

describe('sandbox: a cloud function from a file', () => {
  it('gets its event, returns its result, and is recorded as a run', () =>
    withSandbox(async (sandbox, shop) => {
      const code = `exports.main = async event => { console.log('seen', { a: 1 }); return event }`;
      const user = { id: 7, nickname: 'Somebody' };
      const { run, output } = await runLocally(sandbox, shop, code, {
        data: { name: 'x' },
        source: 'flex_schema',
        schemaId: '5001',
        user,
        envId: stagingOf(shop),
      });
      const event = run.data as Record<string, unknown>;
      assert.deepEqual([run.code, run.status, run.error], [0, 'fulfilled', {}]);
      assert.deepEqual(
        [event.data, event.eventType, event.flex_schema_name, event.timeLimitInMS],
        [{ name: 'x' }, 'flex_schema', 'product', 5000],
      );
      assert.deepEqual((event.request as { user: unknown }).user, user);
      assert.match(output, /^\d{4}-[^ ]+Z LOG seen { a: 1 }\n$/);
      const call = await callerOf(shop);
      const body = { name: 'local', function_code: 'exports.main = () => 1' };
      const envId = stagingOf(shop);
      await call.json('POST /oserve/v1.3/cloud-function/', { envId, body }, 201);
      const { objects } = await call.json<{ objects: { id: number; source: string; status: string }[] }>(
        'GET /oserve/v1.3/cloud-function/local/job/',
        { envId },
      );
      assert.deepEqual(
        objects.map(({ id, source, status }) => [id, source, status]),
        [[event.jobId, 'flex_schema', 'fulfilled']],
      );
    }));

  it('uses the SDK with the rights of its application, also where stored functions may not run', () =>
    withSandbox(async (sandbox, shop) => {
      const code = `exports.main = async () => {
        const { data } = await new BaaS.TableObject('note').create().set('text', 'local').save();
        await BaaS.sendEmail({ recipient: 'a@example.com' });
        return data.text }`;
      const { run } = await runLocally(sandbox, shop, code);
      assert.equal(run.data, 'local', JSON.stringify(run.error));
      assert.deepEqual(
        sandbox.recordedCalls.all.map(call => [call.name, call.function]),
        [['sendEmail', 'local']],
      );
    }));

  it('does not see the token of its run', () =>
    withSandbox(async (sandbox, shop) => {
      const { run } = await runLocally(sandbox, shop, `exports.main = async () => Object.keys(process.env)`);
      assert.ok(!(run.data as string[]).includes('HYDROGEN_RUN'));
    }));

  it('fails with its error and the line of its file', () =>
    withSandbox(async (sandbox, shop) => {
      const cases: [code: string, type: string, message: RegExp][] = [
        ['exports.main = () => {\n  throw new RangeError("no") }', 'RangeError', /^no$/],
        ['\nthis is no code', 'SyntaxError', /identifier/],
        ['exports.main = () => { throw "text" }', 'Error', /^text$/],
        ['exports.main = async () => { const own = {}; own.own = own; return own }', 'TypeError', /circular/],
        ['exports.main = async () => 1n', 'TypeError', /BigInt/],
        ['exports.main = async () => undefined', 'TimeoutError', /until its time limit/],
        ['exports.main = () => process.exit(3)', 'Error', /without calling back/],
        ['exports.other = 1', 'TypeError', /not a function/],
      ];
      for (const [code, type, message] of cases) {
        const { run } = await runLocally(sandbox, shop, code);
        const error = run.error as { type: string; message: string; stack: string };
        assert.deepEqual([run.code, error.type], [1, type], code);
        assert.match(error.message, message);
        if (type === 'RangeError' || type === 'SyntaxError') assert.match(error.stack, /index\.js:2/);
      }
    }));

  it('is stopped at its time limit, waiting or computing', () =>
    withSandbox(async (sandbox, shop) => {
      const waiting = `exports.main = (event, callback) => { setInterval(() => 0, 1000) }`;
      const { run } = await runLocally(sandbox, shop, waiting, { timeLimit: 300 });
      assert.deepEqual([run.status, run.error.type], ['deadline_exceeded', 'TimeoutError']);
      const endless = await runLocally(sandbox, shop, 'exports.main = () => { for (;;); }', {
        timeLimit: 300,
        isEndless: true,
      });
      assert.equal(endless.run.code, 1);
    }));

  it('does not count the time in which a debugger has stopped it', () =>
    withSandbox(async (sandbox, shop) => {
      // Simulates a stop: the process waits in one statement, so none of its timers runs.
      const stopped = `exports.main = async () => {
        await new Promise(resolve => setTimeout(resolve, 50));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
        await new Promise(resolve => setTimeout(resolve, 150));
        return 'late' }`;
      const counted = await runLocally(sandbox, shop, stopped, { timeLimit: 1000 });
      assert.equal(counted.run.status, 'deadline_exceeded');
      const { run } = await runLocally(sandbox, shop, stopped, { timeLimit: 1000, debugging: true });
      assert.deepEqual([run.status, run.data], ['fulfilled', 'late']);
    }));

  it('gets a large integer of its event as the number that JSON has in JavaScript', () =>
    withSandbox(async (sandbox, shop) => {
      const code = 'exports.main = async event => event.data.id';
      const { run } = await runLocally(sandbox, shop, code, { data: { id: 12345678901234567890n } });
      assert.equal(run.data, 12345678901234567000);
    }));

  it('ends its token with its run', () =>
    withSandbox(async (sandbox, shop) => {
      const { clientId } = shop;
      const options = { clientId, envId: undefined, name: 'x', file: '/x.js', data: {}, debugging: false };
      const local = sandbox.startLocalRun({ ...options, source: 'sdk' });
      const headers = { Authorization: `Bearer ${local.address.token}` };
      const status = async () => (await fetch(`${sandbox.origin}/__function/start/`, { headers })).status;
      assert.equal(await status(), 200);
      local.fail('Error', 'ended');
      assert.equal((await local.result).error.message, 'ended');
      assert.equal(await status(), 401);
      assert.throws(() => sandbox.startLocalRun({ ...options, clientId: 'x', source: 'sdk' }), RangeError);
      const ofTable = { ...options, source: 'flex_schema', schemaId: 4711 } as const;
      assert.throws(() => sandbox.startLocalRun(ofTable), RangeError);
    }));
});
