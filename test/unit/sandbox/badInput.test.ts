import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, it } from 'mocha';
import { closeServer, listen } from '../../../src/sandbox/server/server';
import { credentialsOf, logIn, tokenPath, webApi, withCaller, withSandbox } from './fixture';
import { errorMessageOf, send } from './http';

const json = { 'Content-Type': 'application/json' };
const records = '/oserve/v2.4/table/product/record/';

/** Sends these bytes over a new connection and returns the complete response. */
async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk: string) => (text += chunk)).on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

describe('sandbox: bad input', () => {
  it('receives a body of 100 MB without storing it, and refuses it', () =>
    withSandbox(async (sandbox, shop) => {
      const before = process.memoryUsage.rss();
      const outgoing = request(sandbox.origin + tokenPath, { method: 'POST', headers: json, agent: false });
      const answered = once(outgoing, 'response') as Promise<[{ statusCode: number; resume(): void }]>;
      const megabyte = Buffer.alloc(1024 * 1024, 32);
      for (let number = 0; number < 100; number += 1) {
        if (!outgoing.write(megabyte)) await once(outgoing, 'drain');
      }
      outgoing.end();
      const [response] = await answered;
      response.resume();
      assert.equal(response.statusCode, 413);
      assert.ok(process.memoryUsage.rss() - before < 90 * 1024 * 1024, 'the body was kept');
      assert.equal((await webApi(shop, '/hserve/v1/content/group/')).status, 200);
    }));

  it('refuses a body or a query that nests too deep', () =>
    withCaller(async (call, shop, sandbox) => {
      const token = await logIn(shop);
      for (const body of ['['.repeat(1_000_000), `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`]) {
        const response = await send(sandbox.origin + tokenPath, { method: 'POST', headers: json, body });
        assert.equal(response.status, 400);
        assert.match(errorMessageOf(response), /nested more than 64 levels/);
      }
      const deep = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`) as unknown;
      const stored = await call('POST /hserve/v2.4/table/product/record/', {
        token,
        body: { sku: 'deep', details: { deep } },
      });
      assert.equal(stored.status, 201, stored.text);
      const brackets = await call('POST /hserve/v2.4/table/product/record/', {
        token,
        body: { sku: `${'['.repeat(100)}"\\` },
      });
      assert.equal(brackets.status, 201, 'brackets in text are text');
    }));

  it('refuses bytes that are not UTF-8, and invalid JSON', () =>
    withSandbox(async (sandbox, shop) => {
      const start = Buffer.from(JSON.stringify(credentialsOf(shop)).slice(0, -1));
      const post = (body: Buffer | string) => send(sandbox.origin + tokenPath, { method: 'POST', headers: json, body });
      const broken = await post(
        Buffer.concat([start, Buffer.from(',"x":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      );
      assert.match(errorMessageOf(broken), /not UTF-8/);
      for (const body of ['', '{', 'null', '1', '"x"', '{"a":1}{', '{"a":NaN}', '\0']) {
        assert.equal((await post(body)).status, 400, body);
      }
      const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
      const noForm = await send(sandbox.origin + tokenPath, { method: 'POST', headers: form, body: 'no form' });
      assert.equal(noForm.status, 400);
    }));

  it('stores no name that has a meaning in JavaScript', () =>
    withCaller(async (call, _, sandbox) => {
      for (const body of [
        '{"sku":"p","__proto__":{"admin":true}}',
        '{"sku":"p","constructor":1}',
        '{"$set":{"__proto__":1}}',
      ]) {
        const response = await call(`POST ${records}`, { body: JSON.parse(body) as unknown });
        assert.equal(response.status, 400, body);
      }
      for (const path of ['__proto__', 'constructor', '*', '%00', '..%2f', 'toString']) {
        assert.equal((await call(`GET ${records}${path}/`)).status, 404, path);
        assert.equal((await call(`GET /oserve/v1.8/table/${path}/`)).status, 404, path);
        assert.ok([400, 404].includes((await call(`GET /oserve/v2.2/file/${path}/`)).status), path);
      }
      assert.equal(({} as { admin?: boolean }).admin, undefined);
      assert.ok(sandbox.requests.every(({ status }) => status < 500));
    }));

  it('responds to a long address with 502, like the service, and to many headers with 431', () =>
    withSandbox(async (sandbox, shop) => {
      const long = await webApi(shop, `/hserve/v1/content/group/?x=${'a'.repeat(16_386)}`);
      assert.equal(long.status, 502);
      errorMessageOf(long);
      const flood = Array.from({ length: 5000 }, (_, number) => `X-${number}: y\r\n`).join('');
      const text = await exchange(sandbox.port, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${flood}\r\n`);
      assert.match(text, /^HTTP\/1\.1 431 /);
      assert.match(text, /"error_msg":"The headers are larger/);
    }));

  it('closes the connection of a client that does not complete its request', async () => {
    const respond = async () => new Response('{}');
    const timeouts = { headers: 50, request: 100 };
    const { server, port } = await listen({ port: 0, respond, onRefused: () => undefined, timeouts });
    const began = [
      'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n',
      'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nabc',
    ];
    try {
      for (const bytes of began)
        assert.match(await exchange(port, bytes), /^HTTP\/1\.1 408 [^]*took too long to arrive/);
    } finally {
      await closeServer(server);
    }
  });

  it('responds with 1,000 open connections', () =>
    withSandbox(async (sandbox, shop) => {
      const sockets: Socket[] = [];
      for (let number = 0; number < 1000; number += 1) {
        const socket = connect(sandbox.port, '127.0.0.1').on('error', () => undefined);
        await once(socket, 'connect');
        socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-');
        sockets.push(socket);
      }
      assert.equal((await webApi(shop, '/hserve/v1/content/group/')).status, 200);
      for (const socket of sockets) socket.destroy();
    }));

  it('stores at most 256 MB of bodies at a time', () =>
    withSandbox(async (sandbox, shop) => {
      const size = 9 * 1024 * 1024;
      const head = `POST ${tokenPath} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${size + 1}\r\n\r\n`;
      const bytes = Buffer.concat([Buffer.from(head), Buffer.alloc(size, 32)]);
      const sockets = await Promise.all(
        Array.from({ length: 30 }, async () => {
          const socket = connect(sandbox.port, '127.0.0.1').setEncoding('utf8');
          socket.on('error', () => undefined);
          const answered = new Promise<string>(resolve => socket.once('data', resolve));
          await new Promise<void>(resolve => void socket.write(bytes, () => resolve()));
          return { socket, answered };
        }),
      );
      const refused = await Promise.any(sockets.map(({ answered }) => answered));
      assert.match(refused, /^HTTP\/1\.1 503 [^]*Retry-After: 1/);
      for (const { socket } of sockets) socket.destroy();
      assert.equal((await webApi(shop, '/hserve/v1/content/group/')).status, 200);
    }));
});
