import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ImportRate } from '../../../../src/records/transfer/importRate';
import type { BatchResult } from '../../../../src/records/transfer/journal';

describe('the rate of an import', () => {
  it('counts no rows of earlier runs', () => {
    let now = 5000;
    const earlier: BatchResult = { stored: 300, present: [1, 2], rejected: [], altered: [] };
    const rate = new ImportRate({ results: () => [earlier] }, () => now);
    now += 2000;
    assert.equal(rate.of(302), 0);
    assert.equal(rate.of(502), 100);
  });
});
