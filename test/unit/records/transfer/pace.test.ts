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

  it('waits a minute at most when the clock is set back', async () => {
    const clock = Date.now;
    let ahead = 0;
    Date.now = () => clock() + ahead;
    const stopping = new AbortController();
    const waits: number[] = [];
    try {
      const pace = new Pace(1, undefined, async seconds => {
        waits.push(seconds);
        stopping.abort();
      });
      await pace.waitForTurn(stopping.signal);
      ahead = -3 * 3600_000;
      await pace.waitForTurn(stopping.signal);
    } finally {
      Date.now = clock;
    }
    assert.ok(waits.length === 1 && waits.every(seconds => seconds > 50 && seconds <= 60), String(waits));
  });
});
