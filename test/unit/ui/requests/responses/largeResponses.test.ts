import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'mocha';
import { inFolder } from '../../../records/transfer/scene';

describe('a response in a file', () => {
  it('is not cut off by a full disk without an error', async function () {
    if (process.platform === 'win32') this.skip();
    await inFolder(async folder => {
      // A file may have 32 kB.
      const limited = ['-c', 'ulimit -f 64; exec "$0" "$@"', process.execPath];
      const writer = path.join(import.meta.dirname, 'responseWriter.mjs');
      const { stdout } = await promisify(execFile)('sh', [...limited, writer, folder]);
      assert.equal(stdout, 'EFBIG');
    });
  });
});
