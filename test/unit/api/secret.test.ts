import assert from 'node:assert/strict';
import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { format, inspect } from 'node:util';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { Secret } from '../../../src/api/secret';
import { redact } from '../../../src/api/masking/text';

const value = 'hush-hush';

describe('a secret', () => {
  const secret = new Secret(value);
  const logged = (): string => {
    const stream = new PassThrough();
    const out = new Console(stream);
    out.log(secret, { secret }, [secret]);
    out.log('%s %o %O %j', secret, secret, secret, secret);
    out.dir(secret, { showHidden: true, depth: null });
    out.table([{ secret }]);
    return String(stream.read());
  };

  // oxlint-disable-next-line typescript/restrict-template-expressions
  const template = (): string => `${secret}`;
  const ways: [label: string, print: () => string][] = [
    ['a template', template],
    ['joining', () => 'a ' + String(secret) + [secret, secret].join()],
    ['JSON', () => JSON.stringify({ secret, list: [secret] })],
    ['inspection', () => inspect(secret) + inspect({ a: { b: { c: { secret } } } }, { depth: null, showHidden: true })],
    ['inspection that asks no custom function', () => inspect(secret, { customInspect: false, showHidden: true })],
    ['formatting', () => format('%s %o %O %j %d', secret, secret, secret, secret, secret)],
    ['the console', logged],
    ['a copy', () => inspect(structuredClone(secret), { showHidden: true })],
    ['a copy with more around it', () => JSON.stringify(structuredClone({ secret }))],
    ['the form sent to other processes', () => serialize({ secret }).toString('latin1')],
    ['its fields', () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret), { ...secret }])],
    ['an error', () => inspect(new Error(String(secret), { cause: secret })) + JSON.stringify({ error: secret })],
    ['an error about it', () => inspect(Object.assign(new Error('x'), { secret }), { depth: null, showHidden: true })],
    ['a map', () => inspect(new Map([[secret, secret]]), { depth: null })],
    ['an address', () => new URL(`https://service.example/?a=${String(secret)}`).href],
    ['a form', () => new URLSearchParams({ secret: String(secret) }).toString()],
  ];
  for (const [label, print] of ways) {
    it(`does not appear in ${label}`, () => {
      assert.equal(print().includes(value), false);
    });
  }

  it('is revealed on request', () => {
    assert.equal(secret.reveal(), value);
  });

  it('can be compared', () => {
    assert.deepEqual([secret.equals(new Secret(value)), secret.equals(new Secret('other'))], [true, false]);
  });
});

describe('foreign text', () => {
  const masked: [text: string, shown: string][] = [
    ['{"access_token":"abc","expires_in":600}', '{"access_token":"•••","expires_in":600}'],
    ['{"access_token": "a b c"}', '{"access_token": "•••"}'],
    ['{"client_secret":"a\\"b"}', '{"client_secret":"•••"}'],
    ['{"refresh_token":"ab', '{"refresh_token":"•••'],
    ['{"sent":"{\\"client_secret\\":\\"a b\\"}"}', '{"sent":"{\\"client_secret\\":\\"•••"}"}'],
    ["{'password': 'a b'}", "{'password': '•••'}"],
    ['code=abc&state=5', 'code=•••&state=5'],
    ['<p>token: abc</p>', '<p>token: •••</p>'],
    ['Authorization: Bearer abc', 'Authorization: •••'],
    ['"authorization":"Hydrogen-r1 abc"', '"authorization":"•••"'],
    ['authorization = Basic abc, more', 'authorization = •••, more'],
    ['Cookie: sid=abc; next=d', 'Cookie: •••'],
    ['PASSWORD=abc', 'PASSWORD=•••'],
    ['{"session_key":"abc"}', '{"session_key":"•••"}'],
    [`it was ${'a1'.repeat(16)}.`, 'it was •••.'],
    [`it was ${'F0'.repeat(20)}!`, 'it was •••!'],
  ];
  const long = 9 * 1024 * 1024;
  const longValues: [what: string, value: string, around: string][] = [
    ['letters', 'a'.repeat(long), '"'],
    ['escapes', '\\n'.repeat(long / 2), '"'],
    ['words in single quotes', 'a '.repeat(long / 2), "'"],
  ];
  for (const [what, value, around] of longValues) {
    it(`is masked when a credential has nine million ${what}`, () => {
      assert.equal(redact(`{"token":${around}${value}${around},"a":1}`), `{"token":${around}•••${around},"a":1}`);
    });
  }

  for (const [text, shown] of masked) {
    it(`is redacted: ${text} becomes ${shown}`, () => {
      assert.equal(redact(text), shown);
    });
  }

  const plain = [
    'Invalid username/email or password.',
    'The refresh token is spent.',
    '{"error_msg":"Please log in first."}',
    'the group 1234567890123456 does not exist',
    'record 5d1b2c3d4e5f60718293a4b5',
    'client 0123456789abcdef0123 is unknown',
    '没有权限',
    '',
  ];
  for (const text of plain) {
    it(`keeps "${text}"`, () => {
      assert.equal(redact(text), text);
    });
  }

  it('shows no part of a secret that begins with or contains another', () => {
    const known = ['short', 'short-and-long', 'a-short-one'].map(text => new Secret(text));
    assert.equal(redact('short, short-and-long, a-short-one', known), '•••, •••, •••');
  });

  it('is not changed by an empty secret', () => {
    assert.equal(redact('plain text', [new Secret('')]), 'plain text');
  });

  const around = fc.string({ unit: 'binary', maxLength: 40 });
  // The mask itself is not a secret.
  const hidden = fc
    .string({ unit: 'binary', minLength: 4, maxLength: 40 })
    .filter(text => !text.includes('•') && text.trim().length >= 4);

  it('contains no known secrets after redaction', () => {
    fc.assert(
      fc.property(fc.array(hidden, { minLength: 1, maxLength: 3 }), fc.array(around), (secrets, texts) => {
        const text = texts.flatMap((part, index) => [part, secrets[index % secrets.length] ?? '']).join('');
        const shown = redact(
          text,
          secrets.map(secret => new Secret(secret)),
        );
        for (const secret of secrets) assert.equal(shown.includes(secret), false);
      }),
      { numRuns: 500 },
    );
  });

  it('contains no known secrets in JSON or in an address after redaction', () => {
    fc.assert(
      fc.property(hidden, around, around, (secret, before, after) => {
        const json = JSON.stringify({ before, sent: secret, after });
        const url = `https://service.example/${encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd'))}/`;
        for (const text of [json, JSON.stringify({ json }), url]) {
          const shown = redact(text, [new Secret(secret)]);
          if (secret.length > 8) assert.equal(shown.includes(secret), false);
          const spelled = JSON.stringify(secret).slice(1, -1);
          if (secret.length > 8 && text === json) assert.equal(shown.includes(spelled), false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never makes redaction fail, and redaction is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (text, secrets) => {
        const known = secrets.map(secret => new Secret(secret));
        assert.equal(typeof redact(redact(text, known), known), 'string');
      }),
    );
  });

  it('is masked in one pass for any megabyte of text', () => {
    const units = ['a', ' ', '"', '\\', 'code', 'code:', 'code="', 'token \\', 'Bearer ', '\\"'];
    for (const unit of units) {
      const shown = redact(unit.repeat(1_000_000 / unit.length), [new Secret('hush')]);
      assert.equal(shown.includes('hush'), false);
    }
  });
});
