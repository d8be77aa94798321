import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { newTable, openTable, runImport, storedRecords, withFetch, withTables, writeRows } from './scene';

describe('an import that was suspended', () => {
  it('is continued only by the process that took it over', () =>
    withTables(async ({ folder, call, service }) => {
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
    }));
});
