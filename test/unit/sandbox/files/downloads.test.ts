import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { callerOf, obtainTokens, withSandbox } from '../fixture';
import { send } from '../http';

describe('sandbox: logs and exports', () => {
  it('are on another host, at signed addresses that expire and take no credential', () =>
    withSandbox(
      async (sandbox, shop) => {
        const call = await callerOf(shop);
        await call.json('POST /oserve/v1.3/cloud-function/hello/job/', { body: { data: { name: '测试' } } });
        const jobs = '/oserve/v1.3/cloud-function/hello/job/';
        const { objects } = await call.json<{ objects: { user_log_url: string }[] }>(`GET ${jobs}`);
        const exports = '/oserve/v1.5/table/5001/export/';
        const { job_id } = await call.json(`POST ${exports}`, { body: { file_type: 'csv' } }, 201);
        const { download_url } = await call.json(`GET ${exports}${String(job_id)}/`);
        const { access_token } = await obtainTokens(shop);
        for (const [address, type, part] of [
          [String(objects[0]?.user_log_url), 'text/plain', /测试/],
          [String(download_url), 'text/csv', /^id,.*\r\n/],
        ] as const) {
          const url = new URL(address);
          assert.equal(url.origin, sandbox.downloadOrigin);
          assert.notEqual(url.origin, sandbox.origin);
          const good = await send(url);
          assert.deepEqual([good.status, good.headers['content-type']], [200, `${type}; charset=utf-8`]);
          assert.match(good.text, part);
          for (const headers of [
            { Authorization: `Bearer ${access_token}` },
            { Authorization: 'Basic eDp5' },
            { 'X-Hydrogen-Client-ID': shop.clientId },
          ]) {
            const leaked = await send(url, { headers });
            assert.deepEqual([leaked.status, leaked.headers['content-type']], [400, 'application/xml']);
            assert.match(leaked.text, /must not be sent/);
          }
          for (const [name, value] of [
            ['X-Amz-Signature', 'x'],
            ['X-Amz-Signature', '0'.repeat(64)],
            ['X-Amz-Date', String(Number(url.searchParams.get('X-Amz-Date')) + 1)],
          ] as const) {
            const changed = new URL(url);
            changed.searchParams.set(name, value);
            assert.equal((await send(changed)).status, 403);
          }
          const other = new URL(url);
          other.pathname = `${other.pathname}0`;
          assert.equal((await send(other)).status, 403);
          assert.equal((await send(`${sandbox.downloadOrigin}/`)).status, 404);
          assert.equal((await send(sandbox.origin + url.pathname + url.search)).status, 404);
        }
        sandbox.moveClock(86_401_000);
        const late = await send(String(download_url));
        assert.equal(late.status, 403);
        assert.match(late.text, /expired/);
      },
      { runFunctions: true },
    ));
});
