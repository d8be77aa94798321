import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { maskFields } from '../../../../src/api/masking/fields';
import { maskSpans } from '../../../../src/api/masking/spans';
import { redact } from '../../../../src/api/masking/text';
import { Secret } from '../../../../src/api/secret';
import { sharedMasked, textOf } from '../../../../src/requests/sending/bodyText';
import { keptText, longestText } from '../../../../src/requests/sending/keptText';
import { readBody, readSharedBody } from '../../../../src/requests/sending/readBody';

describe('the text of a large response', () => {
  it('is masked in shared memory as it is anywhere else', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', ' ', 'é', '中', '\u{1f600}')).map(letters => letters.join('')),
        fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 9 }))),
        (text, pairs) => {
          const spans = pairs
            .map(([start, length]) => ({ start, end: start + length }))
            .filter(({ end }) => end <= text.length);
          assert.equal(textOf(sharedMasked(text, spans)), Buffer.from(maskSpans(text, spans)).toString());
        },
      ),
    ));

  it('reports whether it is masked, and leaves out the text that the host can decode', () => {
    const parts = { statusText: 'OK', headers: [] };
    for (const [body, isMasked] of [
      ['{"a": "商品"}', false],
      ['{"token": "abcdefgh12345678", "a": "商品"}', true],
    ] as const) {
      const bytes = Buffer.from(body);
      const direct = readBody(bytes, 'application/json', [], parts);
      const shared = readSharedBody(bytes, 'application/json', [], parts);
      assert.deepEqual([direct.isMasked, shared.isMasked, shared.text], [isMasked, isMasked, undefined]);
      assert.equal(textOf(shared.masked ?? assert.fail()), direct.masked);
    }
    assert.equal(readSharedBody(Uint8Array.of(0, 1), 'image/png', [], parts).masked, undefined);
  });
});

describe('the start of a large body in the history', () => {
  const secret = 'stored s3cret+1/with=all';
  const bodies: [what: string, body: string][] = [
    ['many short credentials', '{"token": "abcdefgh12345678"},'.repeat(20_000)],
    ['one credential of most of the body', `"password": "${'long '.repeat(100_000)}" ${'behind it '.repeat(5_000)}`],
    ['an open credential', `a ${'b '.repeat(9_000)} "password": "${'long '.repeat(100_000)}`],
    ['secrets at every place', Array.from({ length: 30_000 }, (_, index) => `${index} ${secret} `).join('')],
    ['encoded secrets', `${encodeURIComponent(secret)}&a=${'%41'.repeat(9)}&`.repeat(9_000)],
    ['long words', `${'x'.repeat(300_000)} ${'y '.repeat(50_000)}`],
    ['little text', 'a'],
  ];
  for (const [what, body] of bodies) {
    it(`is that of the whole redacted body: ${what}`, () => {
      const known = [new Secret(secret)];
      const whole = redact(maskFields(body), known);
      const kept = keptText(body, known);
      assert.deepEqual(kept, { text: whole.slice(0, longestText), isShortened: whole.length > longestText });
    });
  }
});
