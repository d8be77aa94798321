import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { after, before, describe, it } from 'mocha';
import { createHttpClient, type HttpClient } from '../../../src/api/http/httpClient';
import { readRunLog } from '../../../src/functions/runLog';

describe('the log of a run', () => {
  const received: IncomingHttpHeaders[] = [];
  let server: Server;
  let client: HttpClient;
  let origin: string;
  /** Resolves when the server has sent a page or lost its connection. */
  let closed: Promise<unknown>;
  const read = (address: string | undefined, isSandbox = true) =>
    readRunLog(address, { fetch: client.fetch, signal: new AbortController().signal, isSandbox });

  before(async () => {
    client = createHttpClient({ strictSSL: true, systemCertificates: false });
    server = createServer(({ url, headers }, response) => {
      received.push(headers);
      if (url === '/moved') return void response.writeHead(302, { location: '/log' }).end();
      if (url === '/expired') return void response.writeHead(403).end('<Error/>');
      if (url?.endsWith('/page') === true) {
        closed = once(response, 'close');
        const status = url === '/moved/page' ? 302 : 403;
        return void response.writeHead(status, { location: '/log' }).end('x'.repeat(30_000_000));
      }
      if (url === '/long') return void response.end('x'.repeat(3_000_000));
      response.end('a line\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  after(async () => {
    await client.close();
    server.close();
  });

  it('is read without a credential', async () => {
    assert.deepEqual(await read(`${origin}/log?X-Amz-Signature=1`), { text: 'a line\n', isCut: false });
    const [headers] = received;
    assert.deepEqual(
      [headers?.authorization, headers?.cookie, headers?.['x-hydrogen-client-id']],
      [undefined, undefined, undefined],
    );
  });

  it('is cut at one megabyte', async () => {
    const log = await read(`${origin}/long`);
    assert.deepEqual('text' in log && [log.text.length, log.isCut], [1_000_000, true]);
  });

  it('is not read behind a redirect or after its address has expired', async () => {
    const before = received.length;
    assert.deepEqual(await read(`${origin}/moved`), { problem: 'redirected' });
    assert.equal(received.length, before + 1);
    assert.deepEqual(await read(`${origin}/expired`), { problem: 'expired' });
    assert.deepEqual(await read(undefined), { problem: 'noAddress' });
    assert.deepEqual(await read('no address'), { problem: 'noAddress' });
  });

  it('frees the connection of a log that is not read', async () => {
    for (const [address, problem] of [
      ['/expired/page', 'expired'],
      ['/moved/page', 'redirected'],
    ]) {
      assert.deepEqual(await read(`${origin}${address}`), { problem });
      await closed;
    }
  });

  it('is never read from this machine or a private network for another service', async () => {
    const before = received.length;
    for (const address of [
      `${origin}/log`,
      'https://127.0.0.1/log',
      'https://10.1.2.3/log',
      'https://192.168.0.1/log',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/log',
      'https://[fd00::1]/log',
      'https://[::ffff:10.0.0.1]/log',
      'https://localhost/log',
      'https://user:password@logs.example/log',
      'http://logs.example/log',
      'file:///etc/hostname',
    ])
      assert.deepEqual(await read(address, false), { problem: 'unsafe' }, address);
    assert.deepEqual(await read('http://logs.example/log'), { problem: 'unsafe' });
    assert.equal(received.length, before);
  });
});
