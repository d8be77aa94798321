import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { mask, Secret } from '../../../../src/api/secret';
import { maskBytes } from '../../../../src/api/masking/bytes';
import { maskHeader } from '../../../../src/api/masking/headers';
import { maskResponse } from '../../../../src/api/masking/text';
import { hexDump } from '../../../../src/ui/requests/responses/responseBody';
import { fileText, maskedFile } from '../../../../src/ui/requests/responses/fileText';
import { cases } from '../../cases';
import { useFolder } from '../../folder';

const token = 'T0k3nT0k3nT0k3nT0k3nT0k3nT0k3n42';
const known = [new Secret('stored-s3cret+1')];

/** Returns JSON that contains a value as JSON inside a string, nested `depth` times. */
function inStrings(value: unknown, depth: number, indent?: number): string {
  let text = JSON.stringify(value, undefined, indent);
  for (let left = depth; left > 0; left--) text = JSON.stringify({ sent: text, number: left });
  return text;
}

describe('a response', () => {
  it('shows no token that is repeated under another name, in JSON in a string, in an address or in base64', () => {
    const repeated: [what: string, value: unknown][] = [
      ['another name', { id: token, token }],
      ['before its name', { list: [`x ${token} y`], access_token: token }],
      ['an address', { next: `https://a.example/?t=${encodeURIComponent('a+b/c==secret')}`, token: 'a+b/c==secret' }],
      ...[0, 1, 2].map((before): [string, unknown] => {
        const basic = Buffer.from(`${'u'.repeat(before)}:${token}`).toString('base64');
        return [`base64 after ${before}`, { basic, token }];
      }),
    ];
    for (const [what, value] of repeated) {
      const shown = maskResponse(JSON.stringify(value), []);
      for (const part of [token.slice(2, -2), 'c==secret', Buffer.from(token).toString('base64').slice(4, -4)])
        assert.equal(shown.includes(part), false, `${what}: ${shown}`);
      if (what.startsWith('base64')) assert.match(shown, /"basic":"[\w+/=]{0,4}•••[\w+/=]{0,4}"/);
    }
  });

  it('is masked in JSON in strings at any depth, and otherwise unchanged', () => {
    const name = fc.constantFrom('token', 'access_token', 'client_secret', 'password', 'session_key');
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), name, fc.nat(4), fc.constantFrom(undefined, 2), (...all) => {
        const [one, other, key, depth, indent] = all;
        const text = inStrings({ one, [key]: token, other: [other, `${token}!`] }, depth, indent);
        const plain = inStrings({ one, other }, depth, indent);
        // Skip JSON in which another generated field has the name of a credential.
        fc.pre(maskResponse(plain, []) === plain);
        assert.equal(maskResponse(text, []), text.replaceAll(token, mask));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is masked when a value contains quotes and backslashes, and when it is incomplete', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\\', 'a', '\n', 'é') }), fc.nat(3), (value, depth) => {
        const text = inStrings({ token: `s3cr3t${value}end`, after: 1 }, depth);
        const shown = maskResponse(text, []);
        assert.equal(shown.includes('s3cr3t') || shown.includes('end'), false, shown);
        assert.ok(shown.includes('after'));
        assert.equal(maskResponse(text.slice(0, text.indexOf('s3cr3t') + 6), []).includes('s3cr3t'), false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is read in one pass with megabytes of quotes and backslashes', () => {
    for (const piece of ['\\', '"', '\\"', '"token":"', '"token"', '\\"token\\":', ' ', '"token" '])
      maskResponse(piece.repeat(2_000_000 / piece.length), known);
  });

  it('has its headers masked when they repeat or name a token', () => {
    const all = [...known, new Secret(token)];
    assert.equal(maskHeader('x-request', `id ${token}`, all), `id ${mask}`);
    assert.equal(maskHeader('location', '/done?code=abc&state=1', all), `/done?code=${mask}&state=1`);
    for (const name of ['%63ode', 'access%5Ftoken', 'user%5Bpin%5D', '%70%61%73%73word', 'p%61%73sword'])
      assert.equal(maskHeader('location', `/done?${name}=abc%20d&state=1`, []), `/done?${name}=${mask}&state=1`);
    assert.equal(maskHeader('location', '/done?%6eame=abc', []), '/done?%6eame=abc');
    assert.equal(maskHeader('x-trace', `at "${encodeURIComponent('stored-s3cret+1')}"`, all), `at "${mask}"`);
    assert.equal(maskHeader('content-type', 'application/json; charset=utf-8', all), 'application/json; charset=utf-8');
  });
});

describe('a binary body', () => {
  const text = `\0\u0001{"name":"é", "token":"${token}"} ${token} stored-s3cret+1 end`;
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  const encoded: [encoding: string, bytes: Buffer][] = [
    ['UTF-8', Buffer.from(text)],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['UTF-16 from an odd byte on', Buffer.concat([Buffer.from([7]), Buffer.from(text, 'utf16le')])],
    ['big-endian UTF-16', swapped(Buffer.from(text, 'utf16le'))],
  ];
  const readable = (bytes: Uint8Array) => Buffer.from(bytes.filter(byte => byte !== 0)).toString('latin1');

  it('has stars instead of its credentials, and is otherwise unchanged', () => {
    for (const [encoding, bytes] of encoded) {
      const masked = maskBytes(bytes, known) ?? assert.fail(encoding);
      assert.equal(masked.length, bytes.length);
      assert.doesNotMatch(readable(masked), /T0k3n|s3cret/, encoding);
      const changed = [...masked].filter((byte, index) => byte !== bytes[index]);
      const width = encoding === 'UTF-8' ? 1 : 2;
      assert.deepEqual(new Set(changed), new Set([0x2a]), encoding);
      assert.ok(changed.length >= 2 * token.length && changed.length <= width * (2 * token.length + 15), encoding);
    }
    assert.equal(maskBytes(Buffer.from('nothing of that kind'), known), undefined);
  });

  it('shows credentials neither in hex nor as text', () => {
    for (const [encoding, bytes] of encoded) {
      const shown = hexDump(bytes, known);
      const columns = shown.split('\n').map(line => [line.slice(10, 57).trim().split(' '), line.slice(59)] as const);
      assert.doesNotMatch(columns.map(([, beside]) => beside.replaceAll('.', '')).join(''), /T0k3n|s3cret/, encoding);
      const pairs = columns.flatMap(([hex]) => hex);
      assert.equal(pairs.length, bytes.length);
      assert.ok(
        pairs.every((pair, at) => pair === '••' || Number.parseInt(pair, 16) === bytes[at]),
        encoding,
      );
      assert.ok(pairs.includes('••'));
      assert.match(hexDump(bytes, undefined), /T/);
    }
  });

  it('is masked across the borders of its chunks', () => {
    const body = `"token":"${token}"`;
    for (const before of [(8 << 20) - 20, (8 << 20) + 5]) {
      const bytes = Buffer.concat([Buffer.alloc(before, 0xff), Buffer.from(body)]);
      assert.equal(
        Buffer.from((maskBytes(bytes, []) ?? bytes).subarray(before)).toString(),
        `"token":"${'*'.repeat(32)}"`,
      );
    }
  });
});

describe('a body in a file', () => {
  const here = useFolder();

  it('is saved without a token that is only named at its end', async () => {
    const file = here('large.txt');
    const items = Array.from({ length: 100_000 }, (_, id) => ({ id, of: `owner of ${id}` }));
    const text = JSON.stringify({ first: token, items, token });
    await writeFile(file, text);
    const expected = text.replaceAll(token, mask);
    assert.equal(Buffer.from((await maskedFile(file, 'utf-8', [])) ?? []).toString(), expected);
    assert.equal(Buffer.from(await fileText(file, 'utf-8', [])).toString(), expected);
    assert.equal(Buffer.from(await fileText(file, 'utf-8', undefined)).toString(), text);
    const binary = Buffer.from((await maskedFile(file, undefined, [])) ?? []).toString();
    assert.equal(binary, text.replaceAll(token, '*'.repeat(token.length)));
    await writeFile(file, JSON.stringify(items));
    assert.equal(await maskedFile(file, 'utf-8', []), undefined);
  });

  it('is masked wherever a credential lies between two pieces of the file', async () => {
    const secret = 'aa,bbS3CRETcc';
    const constructs = [
      `"password":"${secret}"`,
      `{"name":"password",\n"value":"${secret}"}`,
      `{"value":"${secret}","name":"password"}`,
      `{"VALUE":"${secret}","NAME":"password"}`,
      `-----BEGIN PRIVATE KEY-----\n${'S3CRET00\n'.repeat(6)}-----END PRIVATE KEY-----`,
    ];
    const file = here('pieces.json');
    for (const construct of constructs) {
      const step = Math.ceil(construct.length / cases(construct.length / 3));
      for (let at = 0; at <= construct.length; at += step) {
        await writeFile(file, `{"a":"${'x'.repeat((1 << 20) - 6 - at)}",${construct}${'y'.repeat(200_000)}`);
        const shown = Buffer.from(await fileText(file, 'utf-8', [])).toString();
        assert(!shown.includes('S3CRET'), `${construct.slice(0, 30)} at ${at}`);
        assert(shown.endsWith('yyy') && shown.length > 1 << 20);
      }
    }
  });
});
