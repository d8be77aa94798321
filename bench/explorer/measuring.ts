import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../test/host/launcher/root';
import type { Profile } from '../../test/host/launcher/profile';
import { eventually } from '../../test/ui/driver/eventually';

export interface Memory {
  /** Megabytes. */
  rss: number;
  heap: number;
}

/**
 * Access to a helper extension that measures the extension host from inside, and serves the plain tree for comparison.
 */
export interface Measuring {
  memory(): Promise<Memory>;
  /** Measures one request by the extension host until its JSON is parsed, in milliseconds. */
  roundTrip(address: string): Promise<number>;
  /** Returns the time when the last empty editor was requested, in Unix milliseconds. */
  emptyEditorAt(): Promise<number>;
  /** Runs a VS Code command. */
  run(command: string, argument?: object): Promise<void>;
}

const folderOf = (profile: Profile): string => path.join(profile.extensions, 'hydrogen-bench.measuring-0.0.0');

export async function placeMeasuring(profile: Profile): Promise<void> {
  await cp(path.join(root, 'bench/explorer/measuring'), folderOf(profile), { recursive: true });
}

export async function reachMeasuring(profile: Profile): Promise<Measuring> {
  const port = await eventually(() => readFile(path.join(folderOf(profile), 'port'), 'utf8'));
  const ask = async <T>(what: string): Promise<T> =>
    (await (await fetch(`http://127.0.0.1:${port}/${what}`)).json()) as T;
  return {
    memory: () => ask('memory'),
    emptyEditorAt: () => ask('empty-editor'),
    roundTrip: address => ask(`round-trip?of=${encodeURIComponent(address)}`),
    run: async (command, argument = {}) => {
      const failure = await ask<string>(
        `run?${new URLSearchParams({ command, argument: JSON.stringify(argument) }).toString()}`,
      );
      if (failure !== '') throw new Error(`${command}: ${failure}`);
    },
  };
}
