import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { maskResponse } from '../../../../src/api/masking/text';
import { Secret } from '../../../../src/api/secret';
import { ArrivingText } from '../../../../src/requests/sending/arrivingText';

const secret = 'user-token-0123456789';
const lines = 'first-line-0123\nsecond-line-456\nthird-line-7890';
const known = [new Secret(secret), new Secret(lines)];
/** Pattern of the credentials in the texts below, and of nothing else there. */
const canary = /c4n4ry|user-token-\d|(?:first|second|third)-line/;
const base64Line = (index: number) => `c4n4ry${index}`.padEnd(64, 'A');
const key = [
  '-----BEGIN RSA PRIVATE KEY-----',
  ...Array.from({ length: 20 }, (_, index) => base64Line(index)),
  '-----END RSA PRIVATE KEY-----',
].join('\n');

/** Constructs over several lines. In the complete text, all of these credentials are masked. */
const constructs: Record<string, string> = {
  'a known secret': `a ${secret} b`,
  'a known secret of several lines': `key: ${lines} end`,
  'a known secret of several lines, encoded in part': `key: first%2Dline%2D0123\nsecond%2Dline%2D456\nthird%2Dline%2D7890 end`,
  'a value of several lines and its repetition':
    '<password>c4n4ry1\nc4n4ry2\nc4n4ry3</password>\nagain c4n4ry1\nc4n4ry2\nc4n4ry3 end',
  'a private key': key,
  'an element': '<user>\n<password>\nc4n4ry-element\n</password>\n</user>',
  CDATA: '<password><![CDATA[c4n4ry-one\nc4n4ry-two\n]]></password>',
  'CDATA sections': '<password>\n<!-- new -->\n<![CDATA[c4n4ry-one]]>\n<![CDATA[c4n4ry-two]]>c4n4ry-six\n</password>',
  'an attribute': '<user password="c4n4ry-one\nc4n4ry-two">',
  'an attribute in single quotes': "<user password =\n'c4n4ry-one\nc4n4ry-two'>",
  'an input': '<input name="password"\n  type="text"\n  value="c4n4ry-input">',
  'an input with its value first': '<input value="c4n4ry-input"\n  type="text"\n  name="password">',
  'an entry': '<entry key="password">\nc4n4ry-one\nc4n4ry-two\n</entry>',
  'an attribute with a bracket': '<user password="c4n4ry-one>\nc4n4ry-two">',
  'a property list': '<key>password</key>\n<string>c4n4ry-list</string>',
  'a member': '{\n"password":\n"c4n4ry-member"\n}',
  'a number': '{\n  "pin":\n  74391\n}',
  'a name before its value': '{"name": "password",\n"value": "c4n4ry-value"}',
  'a name and its value in capitals': '{"VALUE": "c4n4ry-value"\n,\n"NAME"\n:\n"password"}',
  'a name after its value': '{"value": "c4n4ry-value"\n,\n"name"\n:\n"password"}',
  'a name after a value of several lines': '{"value": "c4n4ry-one\nc4n4ry-two",\n"name": "password"}',
  'a name after its value, in a string':
    String.raw`"{\"value\": \"c4n4ry-value\",` + '\n' + String.raw`\"name\": \"password\"}"`,
  'a part of a form': '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\nc4n4ry-part\r\n--x--',
  'a token of a scheme': 'Authorization: Bearer\n c4n4rytoken0123456789',
};

describe('the text of a response while it arrives', () => {
  /** Returns the shown text after each piece. */
  const shownOf = (pieces: readonly (string | Uint8Array)[], type = 'text/plain', secrets = known) => {
    const text = new ArrivingText(type, secrets);
    return pieces.map(piece => {
      text.add(Buffer.from(piece));
      return text.read();
    });
  };
  const textsOf = (...args: Parameters<typeof shownOf>) => shownOf(...args).map(({ text }) => text);
  const words = (text: string) => text.match(/[\w-]{4,}/g) ?? [];

  for (const [name, construct] of Object.entries(constructs)) {
    it(`never shows ${name} that is cut into pieces`, () => {
      const whole = `before it\n${construct}\nbehind it\n`;
      const complete = maskResponse(whole, known);
      assert.doesNotMatch(complete, canary);
      const allowed = new Set(words(complete));
      const cuts = [...whole].map((_, cut) => [whole.slice(0, cut), whole.slice(cut)]);
      const byLine = whole.split(/(?<=\n)/);
      for (const pieces of [...cuts, byLine, [...whole]]) {
        const texts = textsOf(pieces);
        for (const text of texts) {
          const leaked = words(text).filter(word => !allowed.has(word));
          assert.deepEqual(leaked, [], `${JSON.stringify(pieces)} shows ${text}`);
        }
        assert.match(texts.at(-1) ?? '', /^before it\n[^]*\nbehind it\n$/);
      }
    });
  }

  it('never shows a credential of a random text, cut at random places', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    const all = Object.values(constructs);
    const fillers = [
      '',
      'plain words\n',
      `${'x, '.repeat(30)}\n`,
      '{"a": 1}\n',
      '"value": "open",\n',
      'a=b\n"\n',
      "'\n",
    ];
    for (let round = 0; round < 300; round++) {
      // All values differ, because a value that was seen before is masked everywhere.
      const parts = Array.from({ length: 6 }, (_, index) => {
        const construct = all[random(all.length)]?.replaceAll('c4n4ry', `c4n4ry${index}z`);
        return `${fillers[random(fillers.length)]}${construct}\n`;
      });
      const whole = parts.join('');
      const allowed = new Set(words(maskResponse(whole, known)));
      const pieces: string[] = [];
      for (let at = 0; at < whole.length;) {
        const end = at + 1 + random(60);
        pieces.push(whole.slice(at, end));
        at = end;
      }
      for (const text of textsOf(pieces)) {
        const leaked = words(text).filter(word => !allowed.has(word));
        assert.deepEqual(leaked, [], `${JSON.stringify(whole)} shows ${text}`);
      }
    }
  });

  it('masks a long value to its end, even if its name is far away', () => {
    const value = Array.from({ length: 6000 }, (_, index) => `c4n4ry-${index} of a very long value`).join('\n');
    const whole = `{"password":\n"${value}"}\nend\n`;
    const pieces = whole.match(/[^]{1,30000}/g) ?? [];
    const texts = textsOf(pieces);
    assert.doesNotMatch(texts.join(''), canary);
    assert.match(texts.at(-1) ?? '', /end\n$/);
  });

  it('masks a value that an earlier or a later line named as a credential', () => {
    const texts = textsOf(['see abcdefgh12345678\n', 'token=abcdefgh12345678\n', 'again abcdefgh12345678\n']);
    assert.doesNotMatch(texts.slice(1).join(''), /abcdefgh/);
  });

  it('shows a line immediately if later lines cannot change it', () => {
    assert.deepEqual(textsOf(['one 1\n', '{"a": 1}\n', 'two="2"\n']), [
      'one 1\n',
      'one 1\n{"a": 1}\n',
      'one 1\n{"a": 1}\ntwo="2"\n',
    ]);
  });

  it('holds back an event until it is complete, and letters until all their bytes are there', () => {
    const pieces = ['data: {"name": "token",\n', 'data: "value": "abcdefgh1"}\n'];
    assert.deepEqual(textsOf(pieces, 'text/event-stream'), ['', '']);
    for (const end of ['\n', '\r\n', '\r']) {
      const event = `data: 1${end}${end}`;
      assert.deepEqual(textsOf([event, 'data: 2'], 'text/event-stream'), [event, event], JSON.stringify(end));
    }
    const bytes = [...Buffer.from('中\n')].map(byte => Uint8Array.of(byte));
    assert.equal(textsOf(bytes).at(-1), '中\n');
  });

  it('reads a text by its byte order mark, in any pieces', () => {
    const text = `\ufeffa ${secret} b\n`;
    const encodings: [string, Buffer][] = [
      ['utf-8', Buffer.from(text)],
      ['utf-16le', Buffer.from(text, 'utf16le')],
      ['utf-16be', Buffer.from(text, 'utf16le').swap16()],
    ];
    for (const [encoding, bytes] of encodings) {
      for (const pieces of [[bytes], [...bytes].map(byte => Uint8Array.of(byte))]) {
        assert.equal(textsOf(pieces, 'text/plain; charset=utf-8').at(-1), 'a ••• b\n', encoding);
      }
    }
  });

  it('names the missing part', () => {
    const [line, incomplete] = shownOf(['a\n', 'b']);
    assert.deepEqual(line, { text: 'a\n', lacksStart: false, lacksEnd: false, isShowable: true });
    assert.deepEqual(incomplete, { text: 'a\n', lacksStart: false, lacksEnd: true, isShowable: true });
    const long = shownOf(Array.from({ length: 40 }, () => `${'a'.repeat(9_999)}\n`)).at(-1);
    assert.equal(long?.lacksStart, true);
    assert.equal(long?.text.length, 250_000);
    assert.equal(shownOf(['{}'], 'application/json')[0]?.isShowable, false);
  });

  it('gives up a line that is too long for memory', () => {
    const text = new ArrivingText('text/plain', []);
    const piece = Buffer.alloc(100_000, 'a');
    for (let count = 0; count < 50; count++) text.add(piece);
    text.add(Buffer.from('\nshort\n'));
    assert.deepEqual(text.read(), { text: '', lacksStart: false, lacksEnd: true, isShowable: true });
  });

  it('shows nothing more of a text that names too many credentials to be remembered', () => {
    const pieces = Array.from({ length: 30 }, (_, piece) =>
      Array.from({ length: 1000 }, (_, line) => `token=c4n4ry-${piece}-${line}\n`).join(''),
    );
    const shown = shownOf(['start\n', ...pieces, 'end\n']);
    assert.ok(shown.every(({ text }) => !canary.test(text)));
    assert.equal(shown.at(-1)?.lacksEnd, true);
    assert.doesNotMatch(shown.at(-1)?.text ?? '', /end/);
  });
});
