import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { ApiError } from '../../../../src/api/errors';
import { exportByService } from '../../../../src/records/transfer/exportJob';
import { TransferError } from '../../../../src/records/transfer/transferError';
import { withSandbox } from '../../sandbox/fixture';
import { withService } from '../fixture';
import { failureExitCode } from '../../../../src/cli/exitCode';
import { inFolder, noPause, openTable } from './scene';

describe('an export by the service', () => {
  it('says where the console permits reading it', () =>
    inFolder(folder =>
      withSandbox(async (sandbox, shop) => {
        sandbox.setBehaviour({ readableExports: false });
        await withService(shop, async service => {
          const { table } = await openTable(service, '5001');
          const { signal } = new AbortController();
          const reading = { service, signal, onWait: () => undefined, pause: noPause };
          await assert.rejects(
            exportByService(path.join(folder, 'job.json'), 'json', { table }, reading),
            (error: unknown) =>
              error instanceof TransferError && error.code === 'exportUnreadable' && failureExitCode(error) === 4,
          );
          assert.deepEqual(await readdir(folder), []);
        });
      }),
    ));

  it('does not take a web page of a gateway for that refusal', () =>
    inFolder(folder =>
      withSandbox(async (sandbox, shop) => {
        await withService(shop, async service => {
          const { table } = await openTable(service, '5001');
          const reading = { service, signal: new AbortController().signal, onWait: () => undefined, pause: noPause };
          sandbox.setBehaviour({ readableExports: false });
          sandbox.fail({ kind: 'html', status: 401, method: 'GET', path: '/oserve/v1.5/table/5001/export/', times: 9 });
          await assert.rejects(exportByService(path.join(folder, 'job.json'), 'json', { table }, reading), ApiError);
        });
      }),
    ));

  it('waits when the service asks for it, but starts no second job after 503', () =>
    inFolder(folder =>
      withSandbox(async (sandbox, shop) => {
        await withService(shop, async service => {
          const { table } = await openTable(service, '5001');
          const waits: number[] = [];
          const onWait = (seconds: number) => void waits.push(seconds);
          const reading = { service, signal: new AbortController().signal, onWait, pause: noPause };
          const fault = { kind: 'status', path: '/oserve/v1.5/table/5001/export/' } as const;
          sandbox.fail({ ...fault, method: 'POST', status: 503, retryAfter: 2 });
          await assert.rejects(exportByService(path.join(folder, 'job.json'), 'json', { table }, reading), ApiError);
          assert.deepEqual(waits, []);
          sandbox.fail({ ...fault, method: 'POST', status: 429, retryAfter: 3 });
          sandbox.fail({ ...fault, method: 'GET', status: 429, retryAfter: 4 });
          sandbox.fail({ ...fault, method: 'GET', status: 503, retryAfter: 5 });
          assert.ok((await exportByService(path.join(folder, 'job.json'), 'json', { table }, reading)) > 0);
          assert.deepEqual(waits, [3, 4, 5]);
        });
      }),
    ));
});
