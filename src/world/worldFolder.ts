import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { removeOldDrafts, writePrivateFile } from '../files/privateFile';
import { choiceShape } from './choice';
import { readWorld, worldPieces, type World } from './world';

const sourceShape = v.object({
  authUrl: v.string(),
  clientId: v.string(),
  envId: v.optional(v.string()),
  choice: choiceShape,
});

/** The environment that a world was read from, and the choice, to read it again. Not part of world files. */
export type WorldSource = v.InferOutput<typeof sourceShape>;

const worldFile = 'world.json';
const sourceFile = 'source.json';

/** Stores the worlds of the extension, each in a folder that only the user can read. All windows share them. */
export class WorldFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the ClientIDs of the stored worlds. */
  async list(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const stats = await Promise.all(names.map(name => stat(this.#file(name, worldFile)).catch(() => undefined)));
    return names.filter((name, index) => /^[\da-f]{20}$/.test(name) && stats[index] !== undefined).sort();
  }

  /** Reads a stored world. @throws WorldError, or the error of the file system */
  async read(clientId: string): Promise<World> {
    return readWorld(await readFile(this.#file(clientId, worldFile), 'utf8'));
  }

  /** Returns the source of a world; `undefined` for a world that was loaded from a file. */
  async source(clientId: string): Promise<WorldSource | undefined> {
    const text = await readFile(this.#file(clientId, sourceFile), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return v.parse(sourceShape, JSON.parse(text));
    } catch {
      // An invalid source counts as missing, so the world is treated as loaded from a file.
      return undefined;
    }
  }

  /**
   * Writes a world. After a failure, either the new or the earlier world is stored completely.
   * @throws the error of the file system
   */
  async write(world: World, source: WorldSource | undefined): Promise<void> {
    const { clientId } = world;
    // A draft that cannot be deleted must not prevent the new world.
    await removeOldDrafts(path.join(this.#folder, clientId)).catch(() => undefined);
    await writePrivateFile(this.#file(clientId, worldFile), worldPieces(world));
    if (source === undefined) await rm(this.#file(clientId, sourceFile), { force: true });
    else await writePrivateFile(this.#file(clientId, sourceFile), JSON.stringify(source));
  }

  async remove(clientId: string): Promise<void> {
    await rm(path.join(this.#folder, clientId), { recursive: true, force: true });
  }

  #file(clientId: string, name: string): string {
    return path.join(this.#folder, clientId, name);
  }
}
