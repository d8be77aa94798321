import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { withSandbox } from '../../sandbox/fixture';
import { withService } from '../fixture';
import { callerOf, inFolder, newTable, openTable, runImport, storedRecords, withFetch, writeRows } from './scene';

describe('an import that was suspended', () => {
  it('is left to the process that took it over', () =>
    inFolder(folder =>
      withSandbox(async (_, shop) => {
        const call = await callerOf(shop);
        await withService(shop, async service => {
          const id = await newTable(call, false);
          const opened = await openTable(service, id);
          const file = await writeRows(folder, 'rows.csv', 20, true);
          let isHeld = true;
          const suspended = withFetch(service, fetch => async (url, init) => {
            const response = await fetch(url, init);
            if (init.method === 'POST') isHeld = false;
            return response;
          });
          const held = () => Promise.resolve(isHeld);
          await assert.rejects(runImport({ service: suspended, ...opened, file, held }), { code: 'otherProcess' });
          assert.equal((await storedRecords(call, id)).length, 5);
          const again = await runImport({ service, ...opened, file });
          assert.deepEqual([again.stopped, again.stored], [undefined, 20]);
        });
      }),
    ));
});
