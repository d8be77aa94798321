import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, it } from 'mocha';
import type { Sandbox, SandboxApplication } from '../../../../src/sandbox/sandbox';
import type { Tokens } from '../fixture';
import { accepts, credentialsOf, obtainTokens, refresh, tokenPath, webApi, withCaller, withSandbox } from '../fixture';
import { jsonOf, errorMessageOf, send } from '../http';

const path = '/hserve/v1/content/group/';

async function failureOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => assert.fail('a response came'),
    (failure: NodeJS.ErrnoException) => failure,
  );
  return error.code ?? error.message;
}

async function logged(sandbox: Sandbox): Promise<number> {
  const { promise, resolve } = deferred<number>();
  const stop = sandbox.onRequest(({ status }) => {
    stop();
    resolve(status);
  });
  return promise;
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>(settle => (resolve = settle));
  return { promise, resolve };
}

describe('sandbox: faults', () => {
  const isWell = async (shop: SandboxApplication) => (await webApi(shop, path)).status === 200;

  it('return an error status, once by default', () =>
    withSandbox(async (sandbox, shop) => {
      sandbox.fail({ kind: 'status' });
      const first = await webApi(shop, path);
      assert.equal(first.status, 500);
      errorMessageOf(first);
      assert.ok(await isWell(shop));
      sandbox.fail({ kind: 'status', status: 429, retryAfter: 7, times: 2 });
      for (let time = 0; time < 2; time += 1) {
        const response = await webApi(shop, path);
        assert.equal(response.status, 429);
        assert.equal(response.headers['retry-after'], '7');
      }
      assert.ok(await isWell(shop));
      assert.deepEqual(
        sandbox.requests.map(({ status }) => status),
        [500, 200, 429, 429, 200],
      );
    }));

  it('affect only the given method and path', () =>
    withSandbox(async (sandbox, shop) => {
      sandbox.fail({ kind: 'status', path: '/hserve/v2.2/' });
      sandbox.fail({ kind: 'status', method: 'post' });
      assert.ok(await isWell(shop));
      assert.equal((await webApi(shop, '/hserve/v2.2/content/group/')).status, 500);
      assert.equal((await webApi(shop, path, { body: {} })).status, 500);
      assert.equal((await webApi(shop, path, { body: {} })).status, 405);
    }));

  it('are applied in turn, until they are cleared', () =>
    withSandbox(async (sandbox, shop) => {
      sandbox.fail({ kind: 'status', status: 502 });
      sandbox.fail({ kind: 'status', status: 503, times: 100 });
      const statuses = [(await webApi(shop, path)).status, (await webApi(shop, path)).status];
      assert.deepEqual(statuses, [502, 503]);
      sandbox.clearFaults();
      assert.ok(await isWell(shop));
    }));

  it('return a page instead of JSON', () =>
    withSandbox(async (sandbox, shop) => {
      sandbox.fail({ kind: 'html' });
      const response = await webApi(shop, path);
      assert.equal(response.status, 200);
      assert.match(response.headers['content-type'] ?? '', /^text\/html/);
      assert.match(response.text, /^<!doctype html>/);
      sandbox.fail({ kind: 'html', status: 502 });
      assert.equal((await webApi(shop, path)).status, 502);
    }));

  it('cut the JSON in the middle', () =>
    withSandbox(async (sandbox, shop) => {
      const whole = await webApi(shop, path);
      sandbox.fail({ kind: 'truncated' });
      const cut = await webApi(shop, path);
      assert.equal(cut.status, 200);
      assert.equal(cut.headers['content-type'], whole.headers['content-type']);
      assert.ok(cut.text.length > 0 && cut.text.length < whole.text.length && whole.text.startsWith(cut.text));
      assert.throws(() => jsonOf(cut), SyntaxError);
    }));

  it('do not change a response without a body', () =>
    withCaller(async (call, _, sandbox) => {
      for (const kind of ['truncated', 'oldCode'] as const) {
        const { objects } = await call.json<{ objects: { id: string }[] }>('GET /oserve/v2.4/table/product/record/');
        const line = `/oserve/v2.4/table/product/record/${objects[0]?.id}/`;
        sandbox.fail({ kind });
        const { status, text } = await call(`DELETE ${line}`);
        assert.deepEqual([status, text, sandbox.requests.at(-1)?.status], [204, '', 204], kind);
        assert.equal((await call(`GET ${line}`)).status, 404, kind);
      }
    }));

  it('reset the connection before the request takes effect', () =>
    withSandbox(async (sandbox, shop) => {
      const tokens = await obtainTokens(shop);
      sandbox.fail({ kind: 'reset', path: tokenPath });
      assert.equal(await failureOf(refresh(shop, tokens.refresh_token)), 'ECONNRESET');
      assert.equal(sandbox.requests.at(-1)?.status, 0);
      assert.ok(await accepts(shop, tokens.access_token));
      assert.equal((await refresh(shop, tokens.refresh_token)).status, 200);
    }));

  it('lose the response after the request took effect', () =>
    withSandbox(async (sandbox, shop) => {
      const tokens = await obtainTokens(shop);
      sandbox.fail({ kind: 'lostResponse', path: tokenPath });
      assert.equal(await failureOf(refresh(shop, tokens.refresh_token)), 'ECONNRESET');
      assert.equal(sandbox.requests.at(-1)?.status, 0);
      assert.ok(!(await accepts(shop, tokens.access_token)));
      assert.equal((await refresh(shop, tokens.refresh_token)).status, 400);
    }));

  it('leave a request without a response until the client or the sandbox closes the connection', () =>
    withSandbox(async (sandbox, shop) => {
      sandbox.fail({ kind: 'never', times: 2 });
      const headers = { 'X-Hydrogen-Client-ID': shop.clientId };
      const seen = logged(sandbox);
      const outgoing = request(sandbox.origin + path, { headers, agent: false });
      const failed = once(outgoing, 'error');
      outgoing.end();
      assert.equal(await seen, 0);
      outgoing.destroy(new Error('given up'));
      await failed;

      const seenAgain = logged(sandbox);
      const left = failureOf(send(sandbox.origin + path, { headers }));
      await seenAgain;
      await sandbox.close();
      assert.equal(await left, 'ECONNRESET');
    }));

  it('delay a response after the request took effect', () =>
    withSandbox(async (sandbox, shop) => {
      const tokens = await obtainTokens(shop);
      sandbox.fail({ kind: 'slow', delayMs: 20, path: tokenPath });
      const started = performance.now();
      const renewed = jsonOf<Tokens>(await refresh(shop, tokens.refresh_token));
      // Timers may fire a millisecond early by this clock.
      assert.ok(performance.now() - started >= 19);
      assert.ok((sandbox.requests.at(-1)?.milliseconds ?? 0) >= 19);
      assert.ok(await accepts(shop, renewed.access_token));
    }));

  it('do not wait for a client that left a slow response', () =>
    withSandbox(async (sandbox, shop) => {
      const tokens = await obtainTokens(shop);
      sandbox.fail({ kind: 'slow', delayMs: 3_600_000, path: tokenPath });
      const rotated = deferred<void>();
      sandbox.onStateChange(() => rotated.resolve());
      const seen = logged(sandbox);
      const outgoing = request(sandbox.origin + tokenPath, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        agent: false,
      });
      const failed = once(outgoing, 'error');
      const fields = { ...credentialsOf(shop), refresh_token: tokens.refresh_token, grant_type: 'refresh_token' };
      outgoing.end(JSON.stringify(fields));
      await rotated.promise;
      outgoing.destroy(new Error('given up'));
      await failed;
      assert.equal(await seen, 0);
      assert.ok(!(await accepts(shop, tokens.access_token)));
    }));
});
