import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Debounce } from '../../../../src/ui/platform/debounce';

describe('work that waits for a pause in typing', () => {
  let ran: string[] = [];
  let debounce = new Debounce(100);

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    ran = [];
    debounce = new Debounce(100);
  });
  afterEach(() => mock.timers.reset());

  const run = (key: string, name: string, took?: number) => debounce.run(key, () => ran.push(name), took);

  it('runs once, with the last arguments, for each document', () => {
    run('a', 'a1');
    mock.timers.tick(60);
    run('a', 'a2');
    run('b', 'b1');
    mock.timers.tick(60);
    assert.deepEqual(ran, []);
    mock.timers.tick(40);
    assert.deepEqual(ran, ['a2', 'b1']);
  });

  it('runs less often if the last run was slow', () => {
    run('a', 'slow', 200);
    mock.timers.tick(599);
    assert.deepEqual(ran, []);
    mock.timers.tick(1);
    assert.deepEqual(ran, ['slow']);
  });

  it('does not run after it is cancelled or disposed', () => {
    run('a', 'a');
    run('b', 'b');
    run('c', 'c');
    debounce.cancel('a');
    mock.timers.tick(50);
    run('b', 'b');
    debounce.cancel('c');
    debounce.dispose();
    mock.timers.tick(1000);
    assert.deepEqual(ran, []);
  });
});
