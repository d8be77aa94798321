import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { asInInput, withLineBreaksOf } from '../../../../../../src/ui/records/grid/webview/lineBreaks';

/** Returns what is written after an input showed `original` and the user changed its text with `edit`. */
const afterEdit = (original: string, edit: (text: string) => string) =>
  withLineBreaksOf(original, edit(asInInput(original)));

describe('the line breaks of a text that is edited in the grid', () => {
  it('stay as they were', () => {
    for (const lineBreak of ['\r\n', '\n', '\r']) {
      const text = ['one', 'two', ''].join(lineBreak);
      assert.equal(
        afterEdit(text, shown => shown.replace('two', 'three\n')),
        ['one', 'three', '', ''].join(lineBreak),
      );
    }
  });

  it('stay as they were if nothing was typed, even if they are mixed', () => {
    const text = 'one\r\ntwo\nthree\rfour';
    assert.equal(
      afterEdit(text, shown => shown),
      text,
    );
    assert.equal(
      afterEdit(text, shown => `${shown}!`),
      'one\ntwo\nthree\nfour!',
    );
  });

  it('are LF in a text that had none', () => {
    assert.equal(
      afterEdit('one', shown => `${shown}\ntwo`),
      'one\ntwo',
    );
  });
});
