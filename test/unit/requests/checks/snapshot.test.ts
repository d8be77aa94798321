import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { changedPaths, snapshotText } from '../../../../src/requests/checks/snapshot';

describe('the text of a snapshot', () => {
  const textOf = (body: unknown) =>
    snapshotText({
      status: 200,
      headers: [],
      body: JSON.stringify(body),
      credentials: ['credential-one', 'credential-two'],
    });
  const bodyOf = (body: unknown) => (JSON.parse(textOf(body)) as { body: unknown }).body;

  it('keeps the status in a `code`, so that another one is a difference', () => {
    assert.deepEqual(bodyOf({ code: '0', inner: { code: 200 } }), { code: '0', inner: { code: 200 } });
    assert.deepEqual(bodyOf({ code: '4815', pin: '162' }), { code: '•••', pin: '•••' });
  });

  it('keeps every value under names that are IDs, times or secrets', () => {
    const named = (digit: string, last: string) => ({
      [`507f1f77bcf86cd79943901${digit}`]: { name: 'a' },
      '‹id› (2)': 0,
      [`507f1f77bcf86cd79943902${digit}`]: { name: 'b' },
      [`${digit}d8e8bc8-3b1f-4d57-8a4e-1f0e6f4ad7b1`]: last,
      [`202${digit}-01-02T03:04`]: 1,
      [`202${digit}-01-03T03:04`]: 2,
      'credential-one': 3,
      'credential-two': 4,
    });
    assert.deepEqual(bodyOf(named('1', 'c')), {
      '‹id›': { name: 'a' },
      '‹id› (2)': 0,
      '‹id› (2) (2)': { name: 'b' },
      '‹id› (3)': 'c',
      '‹time›': 1,
      '‹time› (2)': 2,
      '•••': 3,
      '••• (2)': 4,
    });
    assert.equal(textOf(named('1', 'c')), textOf(named('2', 'c')));
    assert.equal(changedPaths(textOf(named('1', 'c')), textOf(named('2', 'd'))), 'body.‹id› (3) "c" → "d"');
  });
});
