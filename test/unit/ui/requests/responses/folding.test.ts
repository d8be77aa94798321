import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { foldingOf } from '../../../../../src/ui/requests/responses/folding';

function linesOf(text: string) {
  const lines = text.split('\n');
  return { lineCount: lines.length, lineAt: (line: number) => ({ text: lines[line] ?? '' }) };
}

describe('folding of a response', () => {
  it('finds the headers and every bracket that spans lines', async () => {
    const text = 'HTTP 200\n# GET /\n# Shop\na: b\n\n{\n  "a": [\n    1,\n    2\n  ],\n  "b": {}\n}\n';
    assert.deepEqual(await foldingOf(linesOf(text), () => false), [
      [0, 3],
      [6, 8],
      [5, 10],
    ]);
  });

  it('finds the details below a line of the headers', async () => {
    const text = 'HTTP 200\n# GET /\n# 12 ms\n#   DNS: 1 ms\n#   TLS: 2 ms\n# 1 redirect\n#   301 /a → /b\na: b\n\nx\n';
    assert.deepEqual(await foldingOf(linesOf(text), () => false), [
      [2, 4],
      [5, 6],
      [0, 7],
    ]);
  });

  it('lets other work run while it reads many lines, and stops when it is cancelled', async () => {
    const document = linesOf(`HTTP 200\n\n[\n${'  {\n    "a": 1,\n    "b": 2\n  },\n'.repeat(200_000)}]\n`);
    let others = 0;
    const timer = setInterval(() => (others += 1), 1);
    const found = await foldingOf(document, () => false);
    assert.equal(found.length, 200_001);
    assert.ok(others > 0, 'nothing else has run');
    const stopped = await foldingOf(document, () => others > 0);
    clearInterval(timer);
    assert.deepEqual(stopped, []);
  });
});
