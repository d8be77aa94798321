import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { removeOldDrafts, writePrivateFile } from '../files/privateFile';
import { jsonValue } from '../json/jsonValue';
import { FunctionError } from './functionError';
import { codeHash } from './functionService';

const maximumVersions = 50;
const maximumBytes = 20_000_000;

/** A function of one environment. */
export interface FunctionIdentity {
  authUrl: string;
  clientId: string;
  envId: string | undefined;
  name: string;
}

const versionShape = v.object({
  code: v.string(),
  /** Unix milliseconds. */
  savedAt: v.number(),
  /** The person who deployed the code, as the service names them; empty if unknown. */
  author: v.string(),
  /** Where the code comes from: read from the service, replaced by a deploy, or deployed from this machine. */
  origin: v.picklist(['read', 'replaced', 'deployed']),
});

interface FunctionVersion extends v.InferOutput<typeof versionShape> {
  hash: string;
}

/**
 * Stores versions of functions on this machine, because the service keeps none. Code may contain keys, so only the user
 * can read the files.
 */
export class FunctionVersions {
  readonly #folder: string;
  #lastOperation: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Stores a version, unless the newest one has the same code.
   * @returns whether a file was written
   * @throws FunctionError
   */
  add(
    identity: FunctionIdentity,
    version: Pick<FunctionVersion, 'code' | 'author' | 'origin'>,
    now = Date.now(),
  ): Promise<boolean> {
    return this.#enqueue(async () => {
      const folder = this.#folderOf(identity);
      const files = await this.#files(folder);
      const hash = codeHash(version.code);
      const newest = files.at(-1);
      // Reads the file, because a crash of the machine can leave it empty.
      if (newest?.hash === hash && (await readVersion(folder, newest)) !== undefined) return false;
      // Keeps the order of two versions of the same millisecond.
      const savedAt = Math.max(now, (newest?.savedAt ?? 0) + 1);
      const file = path.join(folder, `${String(savedAt).padStart(16, '0')}-${hash}.json`);
      try {
        await writePrivateFile(file, JSON.stringify({ ...version, savedAt }), { flush: true });
      } catch {
        throw new FunctionError('unwritable', this.#folder);
      }
      // The version is stored, so a failure is no error. The next version removes the old files.
      await this.#removeOld(path.basename(file)).catch(() => undefined);
      return true;
    });
  }

  /** Returns the versions, newest first. */
  list(identity: FunctionIdentity): Promise<FunctionVersion[]> {
    return this.#enqueue(async () => {
      const folder = this.#folderOf(identity);
      const files = (await this.#files(folder)).reverse();
      const versions = await Promise.all(files.map(file => readVersion(folder, file)));
      return versions.filter(version => version !== undefined);
    });
  }

  /** Returns the code with this hash; `undefined` if no version has it. */
  async find(identity: FunctionIdentity, hash: string): Promise<string | undefined> {
    return (await this.list(identity)).find(version => version.hash === hash)?.code;
  }

  /** Deletes all versions. */
  deleteAll(): Promise<void> {
    return this.#enqueue(() => rm(this.#folder, { recursive: true, force: true }));
  }

  /** Runs operations one after another, so that a deletion does not overtake an earlier write. */
  #enqueue<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#lastOperation.then(operation);
    this.#lastOperation = result.catch(() => undefined);
    return result;
  }

  #folderOf({ authUrl, clientId, envId, name }: FunctionIdentity): string {
    const identity = JSON.stringify([authUrl, clientId, envId ?? null, name]);
    return path.join(this.#folder, createHash('sha256').update(identity).digest('hex'));
  }

  /** Returns the version files in a folder, oldest first. */
  async #files(folder: string): Promise<VersionFile[]> {
    const names = await readdir(folder).catch(() => []);
    return names.sort().flatMap(name => {
      const [, savedAt = '', hash = ''] = /^(\d{16})-([\da-f]{64})\.json$/.exec(name) ?? [];
      return hash === '' ? [] : [{ name, savedAt: Number(savedAt), hash }];
    });
  }

  /**
   * Deletes the drafts of interrupted writes, and the oldest versions of all functions beyond the limits, but never the
   * newest file.
   */
  async #removeOld(newestFile: string): Promise<void> {
    const folders = (await readdir(this.#folder)).map(name => path.join(this.#folder, name));
    const all: { file: string; savedAt: number; size: number }[] = [];
    for (const folder of folders) {
      await removeOldDrafts(folder);
      const files = await this.#files(folder);
      for (const [index, { name, savedAt }] of files.entries()) {
        const file = path.join(folder, name);
        if (index < files.length - maximumVersions) await rm(file, { force: true });
        else all.push({ file, savedAt, size: (await stat(file).catch(() => ({ size: 0 }))).size });
      }
    }
    let bytes = 0;
    for (const { file, size } of all.sort((one, other) => other.savedAt - one.savedAt)) {
      bytes += size;
      if (bytes > maximumBytes && path.basename(file) !== newestFile) await rm(file, { force: true });
    }
  }
}

interface VersionFile {
  name: string;
  savedAt: number;
  hash: string;
}

/** Reads a version. @returns `undefined` if the file is damaged or has other code than its name says */
async function readVersion(folder: string, { name, hash }: VersionFile): Promise<FunctionVersion | undefined> {
  const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
  const parsed = v.safeParse(versionShape, jsonValue(text));
  if (!parsed.success || codeHash(parsed.output.code) !== hash) return undefined;
  return { ...parsed.output, hash };
}
