import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { AuthError } from '../auth/authError';
import { folderLock } from '../auth/lock';
import { jsonOfFile } from '../json/jsonValue';
import { FunctionError } from './functionError';
import { requireInside, writeAtomically, type SourceFolder } from './sourceFolder';

/** The file in the functions folder that contains the bases. Users commit it to their repository. */
export const lockFile = 'functions.lock.json';

/** The environment that a base belongs to. */
export interface BaseEnvironment {
  clientId: string;
  envId: string | undefined;
}

const hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/));
/** Bases by ClientID, then by Env ID or `production`, then by function name. A base is the SHA-256 of deployed code. */
const lockShape = v.record(v.string(), v.record(v.string(), v.record(v.string(), hash)));
type LockedBases = v.InferOutput<typeof lockShape>;

const productionKey = 'production';

/**
 * Returns the base of each function by name: SHA-256 of the deployed code that its file was made from.
 * @throws FunctionError
 */
export async function readBases(
  source: SourceFolder,
  environment: BaseEnvironment,
): Promise<ReadonlyMap<string, string>> {
  const lock = await readLock(source);
  return new Map(Object.entries(lock[environment.clientId]?.[environment.envId ?? productionKey] ?? {}));
}

/**
 * Writes the base of one function. Keeps all other bases, also those that another process writes at the same time.
 * @throws FunctionError
 */
export async function writeBase(
  source: SourceFolder,
  environment: BaseEnvironment,
  name: string,
  base: string,
  waitMs = 20_000,
): Promise<void> {
  const file = fileOf(source);
  const lockFolder = `${file}.lock`;
  await requireInside(source.root, file);
  // The lock renames entries in its folder, so a link must not lead it out of the root.
  await requireInside(source.root, lockFolder);
  try {
    await folderLock(lockFolder, { waitMs })(() => replaceBase(source, environment, name, base));
  } catch (error) {
    if (error instanceof FunctionError) throw error;
    const isHeld = error instanceof AuthError && error.code === 'lockTimeout';
    throw new FunctionError(isHeld ? 'inUse' : 'unwritable', lockFile);
  }
}

async function replaceBase(
  source: SourceFolder,
  { clientId, envId = productionKey }: BaseEnvironment,
  name: string,
  base: string,
): Promise<void> {
  const lock = await readLock(source);
  const environments = { ...lock[clientId] };
  environments[envId] = sortedByName({ ...environments[envId], [name]: base });
  const text = `${JSON.stringify(sortedByName({ ...lock, [clientId]: sortedByName(environments) }), undefined, 2)}\n`;
  await writeAtomically(fileOf(source), text);
}

async function readLock(source: SourceFolder): Promise<LockedBases> {
  const file = fileOf(source);
  await requireInside(source.root, file);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new FunctionError('unreadable', lockFile);
  });
  const lock = jsonOfFile(text);
  // A file with a merge conflict must not count as a file without bases. The output of `v.parse` would lack functions
  // with names such as `constructor`.
  if (!v.is(lockShape, lock)) throw new FunctionError('notJson', lockFile);
  return lock;
}

function fileOf({ root, folder }: SourceFolder): string {
  return path.join(root, folder, lockFile);
}

/** Sorts by name, so that changes of two people merge without conflict. */
function sortedByName<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));
}
