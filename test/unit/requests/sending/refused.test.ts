import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { Secret } from '../../../../src/api/secret';
import type { ResolvedRequest } from '../../../../src/requests/sending/resolvedRequest';
import { RequestError, type RequestErrorCode } from '../../../../src/requests/document/requestError';
import { target } from '../fixture';
import { refusal, resolve } from '../resolving';

describe('the sender refuses', () => {
  const secret = async () => new Secret('shop-secret');
  const refused: [text: string, code: RequestErrorCode][] = [
    ['GET', 'missingTarget'],
    ['GET hserve/v2.2/server/time/', 'badPath'],
    ['GET //evil.example/a', 'badPath'],
    ['GET /\\evil.example/a', 'badPath'],
    ['GET /a/../oserve/', 'badPath'],
    ['GET /a/%2e%2E/oserve/', 'badPath'],
    ['GET /a/%252e%252e/oserve/', 'badPath'],
    ['GET /a/..%2fb/', 'badPath'],
    ['GET /a/%5c../', 'badPath'],
    ['GET /a/%0d%0aX:1/', 'badPath'],
    ['GET /a\u0000b/', 'badPath'],
    ['GET https://shop.example.com/a/../b/', 'badPath'],
    ['GET https://name:word@shop.example.com/', 'badPath'],
    ['GET ftp://shop.example.com/', 'badPath'],
    ['GET javascript:alert(1)', 'badPath'],
    ['@v = ../../oserve\nGET /hserve/{{v}}/', 'badPath'],
    ['@v = //evil.example\nGET {{v}}/a', 'badPath'],
    ['TRACE /a/', 'badMethod'],
    ['CONNECT /a/', 'badMethod'],
    ['GET /a/\nX-Hydrogen-Client-ID: other', 'ownHeader'],
    ['GET /a/\nx-hydrogen-env-id: other', 'ownHeader'],
    ['GET /a/\nAuthorization: Bearer x', 'ownHeader'],
    ['@e = other\nGET /a/\nX-Hydrogen-Env-ID: {{e}}', 'ownHeader'],
    ['@c = other\nPOST /a/\nX-Hydrogen-Client-ID: {{c}}', 'ownHeader'],
    ['@c = client-1\nPOST /a/\nX_Hydrogen_Client_ID: {{c}}', 'ownHeader'],
    ['@e = env-staging\nPOST /oserve/v1/x/\nx-hydrogen-env-id: {{e}}', 'ownHeader'],
    ['GET /a/\nHost: evil.example', 'badHeader'],
    ['GET https://other.example/\nHost: shop.example.com', 'badHeader'],
    ['GET /a/\nContent-Length: 5', 'badHeader'],
    ['GET /a/\nTransfer-Encoding: chunked', 'badHeader'],
    ['GET /a/\nX Y: 1', 'badHeader'],
    ['GET /a/\nX-Y: é商', 'badHeader'],
    ['POST /a/\nContent-Type: multipart/form-data\n\n--x\nA: b\nvalue\n--x--', 'malformedHeader'],
    ['GET /a/\n# A comment.\nX-Hydrogen-Env-ID env-staging', 'malformedHeader'],
    ['GET https://other.example/\n: 1', 'malformedHeader'],
    ['GET /a/?x={{$prompt a}}\nX-A', 'malformedHeader'],
    ['POST /a/?x={{$prompt a}}\n\none\n?? status == 200\ntwo', 'textAfterCheck'],
    ['GET /a/?x={{$secret a}}', 'secretInAddress'],
    ['GET https://other.example/\nX-A: {{$secret a}}', 'secretToOtherOrigin'],
    ['POST https://other.example/\n\n{"a": "{{$secret a}}"}', 'secretToOtherOrigin'],
    ['# @name own\nGET /a/?x={{own.response.body.next}}', 'needsItself'],
    ['# @environment Moon\nGET /a/', 'unknownEnvironment'],
    ['# @environment Staging\n# @as user\n# @environment Production\nGET /a/', 'repeatedDirective'],
    ['# @as root\nGET /a/', 'badDirective'],
    ['# @timeout soon\nGET /a/', 'badDirective'],
    ['# @timeout 0s\nGET /a/', 'badDirective'],
    ['# @as openapi\nGET /hserve/v2.2/server/time/', 'wrongFamily'],
    ['# @as user\nGET /oserve/v2.2/server/time/', 'wrongFamily'],
  ];
  for (const [text, code] of refused) {
    it(`${code} for ${text.replaceAll('\n', ' ⏎ ').replaceAll('\0', '␀')}`, async () => {
      let tokens = 0;
      const count = async () => (tokens++, new Secret('t'));
      assert.equal(await refusal(text, { secret, target: { ...target, userToken: count, accessToken: count } }), code);
      assert.equal(tokens, 0);
    });
  }

  it('a header line that cannot be read, and points at it', async () => {
    const text = 'GET /a/\nX-A: 1\n  X-Hydrogen-Env-ID env-staging';
    const error = await resolve(text).catch((reason: unknown) => reason);
    assert.ok(error instanceof RequestError);
    assert.equal(text.slice(error.range?.start, error.range?.end), 'X-Hydrogen-Env-ID env-staging');
  });

  it('a reference in an included file, and points at the path of the file', async () => {
    const readFile = async () => Buffer.from(`${'\n'.repeat(200)}{{nothing}}`);
    const multipart = 'POST /a/\nContent-Type: multipart/form-data; boundary=b\n\n--b\nA: c\n\n<@ ./a.txt\n--b--';
    for (const text of ['POST /a/\n\n<@ ./a.txt', multipart]) {
      const error = await resolve(text, { readFile }).catch((reason: unknown) => reason);
      assert.ok(error instanceof RequestError);
      const { start, end } = error.range ?? assert.fail();
      assert.deepEqual([error.code, text.slice(start, end)], ['undefinedVariable', './a.txt']);
    }
  });

  it('to ask for a secret that may not be sent, even behind a variable', async () => {
    const secret = () => assert.fail('a secret is asked for');
    for (const call of ['$secret a', '$dotenv A', '$processEnv A']) {
      const text = `@a = {{${call}}}\nPOST https://other.example/\nX-A: {{a}}\n\n{"a": "{{a}}"}`;
      assert.equal(await refusal(text, { secret, machineValue: secret }), 'secretToOtherOrigin');
    }
    assert.equal(await refusal('@a = {{$secret a}}\nGET /a/?x={{a}}', { secret }), 'secretInAddress');
  });

  it('plain http to the application, except on this machine', async () => {
    assert.equal(
      await refusal('GET /a/', { target: { ...target, serverDomain: 'http://shop.example.com' } }),
      'insecure',
    );
    const local = await resolve('GET /a/', { target: { ...target, serverDomain: 'http://127.0.0.1:8000' } });
    assert.equal(local.url.origin, 'http://127.0.0.1:8000');
  });

  it('a header that a value would split into two', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        fc.constantFrom('\r', '\n', '\r\n', '\0', '\x7f'),
        fc.string(),
        async (a, evil, b) => {
          const changes = { environmentVariables: { v: a + evil + b } };
          assert.equal(await refusal('GET /a/\nX-A: {{v}}', changes), 'badHeader');
          const part = 'POST /a/\nContent-Type: multipart/form-data; boundary=x\n\n--x\nX-A: {{v}}\n\na\n--x--';
          assert.equal(await refusal(part, changes), 'badHeader');
        },
      ),
    );
  });

  it('every path that leads out of the host', async () => {
    const pieces = fc.constantFrom(
      '/',
      '//',
      '\\',
      '..',
      '.',
      '%2e',
      '%2f',
      '%5c',
      '@',
      ':',
      '#',
      '?',
      'evil.example',
      'https:',
      'a',
      ' ',
      '\t',
      '{{v}}',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), fc.string(), async (path, v) => {
        const request = await resolve(`GET /${path.join('')}`, { environmentVariables: { v } }).catch(
          (error: unknown) => error,
        );
        if (request instanceof RequestError) return;
        const { url, family } = request as ResolvedRequest;
        assert.notEqual(family, 'other');
        assert.ok(['https://shop.example.com', 'https://auth.example.com'].includes(url.origin), url.href);
        assert.ok(!url.pathname.split('/').includes('..'));
      }),
      { numRuns: 2_000 },
    );
  });
});
