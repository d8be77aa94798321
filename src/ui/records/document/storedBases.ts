import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { writePrivateFile } from '../../../files/privateFile';
import { isJsonObject, isList, valueOf, writeJson, type Json, type JsonObject } from '../../../json/json';
import type { StoredBase } from '../../../records/document/recordBase';

// The maximum number of characters of a stored base. Without a base, each difference is a conflict after a reload.
const largest = 20_000_000;
const maximumFiles = 50;
const maximumBytes = 100_000_000;
const oldest = 30 * 24 * 3_600_000;

/**
 * Stores the bases of unsaved documents on disk, so that they survive a reload as the unsaved texts do. The files
 * contain records, so only the user may read them.
 */
export class StoredBases {
  readonly #folder: string;
  readonly #window: string;
  #working: Promise<unknown> = Promise.resolve();

  /** @param window an ID of the window that stays the same after a reload */
  constructor(folder: string, window: string) {
    this.#folder = folder;
    this.#window = window;
  }

  write(uri: string, base: StoredBase): Promise<void> {
    return this.#next(async () => {
      const text = writeBase(base);
      const file = this.#fileOf(uri);
      if (text.length > largest) return rm(file, { force: true });
      await writePrivateFile(file, text);
      await this.#removeOld(path.basename(file));
    });
  }

  read(uri: string): Promise<StoredBase | undefined> {
    return this.#next(async () => {
      const text = await readFile(this.#fileOf(uri), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : readBase(text);
    });
  }

  remove(uri: string): Promise<void> {
    return this.#next(() => rm(this.#fileOf(uri), { force: true }));
  }

  /** Runs all file operations in order: a removal must not run before an earlier write has finished. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#working.then(work);
    this.#working = done.catch(() => undefined);
    return done;
  }

  #fileOf(uri: string): string {
    const name = createHash('sha256').update(`${this.#window}\n${uri}`).digest('hex');
    return path.join(this.#folder, `${name}.json`);
  }

  /** Deletes files that are too old, the oldest files beyond the limits, and drafts of interrupted writes. */
  async #removeOld(written: string): Promise<void> {
    const names = (await readdir(this.#folder)).filter(name => name !== written);
    const files = await Promise.all(
      names.map(async name => {
        const { size, mtimeMs } = await stat(path.join(this.#folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }));
        return { name, size, mtimeMs };
      }),
    );
    let bytes = 0;
    const newestFiles = files
      .sort((one, other) => other.mtimeMs - one.mtimeMs)
      .filter(({ name, mtimeMs, size }, at) => {
        bytes += size;
        const isDraft = !name.endsWith('.json') && mtimeMs < Date.now() - 60_000;
        return !isDraft && at < maximumFiles && bytes < maximumBytes && mtimeMs > Date.now() - oldest;
      });
    const left = new Set(newestFiles.map(({ name }) => name));
    await Promise.all(
      files.filter(({ name }) => !left.has(name)).map(({ name }) => rm(path.join(this.#folder, name), { force: true })),
    );
  }
}

/** Returns an ID of the window that stays the same after a reload. Creates and stores the ID on first use. */
export function windowId(state: { get(key: string): unknown; update(key: string, value: unknown): unknown }): string {
  const key = 'hydrogen.records.window';
  const known = state.get(key);
  if (typeof known === 'string') return known;
  const id = randomUUID();
  void state.update(key, id);
  return id;
}

function writeBase({ readIds, ...base }: StoredBase): string {
  const asJson = (fields: object) => new Map<string, Json>(Object.entries(fields));
  const [created, lost] = [base.created.map(asJson), base.lost.map(asJson)];
  return writeJson(asJson({ ...base, created, lost, readIds: readIds === undefined ? null : [...readIds] }));
}

function readBase(text: string): StoredBase | undefined {
  const value = valueOf(text);
  if (!isJsonObject(value)) return undefined;
  const [records, whole, created] = ['records', 'whole', 'created'].map(name => objectsIn(value.get(name)));
  if (records === undefined || whole === undefined || created === undefined) return undefined;
  const rows = created.flatMap(each => {
    const [id, row] = [each.get('id'), each.get('row')];
    return typeof id === 'string' && isJsonObject(row) ? [{ id, row }] : [];
  });
  const lost = (objectsIn(value.get('lost')) ?? []).flatMap(each => {
    const [row, sent, known] = [each.get('row'), objectsIn(each.get('sent')), textsIn(each.get('known'))];
    return isJsonObject(row) && sent !== undefined && known !== undefined ? [{ row, sent, known }] : [];
  });
  const ids = textsIn(value.get('readIds'));
  return { records, whole, created: rows, lost, readIds: ids && new Set(ids) };
}

function textsIn(value: Json | undefined): string[] | undefined {
  return isList(value) ? value.filter(each => typeof each === 'string') : undefined;
}

function objectsIn(value: Json | undefined): JsonObject[] | undefined {
  return isList(value) ? value.filter(isJsonObject) : undefined;
}
