import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { ApiError } from '../../../../src/api/errors';
import { exportByService } from '../../../../src/records/transfer/exportJob';
import { TransferError } from '../../../../src/records/transfer/transferError';
import { failureExitCode } from '../../../../src/cli/exitCode';
import { openTable, reading, withTables } from './scene';

describe('an export by the service', () => {
  it('says where the console permits reading it', () =>
    withTables(async ({ folder, sandbox, service }) => {
      sandbox.setBehaviour({ readableExports: false });
      const { table } = await openTable(service, '5001');
      await assert.rejects(
        exportByService(path.join(folder, 'job.json'), 'json', { table }, reading(service)),
        (error: unknown) =>
          error instanceof TransferError && error.code === 'exportUnreadable' && failureExitCode(error) === 4,
      );
      assert.deepEqual(await readdir(folder), []);
    }));

  it('does not mistake the web page of a gateway for that refusal', () =>
    withTables(async ({ folder, sandbox, service }) => {
      const { table } = await openTable(service, '5001');
      sandbox.setBehaviour({ readableExports: false });
      sandbox.fail({ kind: 'html', status: 401, method: 'GET', path: '/oserve/v1.5/table/5001/export/', times: 9 });
      await assert.rejects(
        exportByService(path.join(folder, 'job.json'), 'json', { table }, reading(service)),
        ApiError,
      );
    }));

  it('waits when the service asks for it, but starts no second job after 503', () =>
    withTables(async ({ folder, sandbox, service }) => {
      const { table } = await openTable(service, '5001');
      const waits: number[] = [];
      const onWait = (seconds: number) => void waits.push(seconds);
      const waiting = { ...reading(service), onWait };
      const fault = { kind: 'status', path: '/oserve/v1.5/table/5001/export/' } as const;
      sandbox.fail({ ...fault, method: 'POST', status: 503, retryAfter: 2 });
      await assert.rejects(exportByService(path.join(folder, 'job.json'), 'json', { table }, waiting), ApiError);
      assert.deepEqual(waits, []);
      sandbox.fail({ ...fault, method: 'POST', status: 429, retryAfter: 3 });
      sandbox.fail({ ...fault, method: 'GET', status: 429, retryAfter: 4 });
      sandbox.fail({ ...fault, method: 'GET', status: 503, retryAfter: 5 });
      assert.ok((await exportByService(path.join(folder, 'job.json'), 'json', { table }, waiting)) > 0);
      assert.deepEqual(waits, [3, 4, 5]);
    }));
});
