import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { KnownSecrets } from '../../../../src/api/masking/knownSecrets';
import { maskHeader } from '../../../../src/api/masking/headers';
import { maskResponse, redact } from '../../../../src/api/masking/text';
import { Secret } from '../../../../src/api/secret';
import { RunSecrets } from '../../../../src/requests/sending/runSecrets';
import { readBody } from '../../../../src/requests/sending/readBody';

describe('known secrets', () => {
  it('mask nothing when they are very short, because every word contains one letter', () => {
    for (const short of ['s', 'is', 'set', ' s ']) {
      const known = [new Secret(short)];
      const text = '{"status":"this is set","items":["s"]}';
      assert.equal(redact(text, known), text, short);
      assert.equal(maskResponse(text, known), text, short);
      assert.equal(maskHeader('x-status', 'this is set', known), 'this is set', short);
      const run = new RunSecrets();
      run.add('one', new Secret(short));
      assert.equal(run.mask(text), text, short);
      const headers: [string, string][] = [['x-status', 'this is set']];
      const read = readBody(Buffer.from(text), 'application/json', known, { statusText: 'is set', headers });
      assert.deepEqual([read.masked, read.headers, read.statusText], [text, headers, 'is set'], short);
    }
  });

  it('are masked in the field of a credential even if they are short', () => {
    assert.equal(
      maskResponse('{"client_secret":"s","status":"is set"}', []),
      '{"client_secret":"•••","status":"is set"}',
    );
    assert.equal(redact('client_secret=s&status=is', []), 'client_secret=•••&status=is');
  });

  it('are found in the base64 and hex of whole bodies in every encoding', () => {
    const secret = 'a "b" & c/d+é';
    const known = new KnownSecrets([secret]);
    const form = new URLSearchParams({ a: '1', b: secret }).toString();
    for (const body of [secret, JSON.stringify({ b: secret }), `a=1&b=${encodeURIComponent(secret)}`, form]) {
      for (const encoding of ['base64', 'base64url', 'hex'] as const) {
        for (const before of ['', 'x', 'xy']) {
          const shown = known.mask(Buffer.from(before + body).toString(encoding));
          const readable = shown.split('•••').map(part => Buffer.from(part, encoding).toString());
          assert.ok(
            shown.includes('•••') && !readable.some(part => part.includes('c/d') || part.includes('c%2Fd')),
            shown,
          );
        }
      }
    }
  });
});
