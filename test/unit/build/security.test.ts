import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'mocha';

/** The table of the threat model: each line ends with a test. */
function lines(): { file: string; title: string }[] {
  const text = readFileSync('docs/security.md', 'utf8');
  return [...text.matchAll(/^\|.*\| `(test\/\S+)`: (.*?) +\|$/gm)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));
}

describe('the threat model', () => {
  it('names a test on every line, and each is there', () => {
    const rows = readFileSync('docs/security.md', 'utf8').match(/^\| (?!protected|---).*$/gm) ?? [];
    assert.ok(rows.length > 20);
    assert.equal(lines().length, rows.length);
    for (const { file, title } of lines()) {
      assert.ok(readFileSync(file, 'utf8').includes(`it('${title}'`), `${file} has no test “${title}”`);
    }
  });

  it('has a line for everybody it names', () => {
    const text = readFileSync('docs/security.md', 'utf8');
    const named = /## From whom\n\n([^]*?)\.\n/.exec(text)?.[1]?.replaceAll('\n', ' ').split(', ') ?? [];
    assert.equal(named.length, 8);
    const sources = [...text.matchAll(/^\|[^|]*\|([^|]*)\|/gm)].map(([, source = '']) => source);
    for (const attacker of named) {
      // “another user of the same machine” is “another user” in the table, “a hostile network” is “network”.
      const words = attacker
        .replace(/^an? /i, '')
        .replace(/^hostile (or broken )?/, '')
        .replace('request ', '');
      const short = words.replace(/ (of|in) the same .*$/, '');
      assert.ok(
        sources.some(source => source.includes(short)),
        attacker,
      );
    }
  });
});
