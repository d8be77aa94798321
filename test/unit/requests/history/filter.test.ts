import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { fitsFilter } from '../../../../src/requests/history/filter';
import type { HistoryEntry } from '../../../../src/requests/history/history';

const entry: HistoryEntry = {
  ...{ id: '1', at: 0, label: 'log in', shortened: false, status: 404 },
  request: 'POST /hserve/v2.1/login/email/?a=1\nX-A: hidden\n\n{"email":"hidden"}',
  application: { name: 'Shop', clientId: 'c', serverDomain: 'https://a', authUrl: 'https://b' },
  environment: { name: 'Staging', envId: 'e' },
};
const { status: _, ...unanswered } = entry;
const words = { day: 'Monday, 23 November 2026 2026-11-23', environment: 'Staging', failure: 'Timed out' };

describe('the filter of the history', () => {
  const cases: [filter: string, fits: boolean][] = [
    ['', true],
    ['login', true],
    ['/hserve/v2.1/', true],
    ['POST', true],
    ['get', false],
    ['404', true],
    ['4xx', true],
    ['2xx', false],
    ['200', false],
    ['shop staging', true],
    ['shop production', false],
    ['2026-11-23', true],
    ['monday 4xx login', true],
    ['tuesday', false],
    // The filter does not search the content of a request.
    ['hidden', false],
    ['timed', false],
  ];
  for (const [filter, fits] of cases) {
    it(`${fits ? 'matches' : 'does not match'} “${filter}”`, () =>
      assert.equal(fitsFilter(entry, filter, words), fits));
  }

  it('matches requests without a response by the reason', () => {
    assert.ok(fitsFilter(unanswered, 'timed out', words));
    assert.ok(!fitsFilter(unanswered, '4xx', words));
  });
});
