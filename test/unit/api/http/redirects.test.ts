import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { requestCode, type ClientCredentials } from '../../../../src/api/openApi/authorize';
import { Secret } from '../../../../src/api/secret';
import { failure, fields } from '../failure';
import { redirect, useNetwork } from '../network';

const path = '/api/oauth2/hydrogen/openapi/authorize/';

describe('authorization refuses', () => {
  const network = useNetwork();
  const credentialsAt = (authUrl: string): ClientCredentials => ({
    authUrl,
    clientId: 'abc123',
    clientSecret: new Secret('hush-client-secret'),
  });

  for (const status of [307, 308]) {
    it(`a redirect with ${status} after the POST, because it would send the secret again`, async () => {
      const target = await network.server([]);
      const server = await network.server([redirect(`${target.origin}/steal/`, [], status)]);
      const error = await failure(requestCode(credentialsAt(server.origin), network.context()));
      assert.deepEqual(fields(error), {
        code: 'unsafeRedirect',
        method: 'POST',
        url: `${server.origin}${path}`,
        status,
        received: `${target.origin}/steal/`,
      });
      assert.equal(target.connections, 0);
    });

    it(`a redirect with ${status} after the POST, even to the same address`, async () => {
      const server = await network.server([redirect('', [], status)]);
      const error = await failure(requestCode(credentialsAt(server.origin), network.context()));
      assert.deepEqual([error.code, server.received.length], ['unsafeRedirect', 1]);
    });
  }

  const elsewhere: [label: string, location: string, received: string][] = [
    ['http on a public host', 'http://service.example/next/?code=1', 'http://service.example/next/'],
    ['a scheme that is not of the web', 'ftp://127.0.0.1/next/', 'ftp://127.0.0.1/next/'],
    ['a file', 'file:///etc/passwd', 'file:///etc/passwd'],
    ['an address with a name and a password', 'https://name:word@service.example/', 'https://service.example/'],
    ['a host that only looks like this machine', 'http://127.0.0.1.example/', 'http://127.0.0.1.example/'],
  ];
  for (const [label, location, received] of elsewhere) {
    it(`a redirect to ${label}`, async () => {
      const server = await network.server([redirect('/second/'), redirect(location)]);
      const error = await failure(requestCode(credentialsAt(server.origin), network.context()));
      assert.deepEqual(fields(error), {
        code: 'unsafeRedirect',
        method: 'GET',
        url: `${server.origin}/second/`,
        status: 302,
        received,
      });
    });
  }

  it('a redirect from https to http, even on this machine', async () => {
    const target = await network.server([]);
    const server = await network.server([redirect(`${target.origin}/plain/`)], true);
    const { fetch } = network.client({ strictSSL: false });
    const error = await failure(requestCode(credentialsAt(server.origin), network.context({ fetch })));
    assert.deepEqual([error.code, error.received], ['unsafeRedirect', `${target.origin}/plain/`]);
    assert.equal(target.connections, 0);
  });

  it('nothing when http on this machine redirects to https', async () => {
    const target = await network.server([{ body: { code: 'the-code' } }], true);
    const server = await network.server([redirect(`${target.origin}/secure/`)]);
    const { fetch } = network.client({ strictSSL: false });
    const code = await requestCode(credentialsAt(server.origin), network.context({ fetch }));
    assert.equal(code.reveal(), 'the-code');
  });

  it('a loop, after five redirects', async () => {
    const server = await network.server(Array.from({ length: 6 }, () => redirect('/again/')));
    const error = await failure(requestCode(credentialsAt(server.origin), network.context()));
    assert.deepEqual(fields(error), {
      code: 'tooManyRedirects',
      method: 'GET',
      url: `${server.origin}/again/`,
      status: 302,
      received: `${server.origin}/again/`,
    });
    assert.equal(server.received.length, 6);
  });

  it('nothing when the fifth redirect leads to the response', async () => {
    const hops = Array.from({ length: 5 }, () => redirect('/again/'));
    const server = await network.server([...hops, { body: { code: 'the-code' } }]);
    const code = await requestCode(credentialsAt(server.origin), network.context());
    assert.equal(code.reveal(), 'the-code');
  });

  const pointless: [label: string, headers: Record<string, string>][] = [
    ['without a Location', {}],
    ['with a Location that is no address', { location: 'https://' }],
  ];
  for (const [label, headers] of pointless) {
    it(`a redirect ${label}`, async () => {
      const server = await network.server([{ status: 302, headers }]);
      const error = await failure(requestCode(credentialsAt(server.origin), network.context()));
      assert.deepEqual(fields(error), {
        code: 'unexpectedShape',
        method: 'POST',
        url: `${server.origin}${path}`,
        status: 302,
        expected: 'Location',
      });
    });
  }
});
