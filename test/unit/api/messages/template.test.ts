import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { joinSentences } from '../../../../src/api/messages/template';

describe('joined sentences', () => {
  it('have a space between them, except in Chinese', () => {
    assert.equal(joinSentences(['One row.', '', 'Two rows.']), 'One row. Two rows.');
    assert.equal(joinSentences(['一行。', '两行。', 'id: 3']), '一行。两行。id: 3');
  });
});
