import { existsSync } from 'node:fs';
import type { World } from '../../world/world';
import type { WorldFolder, WorldSource } from '../../world/worldFolder';
import { loadPart } from '../loading/loadPart';
import type { Log } from '../platform/log';

/** A world of the sandbox. `error` is why its file cannot be read, for example because a later version wrote it. */
export type StoredWorld = { source: WorldSource | undefined } & (
  | { world: World }
  | { world: undefined; error: unknown }
);

/** The worlds in the sandbox, stored in the extension's storage. The code for worlds is loaded on first use. */
export class SandboxWorlds {
  readonly folder: string;
  readonly #log: Log;

  constructor(folder: string, log: Log) {
    this.folder = folder;
    this.#log = log;
  }

  /** Reads all worlds. Skips unreadable ones, so that the sandbox can still start. */
  async readAll(): Promise<World[]> {
    if (!existsSync(this.folder)) return [];
    const worlds = await this.#open();
    const all: World[] = [];
    for (const clientId of await worlds.list()) {
      try {
        all.push(await worlds.read(clientId));
      } catch (error) {
        this.#log.error(`the world ${clientId} cannot be read: ${(error as Error).name}`);
      }
    }
    return all;
  }

  /** Returns a world and its source; `undefined` if it does not exist. */
  async stored(clientId: string): Promise<StoredWorld | undefined> {
    const worlds = await this.#open();
    if (!(await worlds.list()).includes(clientId)) return undefined;
    const source = await worlds.source(clientId);
    return worlds.read(clientId).then(
      world => ({ world, source }),
      (error: unknown) => ({ world: undefined, source, error }),
    );
  }

  /** Stores a world. @throws the error of the file system */
  async write(world: World, source: WorldSource | undefined): Promise<void> {
    await (await this.#open()).write(world, source);
  }

  async remove(clientId: string): Promise<void> {
    await (await this.#open()).remove(clientId);
  }

  async #open(): Promise<WorldFolder> {
    const { WorldFolder } = await loadPart('sandbox', () => import('../../world/worldFolder'));
    return new WorldFolder(this.folder);
  }
}
