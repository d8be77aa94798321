import { it } from 'mocha';

/** Defines a test for systems with `sh` and signals. On Windows it does not exist, because a skipped test is a failure. */
export const onPosix = process.platform === 'win32' ? () => undefined : it;

/**
 * Returns the arguments of `sh` to run a program in which no file can grow beyond a limit. As on a full disk, the write
 * that reaches the limit is short and reports no error; the next one fails with EFBIG.
 * @param limit in blocks of 512 or 1024 bytes, depending on the shell
 */
export function onFullDisk(limit: number, ...program: readonly string[]): string[] {
  return ['-c', `ulimit -f ${limit} && exec "$0" "$@"`, process.execPath, ...program];
}
