import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'mocha';
import { onFullDisk, onPosix } from '../../../posix';
import { inFolder } from '../../../folder';

describe('a response in a file', () => {
  const writer = path.join(import.meta.dirname, 'responseWriter.mjs');
  const run = promisify(execFile);

  it('is stored if there is room', () =>
    inFolder(async folder => assert.equal((await run(process.execPath, [writer, folder])).stdout, 'stored')));

  onPosix('is not cut off by a full disk without an error', () =>
    inFolder(async folder => assert.equal((await run('sh', onFullDisk(64, writer, folder))).stdout, 'EFBIG')),
  );
});
