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
});
