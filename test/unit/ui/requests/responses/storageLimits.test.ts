import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { selectEvictions } from '../../../../../src/ui/requests/responses/storageLimits';

const limits = { responses: 4, bytes: 100 };
/** Returns the evicted responses. `kept` lists the stored ones, the oldest first. */
const gone = (...files: [id: string, onDisk: number, isOpen?: boolean][]): string =>
  selectEvictions(
    files.map(([id, onDisk, isOpen = false]) => ({ id, onDisk, isOpen })),
    limits,
  )
    .map(({ id }) => id)
    .join('');

describe('stored responses', () => {
  it('all stay within the limits', () => {
    assert.equal(gone(['a', 50], ['b', 0], ['c', 50], ['d', 0]), '');
  });

  it('are deleted from disk, the oldest first, until the rest fits', () => {
    assert.equal(gone(['a', 40], ['b', 40], ['c', 40]), 'a');
    assert.equal(gone(['a', 40], ['b', 40], ['c', 100]), 'ab');
    assert.equal(gone(['a', 0], ['b', 40], ['c', 100]), 'b', 'what is in memory frees no disk');
  });

  it('stay while they are open; the newest response stays as well', () => {
    assert.equal(gone(['a', 40, true], ['b', 40], ['c', 40]), 'b');
    assert.equal(gone(['a', 40], ['b', 1000]), 'a');
    assert.equal(gone(['a', 1000]), '');
  });

  it('are limited in number', () => {
    assert.equal(gone(['a', 0], ['b', 0], ['c', 0], ['d', 0], ['e', 0]), 'a');
    assert.equal(gone(['a', 0, true], ['b', 0], ['c', 0], ['d', 0], ['e', 0]), 'b');
  });
});
