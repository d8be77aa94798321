import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { hasChecks, testsIn } from '../../../../src/requests/checks/tests';
import { parseDocument } from '../../../../src/requests/document/parse';

describe('the tests of a document', () => {
  const tests = (text: string) => [...testsIn(parseDocument(text))];

  it('are its requests, with their labels and lines', () => {
    const text = [
      ...['@a = 1', '### Make', '# @setup', '# @name make', 'POST /make/', '', '{}', '', '?? status == 201'],
      ...['### Read', 'GET /read/?limit=1', '###', '/bare/', '### Clean', '# @teardown', 'DELETE /make/'],
    ].join('\r\n');
    assert.deepEqual(tests(text), [
      { id: '1 make', label: 'make', role: 'setup', index: 0, lines: { first: 4, last: 8 } },
      { id: '1 Read', label: 'Read', role: 'request', index: 1, lines: { first: 10, last: 10 } },
      { id: '1 GET /bare/', label: 'GET /bare/', role: 'request', index: 2, lines: { first: 12, last: 12 } },
      { id: '1 Clean', label: 'Clean', role: 'teardown', index: 3, lines: { first: 15, last: 15 } },
    ]);
  });

  it('are numbered when labels repeat, and keep their position in the tree', () => {
    const ids = (...titles: string[]) =>
      tests(titles.map(title => `### ${title}\nGET /a/`).join('\n')).map(({ id }) => id);
    assert.deepEqual(ids('a', 'b', 'a'), ['1 a', '1 b', '2 a']);
    // A new request at the start changes only its own ID.
    assert.deepEqual(ids('new', 'a', 'b', 'a'), ['1 new', '1 a', '1 b', '2 a']);
    const all = ids('a', '2 a', 'a', '1 a', '2 a');
    assert.equal(new Set(all).size, all.length, all.join());
  });

  it('are found in ten thousand requests with one label as quickly as the document is read', () => {
    const all = tests('### same\nGET /a/\n\n?? status == 200\n'.repeat(10_000));
    assert.equal(new Set(all.map(({ id }) => id)).size, 10_000);
    assert.deepEqual(all.at(-1)?.lines, { first: 39_997, last: 39_999 });
  });

  it('exist only in files with checks', () => {
    assert.ok(hasChecks('GET /a/\r\n\r\n  ?? status == 200'));
    assert.ok(!hasChecks('GET /a/?b=??\n# ?? status == 200'));
  });
});
