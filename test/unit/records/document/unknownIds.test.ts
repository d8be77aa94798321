import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { modelLoopServer } from '../loopServer';
import { openRecords } from '../openText';

describe('an ID that was not read', () => {
  for (const [form, text] of [
    ['page', '[{"id":"c"}]'],
    ['record', '{"id":"c"}'],
  ] as const) {
    it(`is a problem in the text of a ${form}`, () => {
      const editor = openRecords(modelLoopServer().table, [new Map([['id', 'a']])], form);
      editor.replace(text);
      assert.deepEqual(
        editor.document.problems.map(({ code, start, end }) => [code, text.slice(start, end)]),
        [['unknownId', '"c"']],
      );
    });
  }
});
