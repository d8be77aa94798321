import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { redirect, useNetwork } from './network';

describe('the HTTP client', () => {
  const network = useNetwork();

  it('shows a redirect as it is: status, Location and every Set-Cookie', async () => {
    const server = await network.server([redirect('/next/?a=1', ['a=1; Path=/', 'b=2, and more; HttpOnly'])]);
    const response = await network.client().fetch(`${server.origin}/`, { redirect: 'manual' });
    assert.deepEqual(
      [response.status, response.type, response.headers.get('location'), response.headers.getSetCookie()],
      [302, 'basic', '/next/?a=1', ['a=1; Path=/', 'b=2, and more; HttpOnly']],
    );
    assert.equal(await response.text(), '<html>moved</html>');
  });

  it('keeps its connections for the next calls', async () => {
    const server = await network.server(Array.from({ length: 10 }, () => ({ body: 'x' })));
    const { fetch } = network.client();
    for (let call = 0; call < 10; call++) await (await fetch(`${server.origin}/`, {})).text();
    // A call that follows at once may find the connection of the last one not free yet.
    assert.ok(server.connections <= 2, `${server.connections} connections`);
  });

  it('shares no connection with another client', async () => {
    const server = await network.server([{ body: '1' }, { body: '2' }]);
    for (let call = 0; call < 2; call++) await (await network.client().fetch(`${server.origin}/`, {})).text();
    assert.equal(server.connections, 2);
  });

  it('connects again when the server has closed the connection', async () => {
    const server = await network.server([
      { headers: { connection: 'close' }, body: '1' },
      { headers: { connection: 'close' }, body: '2' },
    ]);
    const { fetch } = network.client();
    for (let call = 0; call < 2; call++) await (await fetch(`${server.origin}/`, {})).text();
    assert.equal(server.connections, 2);
  });

  it('refuses a certificate that nobody vouches for', async () => {
    const server = await network.server([], true);
    await assert.rejects(network.client().fetch(`${server.origin}/`, {}), ({ cause }: Error) => {
      return (cause as NodeJS.ErrnoException).code === 'DEPTH_ZERO_SELF_SIGNED_CERT';
    });
  });

  it('accepts it when the editor is told to', async () => {
    const server = await network.server([{ body: 'secure' }], true);
    const response = await network.client({ strictSSL: false }).fetch(`${server.origin}/`, {});
    assert.equal(await response.text(), 'secure');
  });

  it('still refuses it with the certificates of the system', async () => {
    const server = await network.server([], true);
    const { fetch } = network.client({ systemCertificates: true });
    await assert.rejects(fetch(`${server.origin}/`, {}), ({ cause }: Error) =>
      /CERT/.test((cause as NodeJS.ErrnoException).code ?? ''),
    );
  });

  it('unpacks what is packed', async () => {
    const { gzipSync, brotliCompressSync, deflateSync } = await import('node:zlib');
    const server = await network.server([
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync('one') },
      { headers: { 'content-encoding': 'br' }, body: brotliCompressSync('two') },
      { headers: { 'content-encoding': 'deflate' }, body: deflateSync('three') },
    ]);
    const { fetch } = network.client();
    const texts: string[] = [];
    for (let call = 0; call < 3; call++) texts.push(await (await fetch(`${server.origin}/`, {})).text());
    assert.deepEqual(texts, ['one', 'two', 'three']);
  });
});
