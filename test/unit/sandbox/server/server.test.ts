import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { describe, it } from 'mocha';
import { startSandbox } from '../../../../src/sandbox/sandbox';
import { authorizePath, credentialsOf, tokenPath, webApi, withSandbox } from '../fixture';
import { errorMessageOf, send, sendJson } from '../http';

// Recorded before any test starts a sandbox.
const nativeGlobals = [Request, Response];
const megabyte = 1024 * 1024;

describe('sandbox: the server', () => {
  it('listens on 127.0.0.1 at the reported port', () =>
    withSandbox(async sandbox => {
      assert.equal(sandbox.origin, `http://127.0.0.1:${sandbox.port}`);
      for (const application of sandbox.applications) {
        assert.deepEqual([application.authUrl, application.serverDomain], [sandbox.origin, sandbox.origin]);
      }
      await withSandbox(async other => assert.notEqual(other.port, sandbox.port));
    }));

  it('has the documented identifiers', () =>
    withSandbox(async ({ applications }) => {
      const documentation = await readFile('docs/sandbox.md', 'utf8');
      for (const { name, clientId, environments, contentGroups, users } of applications) {
        const names = [...contentGroups, ...environments].map(one => one.name);
        const said = [
          name,
          clientId,
          ...environments.map(({ envId }) => envId),
          ...names,
          ...users.map(one => one.email),
        ];
        for (const text of said) assert.ok(documentation.includes(text), text);
      }
    }));

  it('rejects when the port is in use, and works when it is free again', () =>
    withSandbox(async sandbox => {
      const { port } = sandbox;
      await assert.rejects(startSandbox({ port, categories: 1 }), { code: 'EADDRINUSE' });
      await sandbox.close();
      const next = await startSandbox({ port, categories: 1 });
      assert.equal(next.port, port);
      await next.close();
    }));

  it('ends open connections when it closes, and can be closed twice', () =>
    withSandbox(async sandbox => {
      const socket = connect(sandbox.port, '127.0.0.1');
      await once(socket, 'connect');
      const ended = once(socket, 'close');
      await Promise.all([sandbox.close(), sandbox.close()]);
      await ended;
      await sandbox.close();
    }));

  it('responds only to its own host name', () =>
    withSandbox(async (sandbox, shop) => {
      const attempt = async (Host: string) => {
        const headers = { Host, 'X-Hydrogen-Client-ID': shop.clientId };
        return send(`${sandbox.origin}/hserve/v1/content/group/`, { headers });
      };
      for (const host of [`127.0.0.1:${sandbox.port}`, '127.0.0.1', `localhost:${sandbox.port}`, 'LOCALHOST']) {
        assert.equal((await attempt(host)).status, 200, host);
      }
      for (const host of ['example.com', `127.0.0.1.example.com:${sandbox.port}`, 'localhost.example.com', '0.0.0.0']) {
        const response = await attempt(host);
        assert.equal(response.status, 421, host);
        errorMessageOf(response);
      }
      assert.equal(sandbox.requests.at(-1)?.status, 421);
    }));

  it('reports errors in one format', () =>
    withSandbox(async (sandbox, shop) => {
      const cases: [Promise<Awaited<ReturnType<typeof send>>>, number, RegExp][] = [
        [send(`${sandbox.origin}/`), 404, /does not answer this path\.$/],
        [webApi(shop, '/hserve/v1/content/nothing'), 404, /All paths end with a slash/],
        [sendJson(sandbox.origin + authorizePath.slice(0, -1), credentialsOf(shop)), 404, /end with a slash/],
        [send(sandbox.origin + authorizePath), 405, /GET is not allowed here, only POST/],
        [webApi(shop, '/hserve/v1/content/group/', { body: {} }), 405, /POST is not allowed here, only GET/],
        [send(sandbox.origin + tokenPath, { method: 'DELETE' }), 405, /DELETE is not allowed/],
        [send(`${sandbox.origin}/hserve/v1/nothing/`), 400, /X-Hydrogen-Client-ID/],
        [webApi(shop, '/hserve/v1/nothing/'), 404, /does not answer/],
        [send(`${sandbox.origin}/oserve/v1/nothing/`), 401, /Bearer/],
      ];
      for (const [call, status, message] of cases) {
        const response = await call;
        assert.equal(response.status, status, response.text);
        assert.match(response.headers['content-type'] ?? '', /^application\/json/);
        assert.match(errorMessageOf(response), message);
      }
    }));

  it('reports a request that is not HTTP', () =>
    withSandbox(async sandbox => {
      const socket = connect(sandbox.port, '127.0.0.1');
      socket.setEncoding('utf8');
      let text = '';
      socket.on('data', (chunk: string) => (text += chunk));
      socket.write('this is not HTTP\r\n\r\n');
      await once(socket, 'close');
      assert.match(text, /^HTTP\/1\.1 400 /);
      assert.match(text, /\{"status":"error","error_msg":"[^"]+"\}$/);
    }));

  it('refuses a body of more than 10 MB, announced or sent', () =>
    withSandbox(async (sandbox, shop) => {
      const url = sandbox.origin + authorizePath;
      const headers = { 'Content-Type': 'application/json' };
      const padded = (size: number) => JSON.stringify(credentialsOf(shop)).padEnd(size, ' ');
      const largest = await send(url, { method: 'POST', headers, body: padded(10 * megabyte) });
      assert.equal(largest.status, 302);
      for (const framing of [{}, { 'Transfer-Encoding': 'chunked' }]) {
        const body = padded(10 * megabyte + 1);
        const response = await send(url, { method: 'POST', headers: { ...headers, ...framing }, body });
        assert.equal(response.status, 413);
        assert.match(errorMessageOf(response), /10 MB/);
      }
    }));

  it('does not change the globals of its process', () =>
    withSandbox(async sandbox => {
      await send(sandbox.origin);
      assert.deepEqual([Request, Response], nativeGlobals);
    }));
});
