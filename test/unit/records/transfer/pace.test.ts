import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Pace } from '../../../../src/records/transfer/pace';

describe('the pace of requests', () => {
  it('uses at most 80 % of the plan within any minute', async () => {
    let now = 0;
    const sent: number[] = [];
    const pace = new Pace(
      50,
      () => now,
      async seconds => void (now += seconds * 1000),
    );
    for (let count = 0; count < 200; count++) {
      await pace.waitForTurn(new AbortController().signal);
      sent.push(now);
      now += 100;
    }
    for (const start of sent) assert.ok(sent.filter(at => at >= start && at < start + 60_000).length <= 40);
    assert.equal(pace.count, 200);
  });
});
