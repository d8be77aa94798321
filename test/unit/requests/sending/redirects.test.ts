import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'mocha';
import { resolveRequest } from '../../../../src/requests/sending/resolve';
import { runRequest } from '../../../../src/requests/sending/runRequest';
import { contextFor, target } from '../fixture';
import { useServer } from '../server';

describe('redirects of a request', () => {
  const own = useServer();

  async function send(text: string) {
    const here = { ...target, serverDomain: own.origin, authUrl: own.origin };
    const context = contextFor(text, { target: here });
    const request = await resolveRequest(context.document.requests[0] ?? assert.fail(), context);
    return (await runRequest(request, context)).report;
  }

  it('end after five redirects', async () => {
    let count = 0;
    own.handler = (_, response) => void response.writeHead(302, { Location: `/step/${++count}/` }).end();
    const { notFollowed, redirects } = await send('GET /a/');
    assert.equal(own.received.length, 6);
    assert.equal(notFollowed, 'tooMany');
    assert.equal(redirects.length, 5);
  });

  it('to another port of the same host are not followed, and not reported as another host', async () => {
    own.handler = (_, response) => void response.writeHead(302, { Location: 'https://127.0.0.1/b/' }).end();
    assert.equal((await send('GET /a/')).notFollowed, 'otherOrigin');
    own.handler = (_, response) => void response.writeHead(302, { Location: 'http://localhost/b/' }).end();
    assert.equal((await send('GET /a/')).notFollowed, 'otherHost');
  });

  it('close the connection of a redirect whose body does not begin', async () => {
    let isClosed: Promise<unknown> | undefined;
    own.handler = (request, response) => {
      if (request.url === '/b/') response.end('{}');
      else {
        isClosed = once(response, 'close');
        response.writeHead(302, { Location: '/b/' }).flushHeaders();
      }
    };
    assert.equal((await send('GET /a/')).status, 200);
    await isClosed;
  });

  it('end in a loop with an error', async () => {
    own.handler = (request, response) =>
      void response.writeHead(302, { Location: request.url === '/a/' ? '/b/' : '/a/' }).end();
    const { notFollowed } = await send('GET /a/');
    assert.deepEqual(
      own.received.map(({ url }) => url),
      ['/a/', '/b/'],
    );
    assert.equal(notFollowed, 'loop');
  });

  it('are reported with status and address, without credentials', async () => {
    own.handler = (request, response) => {
      if (request.url?.startsWith('/hserve/end/') === true) response.end('{}');
      else response.writeHead(301, { Location: '/hserve/end/?access_token=abcdefghijklmnop&a=1' }).end();
    };
    const [{ milliseconds, to, ...redirect } = assert.fail(), ...more] = (await send('GET /hserve/v2.2/server/?b=2'))
      .redirects;
    assert.deepEqual(more, []);
    assert.ok(milliseconds >= 0);
    assert.deepEqual(redirect, { status: 301, from: '/hserve/v2.2/server/?b=2' });
    assert.match(to, /^\/hserve\/end\/\?access_token=.*&a=1$/);
    assert.ok(!to.includes('abcdefghijklmnop'));
  });
});
