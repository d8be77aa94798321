import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'mocha';
import { argumentOf, rejection, run, storedApplications, useSandbox } from './fixture';

describe('the message for an unusable server', () => {
  const service = useSandbox();
  let redirects: http.Server | undefined;
  let odd = '';
  /** The target and status of the odd server's redirects. */
  let location = '';
  let status = 302;

  before(async () => {
    redirects = http.createServer((_, response) => response.writeHead(status, { location }).end());
    await new Promise<void>(resolve => redirects?.listen(0, '127.0.0.1', resolve));
    odd = `http://127.0.0.1:${(redirects.address() as AddressInfo).port}`;
  });
  after(() => {
    redirects?.closeAllConnections();
    redirects?.close();
  });
  afterEach(() => {
    service().sandbox.clearFaults();
    status = 302;
    assert.deepEqual(storedApplications(), []);
  });
  const said = (authUrl: string) => rejection(run('application.add', { ...argumentOf(service().shop), authUrl }));

  it('explains an unknown host', async () => {
    assert.equal(
      await said('https://no-such-host.invalid'),
      'The host https://no-such-host.invalid was not found. Check the address and the network.',
    );
  });

  it('explains a refused connection', async () => {
    const closed = http.createServer();
    await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
    await new Promise(resolve => closed.close(resolve));
    assert.match(await said(origin), new RegExp(`^${origin} refused the connection\\.`));
  });

  it('explains a server without TLS', async () => {
    const origin = service().sandbox.origin.replace('http:', 'https:');
    assert.match(await said(origin), new RegExp(`^No secure connection to ${origin} \\(\\w+\\)`));
  });

  it('explains HTML and an incomplete response', async () => {
    service().sandbox.fail({ kind: 'html' });
    assert.match(await said(service().sandbox.origin), /^Expected JSON from http.*, but received: “<!doctype html>/);
    service().sandbox.fail({ kind: 'truncated', path: '/api/oauth2/access_token/' });
    const truncated = await said(service().sandbox.origin);
    assert.match(truncated, /^Expected JSON from http.*, but received: “/);
    assert.doesNotMatch(truncated, /[0-9a-f]{30}/);
  });

  it('explains redirects that never end, lead to plain http, or would forward the ClientSecret', async () => {
    location = '/again';
    assert.match(await said(odd), /redirected too often/);
    location = 'http://example.com/';
    assert.match(await said(odd), /redirected to http:\/\/example\.com.*This was not followed/);
    [location, status] = ['/elsewhere', 307];
    assert.match(await said(odd), /This was not followed, because credentials could have reached someone else/);
  });

  it('explains problems of the service itself', async () => {
    service().sandbox.fail({ kind: 'status', status: 503 });
    assert.match(await said(service().sandbox.origin), /reports an internal error \(503/);
    service().sandbox.fail({ kind: 'status', status: 429, retryAfter: 7 });
    assert.match(await said(service().sandbox.origin), /receives too many requests\. Try again in 7 s\./);
    service().sandbox.fail({ kind: 'reset' });
    assert.match(await said(service().sandbox.origin), /The connection to .* was lost \(\w+\)/);
  });
});
