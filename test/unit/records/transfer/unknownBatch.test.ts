import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { importHeader } from '../../../../src/records/transfer/importFile';
import { inspectFile } from '../../../../src/records/transfer/inputFile';
import { Journal } from '../../../../src/records/transfer/journal';
import { withSandbox } from '../../sandbox/fixture';
import { withService } from '../fixture';
import { callerOf, inFolder, newTable, openTable, runImport, storedRecords } from './scene';

describe('an import whose rows cannot be recognized', () => {
  it('stops at a batch without a response, and the user decides', () =>
    inFolder(folder =>
      withSandbox(async (sandbox, shop) => {
        const call = await callerOf(shop);
        await withService(shop, async service => {
          const id = await newTable(call, false);
          const { table, indexes } = await openTable(service, id);
          const file = path.join(folder, 'rows.jsonl');
          await writeFile(file, '{"name":"a"}\n{"name":"b"}\n');
          const input = await inspectFile(file);
          const target = { clientId: 'client', authUrl: service.target.authUrl };
          const header = importHeader({ file: input, format: 'jsonl' }, table, target, new Map([['name', 'name']]), {
            kind: 'none',
          });
          await (await Journal.create(`${file}.import`, header)).close();
          sandbox.fail({ kind: 'lostResponse', method: 'POST' });
          const first = await runImport({ service, table, indexes, file });
          assert.deepEqual([first.stopped?.reason, first.stopped?.alike.length], ['unknownBatch', 2]);
          const again = await runImport({ service, table, indexes, file });
          assert.equal(again.stopped?.reason, 'unknownBatch');
          const decided = await runImport({ service, table, indexes, file, unknown: 'stored' });
          assert.deepEqual([decided.stopped, decided.present], [undefined, 2]);
          assert.equal((await storedRecords(call, id)).length, 2);
        });
      }),
    ));
});
