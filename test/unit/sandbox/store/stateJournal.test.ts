import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { StoredEntry } from '../../../../src/sandbox/store/dataFile';
import { emptyState } from '../../../../src/sandbox/store/state';
import { stateJournal } from '../../../../src/sandbox/store/stateJournal';

describe('the journal of a state', () => {
  it('appends a change again that could not be appended', () => {
    const state = emptyState();
    const appended: StoredEntry[] = [];
    let isFull = false;
    const append = stateJournal(state, entry => {
      if (isFull) throw new Error('The disk is full.');
      appended.push(entry);
    });
    const fail = () => {
      isFull = true;
      assert.throws(append, /full/);
      isFull = false;
    };
    state.clockOffset = 5;
    fail();
    append();
    append();
    assert.deepEqual(appended, [{ clockOffset: 5 }]);
  });
});
