import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { withoutIdleJoiners } from '../../../../src/ui/messages/joiners';
import { codeBlock, defuse, plainHost, plainText } from '../../../../src/ui/messages/plainText';

// VS Code's patterns: src/vs/base/common/linkedText.ts and iconLabels.ts.
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+(?: (["']).+?\1)?\)/i;
const icon = /\$\([a-z0-9-]+(?:~[a-z]+)?\)/i;
// Forbidden characters, listed from the requirement and independently of the code.
const ranges = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x200b, 0x200f],
  [0x2028, 0x2029],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xe0000, 0xe007f],
] as const;
const banned = ranges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
);

const piece = fc.oneof(
  fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '$',
    '](',
    '$(',
    '[label](command:x)',
    '$(key)',
    'command:',
    '?[1]',
    '\r\n',
    '\n',
  ),
  fc.constantFrom(...banned),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
);
const hostile = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));

describe('plain text', () => {
  it('contains no link, no icon and no invisible character, for any input', () => {
    fc.assert(
      fc.property(hostile, text => {
        const plain = defuse(text);
        assert.doesNotMatch(plain, link);
        // A notification joins lines.
        assert.doesNotMatch(plain.replaceAll('\n', ' '), link);
        assert.doesNotMatch(plain, icon);
        assert.equal(
          [...withoutIdleJoiners(plain).replace(/[\u200c\u200d]/g, '')].find(character => banned.includes(character)),
          undefined,
        );
        assert.equal(withoutIdleJoiners(plain), plain);
        assert.equal(defuse(plain), plain);
      }),
      { numRuns: 3000 },
    );
  });

  it('contains no link and no icon after it was joined and sanitized as a whole', () => {
    const [label, rest] = ['[label]', '(command:x)'];
    assert.equal(defuse(label) + defuse(rest), label + rest, 'no piece is a link by itself');
    assert.equal(defuse(label + rest), '[label] (command:x)');
  });

  it('stays readable', () => {
    assert.equal(
      defuse('a[0] (b) $x {{$secret a}} 内容 👋🏽 ☀️ é\nnext'),
      'a[0] (b) $x {{$secret a}} 内容 👋🏽 ☀️ é\nnext',
    );
    assert.equal(defuse('[Restart](command:x?%5B1%5D)'), '[Restart] (command:x?%5B1%5D)');
    assert.equal(defuse('$(trash) all'), '$ (trash) all');
    assert.equal(defuse('one\r\ntwo'), 'one\ntwo');
    assert.equal(defuse('a\u202egnp.exe'), 'a gnp.exe');
  });

  it('contains no link even with invisible characters', () => {
    for (const character of banned)
      assert.doesNotMatch(defuse(`[a]${character}(command:x) $${character}(key)`), /\]\(|\$\(/);
  });

  it('is shortened between characters for a label', () => {
    assert.equal(plainText('👋'.repeat(20), 10), `${'👋'.repeat(9)}…`);
    assert.equal(plainText('short', 10), 'short');
    assert.equal(plainText('👨‍👩‍👧‍👦', 3), '👨…', 'no joiner is left at the end');
  });
});

describe('a long address', () => {
  const long = `https://shop.example.com.${'aaaa.'.repeat(100)}evil.example:8443`;

  it('keeps its end, which names the owner of the host', () => {
    for (const longest of [60, 61, 62, 300]) {
      const shown = plainHost(long, longest);
      assert.equal(shown.length, longest);
      assert.match(shown, /^https:\/\/shop\.example[^…]*…[^…]+\.evil\.example:8443$/);
    }
    assert.equal(plainHost(long, long.length), long);
  });

  it('is made harmless', () => assert.equal(plainHost('[a](command:b)'), '[a] (command:b)'));
});

describe('a block of code', () => {
  it('ends where its text ends, for any text', () => {
    const line = fc.string({ unit: fc.constantFrom('`', '```', ' ', '~', 'a', '[x](command:y)'), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), lines => {
        const [opening = '', ...rest] = codeBlock(lines.join('\n'), 'text').trimEnd().split('\n');
        const fence = /^`+/.exec(opening)?.[0] ?? '';
        // CommonMark 4.5: a block ends at the first line with at least as many backticks, indented by at most three
        // spaces.
        const end = rest.findIndex(one => {
          const closing = /^ {0,3}(`+)\s*$/.exec(one);
          return closing !== null && (closing[1] ?? '').length >= fence.length;
        });
        assert.equal(end, rest.length - 1);
        assert.deepEqual(rest.slice(0, -1), lines);
      }),
      { numRuns: 3000 },
    );
  });
});
