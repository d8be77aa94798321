import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { DataService } from '../../../../src/api/openApi/dataService';
import { Journal } from '../../../../src/records/transfer/journal';
import { useNetwork } from '../../api/network';
import { type Caller } from '../../sandbox/fixture';
import {
  beginUnrecognized,
  losingResponse,
  newTable,
  openTable,
  runImport,
  storedRecords,
  withFetch,
  withTables,
} from './scene';

describe('an import whose rows cannot be recognized', () => {
  const network = useNetwork();
  it('stops at a batch without a response, and the user decides', () =>
    withTables(async ({ folder, sandbox, call, service }) => {
      const id = await newTable(call, false);
      const { table, indexes } = await openTable(service, id);
      const file = path.join(folder, 'rows.jsonl');
      await beginUnrecognized(service, table, file, [{ name: 'a' }, { name: 'b' }]);
      sandbox.fail({ kind: 'lostResponse', method: 'POST' });
      const first = await runImport({ service, table, indexes, file });
      assert.deepEqual([first.stopped?.reason, first.stopped?.similarRecords.length], ['unknownBatch', 2]);
      const again = await runImport({ service, table, indexes, file });
      assert.equal(again.stopped?.reason, 'unknownBatch');
      const decided = await runImport({ service, table, indexes, file, unknown: 'stored' });
      assert.deepEqual([decided.stopped, decided.present], [undefined, 2]);
      assert.equal((await storedRecords(call, id)).length, 2);
    }));

  for (const [name, cause] of [
    ['with an unusable response', 'response'],
    ['whose secure connection breaks', 'EPROTO'],
  ] as const)
    it(`does not use an answer for a batch ${name}`, () =>
      withTable(async ({ service, call, id, file }) => {
        const opened = await openTable(service, id);
        await beginUnrecognized(service, opened.table, file, [{ name: 'a' }, { name: 'b' }]);
        const broken =
          cause === 'EPROTO'
            ? losingResponse(service, rows => rows, { code: cause })
            : withFetch(service, fetch => async (url, init) => {
                const response = await fetch(url, init);
                return init.method === 'POST' ? new Response('{}', { status: 201 }) : response;
              });
        const first = await runImport({ service: broken, ...opened, file, unknown: 'missing' });
        assert.equal(first.stopped?.reason, 'unknownBatch');
        assert.notEqual(first.stopped?.cause, undefined);
        assert.equal((await storedRecords(call, id)).length, 2);
      }));
  it('sends a batch again immediately if its TLS handshake failed', () =>
    withTable(async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      await beginUnrecognized(service, opened.table, file, [{ name: 'a' }, { name: 'b' }]);
      const { port } = await network.server([], true);
      let count = 0;
      const distrusting = withFetch(service, fetch => async (url, init) => {
        return fetch(init.method === 'POST' && ++count === 1 ? `https://127.0.0.1:${port}/` : url, init);
      });
      const report = await runImport({ service: distrusting, ...opened, file });
      assert.deepEqual([report.stopped, report.stored, count], [undefined, 2, 2]);
      assert.equal((await storedRecords(call, id)).length, 2);
    }));
  it('does not send a batch again whose connection lost the way to the host', () =>
    withTable(async ({ service, call, id, file }) => {
      const opened = await openTable(service, id);
      await beginUnrecognized(service, opened.table, file, [{ name: 'a' }, { name: 'b' }]);
      const broken = losingResponse(service, rows => rows, { code: 'EHOSTUNREACH' });
      assert.equal((await runImport({ service: broken, ...opened, file })).stopped?.reason, 'unknownBatch');
      assert.equal((await storedRecords(call, id)).length, 2);
    }));
  for (const answer of [{}, { unknown: 'stored' }] as const)
    it(`sends a batch that was noted before any request, ${'unknown' in answer ? 'with any answer' : 'without an answer'}`, () =>
      withTable(async ({ service, call, id, file }) => {
        const opened = await openTable(service, id);
        await beginUnrecognized(service, opened.table, file, [{ name: 'a' }, { name: 'b' }]);
        // This is the state after a crash before the request was noted.
        const journal = (await Journal.resume(`${file}.import`)) ?? assert.fail();
        await journal.noteSent(0);
        await journal.close();
        const report = await runImport({ service, ...opened, file, ...answer });
        assert.deepEqual([report.stopped, report.stored, report.present], [undefined, 2, 0]);
        assert.equal((await storedRecords(call, id)).length, 2);
      }));
  for (const unknown of ['stored', 'missing'] as const)
    it(`asks only about the rows of the lost request, answered with ${unknown}`, () =>
      withTable(async ({ service, call, id, file }) => {
        const opened = await openTable(service, id);
        const rows = ['a', 'b', 'c', 'd', 'e'].map(name => ({ name }));
        await beginUnrecognized(service, opened.table, file, rows, 5);
        // The service accepts at most two rows per request. The response of the second accepted request is lost, and
        // the service has stored its rows only if the answer will be `stored`.
        let taken = 0;
        const small = withFetch(service, fetch => async (url, init) => {
          if (init.method !== 'POST') return fetch(url, init);
          if ((JSON.parse(String(init.body)) as unknown[]).length > 2) return new Response('{}', { status: 413 });
          if (++taken !== 2) return fetch(url, init);
          if (unknown === 'stored') await fetch(url, init);
          throw new TypeError('fetch failed');
        });
        const first = await runImport({ service: small, ...opened, file });
        assert.equal(first.stopped?.reason, 'unknownBatch');
        const decided = await runImport({ service: small, ...opened, file, unknown });
        assert.deepEqual([decided.stopped, decided.stored + decided.present], [undefined, 5]);
        const names = (await storedRecords(call, id)).map(({ name }) => name);
        assert.deepEqual(names.sort(), ['a', 'b', 'c', 'd', 'e']);
      }));
});

function withTable(
  body: (scene: { service: DataService; call: Caller; id: string; file: string }) => Promise<void>,
): Promise<void> {
  return withTables(async ({ folder, call, service }) =>
    body({ service, call, id: await newTable(call, false), file: path.join(folder, 'rows.jsonl') }),
  );
}
