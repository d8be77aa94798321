import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'mocha';
import type { SandboxApplication } from '../../../../src/sandbox/sandbox';
import { callerOf, logIn, withCaller, withSandbox } from '../fixture';
import { errorMessageOf, jsonOf, send } from '../http';

const records = '/hserve/v2.4/table/product/record/';

/** Sends a request like the SDK on a platform without PUT and DELETE: a POST with the method in a header. */
async function override(application: SandboxApplication, token: string, method: string, path: string, body?: unknown) {
  return send(application.serverDomain + path, {
    method: 'POST',
    headers: {
      'X-Hydrogen-Client-ID': application.clientId,
      'X-Hydrogen-Request-Method': method,
      Authorization: `Hydrogen-r1 ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body ?? {}),
  });
}

describe('sandbox: the header of another method', () => {
  it('turns a POST into the PUT or DELETE it names', () =>
    withSandbox(async (sandbox, shop) => {
      const token = await logIn(shop);
      const call = await callerOf(shop);
      const made = await call.json<{ id: string }>(`POST ${records}`, { token, body: { sku: 'override' } }, 201);
      const changed = await override(shop, token, 'put', `${records}${made.id}/`, { stock: 7 });
      assert.equal(changed.status, 200, changed.text);
      assert.equal(jsonOf(changed).stock, 7);
      const where = encodeURIComponent(JSON.stringify({ sku: { $eq: 'override' } }));
      const deleted = await override(shop, token, 'DELETE', `${records}?where=${where}`);
      assert.equal(deleted.status, 200, deleted.text);
      assert.equal(jsonOf(deleted).succeed, 1);
      await call.json(`GET ${records}${made.id}/`, { token }, 404);
      const counted = { limit: '1', return_total_count: '1' };
      const { meta } = await call.json<{ meta: { total_count: number } }>(`GET ${records}`, { query: counted });
      assert.equal(meta.total_count, 60, 'no record was created');
      assert.deepEqual(
        sandbox.requests.slice(-3, -2).map(({ method, status }) => [method, status]),
        [['POST', 200]],
      );
    }));

  it('is refused on another method, twice, and with a method that does not exist', () =>
    withSandbox(async (sandbox, shop) => {
      const token = await logIn(shop);
      for (const method of ['GET', 'POST', 'FLY', '', 'PUT, DELETE', 'PUT,PUT']) {
        const refused = await override(shop, token, method, `${records}?where={}`);
        assert.equal(refused.status, 400, method);
        assert.match(errorMessageOf(refused), /X-Hydrogen-Request-Method must be one of/);
      }
      const headers = { 'X-Hydrogen-Client-ID': shop.clientId, 'X-Hydrogen-Request-Method': 'DELETE' };
      const read = await send(shop.serverDomain + records, { headers });
      assert.equal(read.status, 400);
      assert.match(errorMessageOf(read), /belongs to a POST/);
      assert.match(await sentTwice(sandbox.port, shop.clientId), /^HTTP\/1\.1 400 /);
    }));
});

/** Sends two header lines of the same name, which Node's client would not do. */
async function sentTwice(port: number, clientId: string): Promise<string> {
  const lines = [
    `POST ${records} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `X-Hydrogen-Client-ID: ${clientId}`,
    'X-Hydrogen-Request-Method: PUT',
    'X-Hydrogen-Request-Method: PUT',
    'Content-Length: 0',
    'Connection: close',
  ];
  return new Promise((resolve, reject) => {
    let text = '';
    connect(port, '127.0.0.1')
      .on('error', reject)
      .on('data', chunk => (text += chunk.toString()))
      .on('end', () => resolve(text))
      .end(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

describe('sandbox: a path without its last slash', () => {
  it('is redirected for GET, with its query', () =>
    withCaller(async (call, shop, sandbox) => {
      for (const path of ['/hserve/v2.4/table/product/record', '/oserve/v1.8/table/5001']) {
        const response = await call(`GET ${path}`, { query: { limit: '1', where: { sku: { $eq: 'a b' } } } });
        assert.equal(response.status, 301);
        const location = new URL(response.headers.location ?? '', shop.serverDomain);
        assert.equal(location.pathname, `${path}/`);
        assert.equal(location.searchParams.get('where'), '{"sku":{"$eq":"a b"}}');
        assert.equal(sandbox.requests.at(-1)?.note, 'no trailing slash');
      }
      assert.equal((await call('GET /hserve/v2.4/nowhere')).status, 404);
      assert.equal(sandbox.requests.at(-1)?.note, undefined);
    }));

  it('is accepted for PUT, PATCH and DELETE, and refused for POST', () =>
    withCaller(async (call, _, sandbox) => {
      const table = '/oserve/v2.6/table/5001/record';
      const made = await call.json<{ id: string }>('POST /oserve/v2.4/table/5001/record/', { body: { sku: 'x' } }, 201);
      const changed = await call.json(`PUT ${table}/${made.id}`, { body: { stock: 3 } });
      assert.equal(changed.stock, 3);
      assert.equal(sandbox.requests.at(-1)?.note, 'no trailing slash');
      await call.json('PATCH /oserve/v1.3/cloud-function/hello', { body: { remark: 'r' } }, 202);
      assert.equal((await call(`DELETE ${table.replace('2.6', '2.4')}/${made.id}`)).status, 204);
      assert.equal((await call('POST /oserve/v2.4/table/5001/record', { body: { sku: 'y' } })).status, 404);
      assert.equal((await call('DELETE /oserve/v2.2/server/time')).status, 404);
    }));
});
