import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { StoredEntry } from '../../../../src/sandbox/store/dataFile';
import { emptyState } from '../../../../src/sandbox/store/state';
import { StateJournal } from '../../../../src/sandbox/store/stateJournal';

describe('the journal of a state', () => {
  it('takes back changes that could not be appended, and appends all changes at once', () => {
    const state = emptyState();
    const appended: (readonly StoredEntry[])[] = [];
    let isFull = false;
    const journal = new StateJournal(state, entries => {
      if (isFull) throw new Error('The disk is full.');
      appended.push(entries);
    });
    const change = () => {
      state.clockOffset = 5;
      state.refreshTokens.a = { clientId: 'one' };
    };
    isFull = true;
    change();
    assert.throws(() => journal.commit(), /full/);
    assert.deepEqual(state, emptyState());
    isFull = false;
    journal.commit();
    change();
    journal.commit();
    journal.commit();
    delete state.refreshTokens.a;
    journal.commit();
    const entry = { part: 'refreshTokens', key: 'a' } as const;
    assert.deepEqual(appended, [
      [{ clockOffset: 5 }, { ...entry, value: { clientId: 'one' } }],
      [{ ...entry, value: null }],
    ]);
  });
});
