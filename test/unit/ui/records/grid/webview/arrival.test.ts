import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Arrival } from '../../../../../../src/ui/records/grid/webview/arrival';

describe('a page that waits for its rows', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('asks again at growing intervals until they arrive', () => {
    let asked = 0;
    const arrival = new Arrival(() => (asked += 1));
    arrival.begin();
    assert.equal(asked, 1);
    mock.timers.tick(100);
    assert.equal(asked, 2);
    mock.timers.tick(100);
    assert.equal(asked, 2);
    mock.timers.tick(100);
    assert.equal(asked, 3);
    arrival.done();
    mock.timers.tick(60_000);
    assert.equal(asked, 3);
  });

  it('has one timer, even if it starts often', () => {
    let asked = 0;
    const arrival = new Arrival(() => (asked += 1));
    arrival.begin();
    arrival.begin();
    mock.timers.tick(100);
    assert.equal(asked, 3);
    arrival.done();
  });
});
