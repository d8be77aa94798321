import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'mocha';

const create = async () => realpath(await mkdtemp(path.join(os.tmpdir(), 'hydrogen-test-')));
const remove = (folder: string) => rm(folder, { recursive: true, force: true });

/** Runs a test in a folder that is deleted afterwards. */
export async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await create();
  try {
    await body(folder);
  } finally {
    await remove(folder);
  }
}

/** Provides an empty folder to each test of a suite. Returns the path of something in it. */
export function useFolder(): (...names: string[]) => string {
  let folder = '';
  beforeEach(async () => void (folder = await create()));
  afterEach(() => remove(folder));
  return (...names) => path.join(folder, ...names);
}
