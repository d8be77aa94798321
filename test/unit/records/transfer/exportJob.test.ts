import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { exportByService } from '../../../../src/records/transfer/exportJob';
import { TransferError } from '../../../../src/records/transfer/transferError';
import { withSandbox } from '../../sandbox/fixture';
import { withService } from '../fixture';
import { inFolder, noPause, openTable } from './scene';

describe('an export by the service', () => {
  it('says where the console permits reading it', () =>
    inFolder(folder =>
      withSandbox(async (sandbox, shop) => {
        sandbox.setBehaviour({ readableExports: false });
        await withService(shop, async service => {
          const { table } = await openTable(service, '5001');
          const { signal } = new AbortController();
          const reading = { service, signal, waiting: () => undefined, pause: noPause };
          await assert.rejects(
            exportByService(path.join(folder, 'job.json'), 'json', { table }, reading),
            (error: unknown) => error instanceof TransferError && error.code === 'exportUnreadable',
          );
          assert.deepEqual(await readdir(folder), []);
        });
      }),
    ));
});
