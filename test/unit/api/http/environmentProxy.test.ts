import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { resolveRoute } from '../../../../src/api/http/connections';
import { editorProxy, environmentProxy } from '../../../../src/api/http/environmentProxy';

const unset = { support: 'override', proxy: '', noProxy: [] };
const address = new URL('https://shop.myminapp.com/hserve/');
const one = 'http://one:8080';
const two = 'http://two:8080';

/** Environment variables, and the proxy that they set for the address. */
const settings: [env: Record<string, string>, proxy: string | undefined][] = [
  [{}, undefined],
  [{ HTTPS_PROXY: one }, one],
  [{ https_proxy: one }, one],
  [{ HTTP_PROXY: one }, one],
  [{ http_proxy: one }, one],
  [{ HTTPS_PROXY: one, HTTP_PROXY: two }, one],
  [{ https_proxy: one, HTTP_PROXY: two }, one],
  [{ HTTPS_PROXY: one, https_proxy: two }, one],
  [{ HTTPS_PROXY: '', https_proxy: two }, two],
  [{ HTTPS_PROXY: '', HTTP_PROXY: '' }, undefined],
  [{ HTTPS_PROXY: 'one:8080' }, one],
  [{ HTTPS_PROXY: ` ${one} ` }, one],
  [{ HTTPS_PROXY: one, NO_PROXY: '*' }, undefined],
  [{ HTTPS_PROXY: one, NO_PROXY: 'a.example.com,myminapp.com' }, undefined],
  [{ HTTPS_PROXY: one, NO_PROXY: 'a.example.com  myminapp.com' }, undefined],
  [{ HTTPS_PROXY: one, NO_PROXY: 'a.example.com, .myminapp.com' }, undefined],
  [{ HTTPS_PROXY: one, no_proxy: 'myminapp.com' }, undefined],
  [{ HTTPS_PROXY: one, NO_PROXY: '', no_proxy: 'myminapp.com' }, undefined],
  [{ HTTPS_PROXY: one, NO_PROXY: 'myminapp.com:8443' }, one],
  [{ HTTPS_PROXY: one, NO_PROXY: 'minapp.com' }, one],
];

async function proxyOf(proxy: ReturnType<typeof environmentProxy>): Promise<string | undefined> {
  return (await resolveRoute(address, { ...proxy, strictSSL: true, systemCertificates: false })).proxy?.origin;
}

describe('the proxy of the environment', () => {
  for (const [env, expected] of settings) {
    it(`gives editor and command line the same route with ${JSON.stringify(env)}`, async () => {
      assert.equal(await proxyOf(environmentProxy(env)), expected);
      assert.equal(await proxyOf(editorProxy(unset, env)), expected);
    });
  }

  it('is used by the editor only when its settings name none', async () => {
    const env = { HTTPS_PROXY: one, NO_PROXY: '*' };
    assert.equal(await proxyOf(editorProxy({ ...unset, proxy: two, noProxy: ['a.example.com'] }, env)), two);
    assert.equal(await proxyOf(editorProxy({ ...unset, support: 'off', proxy: two, noProxy: ['b'] }, env)), undefined);
  });
});
