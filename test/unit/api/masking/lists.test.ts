import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { maskBytes } from '../../../../src/api/masking/bytes';
import { maskResponse, redact } from '../../../../src/api/masking/text';
import { mask, Secret } from '../../../../src/api/secret';
import { ArrivingText } from '../../../../src/requests/sending/arrivingText';
import { readBody } from '../../../../src/requests/sending/readBody';
import { RunSecrets } from '../../../../src/requests/sending/runSecrets';
import { fileText, maskedFile } from '../../../../src/ui/requests/responses/fileText';
import { processorTime } from '../../processorTime';
import { inFolder } from '../../folder';

/** Returns JSON that is written into strings, nested `depth` times. */
function inStrings(value: unknown, depth: number, indent?: number): string {
  let text = JSON.stringify(value, undefined, indent);
  for (let left = depth; left > 0; left--) text = JSON.stringify({ sent: text, number: left });
  return text;
}

const credentials = [0, 1, 2, 3].map(index => `c4n4ry${index}`.padEnd(32, 'x"y'));
const [first = '', second = '', third = '', fourth = ''] = credentials;
const response = {
  before: 'shown before',
  refresh_tokens: [first],
  token: { access: second, kinds: [{ id: 'public', of: [[third]] }], expires_in: 3600 },
  passwords: ['short', 12345678],
  after: ['shown after', 87654321],
  sessionKeys: { [fourth.replaceAll('"', '_')]: true },
};

describe('a list or an object under the name of a credential', () => {
  it('has all its texts masked in a response, also in JSON in strings', () => {
    for (const depth of [0, 1, 2, 3]) {
      for (const indent of [undefined, 2]) {
        const shown = maskResponse(inStrings(response, depth, indent), []);
        assert.doesNotMatch(shown, /c4n4ry|short|public|12345678/);
        assert.match(shown, /shown before[^]*access[^]*kinds[^]*expires_in[^]*3600[^]*shown after[^]*87654321/);
        if (indent === undefined) assert.match(shown, new RegExp(String.raw`refresh_tokens\\*":\[\\*"${mask}\\*"\]`));
      }
    }
    assert.equal(
      maskResponse('{"tokens":[],"token":{},"code":[null,true,""],"a":["b"]}', []),
      '{"tokens":[],"token":{},"code":[null,true,""],"a":["b"]}',
    );
  });

  it('is masked when the response is cut at any place', () => {
    for (const depth of [0, 1, 2]) {
      const text = inStrings(response, depth, 1);
      for (let end = 0; end < text.length; end++) assert.doesNotMatch(maskResponse(text.slice(0, end), []), /c4n4ry/);
    }
  });

  it('ends with its bracket, and in a string that is cut, with the string', () => {
    assert.equal(maskResponse('{"tokens":[{"a":"]"}],"b":"shown"}', []), `{"tokens":[{"a":"${mask}"}],"b":"shown"}`);
    const cut = `{"sent":"{\\"tokens\\":[\\"abcd","b":"shown"}`;
    assert.equal(maskResponse(cut, []), `{"sent":"{\\"tokens\\":[\\"${mask}","b":"shown"}`);
  });

  it('is not a credential if its name has another meaning for an object, or if it is the reason of an error', () => {
    const harmless = [
      { ticket: { id: '65f1c0ffee', title: 'Printer' }, support_ticket: { text: 'is broken' } },
      {
        qrcode: { url: 'https://a/b.png', width: 430 },
        status_code: { value: 1 },
        postcode: ['A1', 'B2', { a: 'C3' }],
      },
      { sent: JSON.stringify({ qrcode: { width: 430 }, postcode: ['A1', [], ['B2']] }) },
      { code: { message: 'Something went wrong' }, sign: { zodiac: 'Libra' } },
      { policy: { id: '65f1c0ffee', _table: 'insurance' } },
      { password: ['This field may not be blank.'] },
      { token: ['Ensure this field has at least 8 characters.'] },
    ];
    for (const each of harmless) {
      for (const depth of [0, 1, 2]) {
        const text = inStrings(each, depth);
        assert.equal(maskResponse(text, []), text);
      }
      assert.equal(redact(JSON.stringify(each)), JSON.stringify(each));
    }
    const secret = [
      { ticket: { token: first, access: { password: second } }, policy: { tokens: [third] }, code: fourth },
      { ticket: first, policy: [second], code: [{ of: third }], sign: fourth },
      { password: { reason: first }, otp: { reason: second }, cookie: { a: third }, authorization: { a: fourth } },
      { passwords: ['C4n4ry is a word.'], password: ['C4n4ry horse battery'], secret: { a: 'C4n4ry is a word.' } },
      { password: 'C4n4ry is a word.', ticket: '{"a":"c4n4ry"}', code: '["C4n4ry is a word."]' },
    ];
    for (const each of secret) {
      for (const depth of [0, 1, 2]) assert.doesNotMatch(maskResponse(inStrings(each, depth), []), /c4n4ry/i);
      assert.doesNotMatch(redact(JSON.stringify(each)), /c4n4ry/i);
    }
  });

  it('gives its credentials to the secrets of the run', () => {
    const token = '0123456789abcdef0123456789abcdef';
    const body = Buffer.from(JSON.stringify({ refresh_tokens: [token] }));
    const read = readBody(body, 'application/json', [], { statusText: 'OK', headers: [['x-trace', `at ${token}`]] });
    assert.deepEqual(read.credentials, [token]);
    assert.deepEqual(read.headers, [['x-trace', `at ${mask}`]]);
    const secrets = new RunSecrets();
    secrets.addReceived(
      'a',
      read.credentials.map(value => new Secret(value)),
    );
    assert.equal(secrets.mask(`see ${token}`), `see ${mask}`);
  });

  it('is masked while the response arrives, cut into any pieces', () => {
    const text = `${JSON.stringify(response, undefined, 1)}\n`;
    const complete = maskResponse(text, []);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 30 }), sizes => {
        const arriving = new ArrivingText('text/plain', []);
        let at = 0;
        for (const size of [...sizes, text.length]) {
          arriving.add(Buffer.from(text.slice(at, (at += size))));
          assert.doesNotMatch(arriving.read().text, /c4n4ry|short|12345678/);
        }
        assert.equal(arriving.read().text, complete);
      }),
      { numRuns: 100 },
    );
  });

  const many = Array.from({ length: 600 }, (_, index) => [
    `c4n4ry-${index}-of-a-user`,
    { [`key of ${index}`]: `c4n4ry-${index}-of-a-group`, numbers: Array.from({ length: 100 }, () => 1) },
  ]);
  const longText = (count: number) =>
    JSON.stringify({ a: 'b', secrets: many.slice(0, count), after: 'shown after' }, undefined, 1);

  it('is masked far away from its name while the response arrives', () => {
    const arriving = new ArrivingText('text/plain', []);
    for (const piece of longText(400).match(/[^]{1,50000}/g) ?? []) {
      arriving.add(Buffer.from(piece));
      assert.doesNotMatch(arriving.read().text, /c4n4ry/);
    }
    assert.match(arriving.read().text, /key of 399[^]*shown after/);
  });

  it('is masked far away from its name in a file, in text of any encoding and in binary bodies', async () => {
    await inFolder(async folder => {
      const file = path.join(folder, 'large.json');
      const long = longText(many.length);
      const expected = maskResponse(long, []);
      assert.doesNotMatch(expected, /c4n4ry/);
      assert.match(expected, /"key of 599"[^]*shown after/);
      await writeFile(file, long);
      assert.equal(Buffer.from(await fileText(file, 'utf-8', [])).toString(), expected);
      assert.equal(Buffer.from((await maskedFile(file, 'utf-8', [])) ?? []).toString(), expected);
    });
    // The name and the end of the list are in different windows of 8 MiB.
    const text = (width: number) =>
      `{"tokens":[${' '.repeat((8 << 20) / width - 500)}${JSON.stringify(many.slice(0, 100))}]}`;
    const wide = Buffer.from(text(2), 'utf16le');
    for (const bytes of [Buffer.from(text(1)), wide, Buffer.from(wide).swap16()]) {
      const shown = Buffer.from((maskBytes(bytes, []) ?? bytes).filter(byte => byte !== 0)).toString('latin1');
      assert.doesNotMatch(shown, /c4n4ry/);
      assert.match(shown, /key of 99/);
    }
  });

  it('is read in one pass with megabytes of brackets, quotes and backslashes', () => {
    for (const piece of [
      '[',
      '{',
      '{"token":[',
      '{\\"token\\":[',
      '\\',
      '"',
      '\\"',
      'x',
      '1',
      '12345 ',
      ',"a":',
      '[1],',
    ])
      for (const start of ['', '"token":[', '{"a":"{\\"token\\":[']) {
        const text = start + piece.repeat(400_000 / piece.length);
        const took = processorTime(() => void maskResponse(text, []), 1_500);
        assert.ok(took < 1_500, `${start}${piece} took ${took} ms`);
      }
  });
});
