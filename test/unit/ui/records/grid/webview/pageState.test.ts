import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { editorOf } from '../../../../../../src/ui/records/grid/webview/pageState';

describe('the editor of a cell', () => {
  const text = { input: 'text', type: 'string' } as const;
  const number = { input: 'number', type: 'number' } as const;
  const list = { input: 'elsewhere', type: 'array' } as const;
  const pointer = { input: 'elsewhere', type: 'reference' } as const;
  const longText = `S${'a'.repeat(300)}…`;
  const longNumber = `d${'1'.repeat(300)}…`;

  for (const [column, cell, editor, reader] of [
    [text, 'sa', 'cell', undefined],
    [text, '', 'cell', undefined],
    [text, longText, 'outside', 'outside'],
    [number, 'd1', 'cell', undefined],
    [number, longNumber, 'outside', 'outside'],
    [list, 'j[]', 'outside', 'outside'],
    [list, '', 'outside', undefined],
    [pointer, 'p1', 'outside', undefined],
    [pointer, 'j{}', 'outside', undefined],
    [{ input: 'none', type: 'array' }, 'j[]', undefined, undefined],
  ] as const) {
    it(`is ${editor ?? 'none'} for ${column.type} ${cell.slice(0, 9)}, in a read-only document ${reader ?? 'none'}`, () =>
      assert.deepEqual([editorOf(column, cell, false), editorOf(column, cell, true)], [editor, reader]));
  }
});
