import { jsonOfFile } from '../../json/jsonValue';
import { hasSnapshot } from '../document/checkLine';
import { labelOf } from '../document/outline';
import type { RequestDocument, RequestNode } from '../document/syntax';
import type { ResolvedRequest } from '../sending/resolvedRequest';
import type { ComparedResponse } from './evaluate';
import { snapshotOf } from './snapshot';
import { whileFileLocked } from './snapshotLock';

/** The suffix of the snapshot file, added to the document's name. */
export const snapshotsEnding = '.snapshots.json';

/** Access to the file with the snapshots of a document. */
export interface SnapshotFile {
  /** Its path or URI. Changes of the same file wait for each other. */
  name: string;
  /** Its path on this machine, where other processes may change it too; absent for a file elsewhere. */
  path?: string | undefined;
  /** Returns `other` for a symbolic link: anybody may have chosen its target, so it is neither read nor written. */
  kind(): Promise<'none' | 'file' | 'other'>;
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

/** `compare` writes nothing, `add` writes missing snapshots, `update` also writes changed ones. */
export type SnapshotMode = 'compare' | 'add' | 'update';

/** The snapshots of a document, by the labels of its requests. */
export class SnapshotStore {
  readonly #file: SnapshotFile;
  readonly mode: SnapshotMode;
  /** The labels of the snapshots that were written. */
  readonly written = new Set<string>();

  constructor(file: SnapshotFile, mode: SnapshotMode) {
    this.#file = file;
    this.mode = mode;
  }

  /** Returns the key of the environment of a request in the snapshot file. A sandbox has other data. */
  environmentOf({ environment, isSandbox, url }: ResolvedRequest): string {
    if (environment === undefined) return url.host;
    if (!isSandbox) return environment.name;
    return environment.envId === undefined ? 'Sandbox' : `Sandbox ${environment.name}`;
  }

  async of(
    request: RequestNode,
    document: RequestDocument,
    environment: string,
  ): Promise<ComparedResponse | undefined> {
    const label = labelOf(request);
    const hasSameLabel = (other: RequestNode) => other !== request && hasSnapshot(other) && labelOf(other) === label;
    if (document.requests.some(hasSameLabel)) return { kind: 'failure', failure: 'ambiguousSnapshot', detail: label };
    try {
      const all = snapshotsIn((await this.#all()).get(label));
      const stored = all.get(environment) ?? all.get(anyEnvironment);
      if (stored !== undefined) return { kind: 'text', text: snapshotOf(stored) };
      return this.mode === 'compare' ? { kind: 'failure', failure: 'noSnapshotInCi' } : undefined;
    } catch {
      return { kind: 'failure', failure: 'badSnapshots' };
    }
  }

  async keep(request: RequestNode, text: string, environment: string): Promise<void> {
    const label = labelOf(request);
    await this.#change(all =>
      all.set(label, Object.fromEntries(snapshotsIn(all.get(label)).set(environment, JSON.parse(text)))),
    );
    this.written.add(label);
  }

  /** Returns the labels of snapshots that belong to no request of the document. */
  async orphans({ requests }: RequestDocument): Promise<string[]> {
    const known = new Set(requests.filter(hasSnapshot).map(labelOf));
    const all = await this.#all().catch(() => new Map<string, unknown>());
    return [...all.keys()].filter(label => !known.has(label));
  }

  async remove(labels: readonly string[]): Promise<void> {
    await this.#change(all => labels.forEach(label => all.delete(label)));
  }

  /** @throws Error if the path is not a regular file */
  async #exists(): Promise<boolean> {
    const kind = await this.#file.kind();
    if (kind === 'other') throw new Error('not a file');
    return kind === 'file';
  }

  /** @throws Error if the file does not contain a JSON object */
  async #all(): Promise<Map<string, unknown>> {
    const value = (await this.#exists()) ? jsonOfFile(await this.#file.read()) : {};
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError();
    return new Map(Object.entries(value));
  }

  /**
   * Reads, changes and writes the file. Writes the snapshots in sorted order, so that two people who add snapshots change
   * different lines.
   */
  async #change(edit: (all: Map<string, unknown>) => void): Promise<void> {
    const { name, path } = this.#file;
    const replace = async () => {
      const all = await this.#all();
      edit(all);
      await this.#exists();
      await this.#file.write(`${snapshotOf(Object.fromEntries(all))}\n`);
    };
    const change = (changes.get(name) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => (path === undefined ? replace() : whileFileLocked(path, replace)));
    changes.set(name, change);
    try {
      await change;
    } finally {
      if (changes.get(name) === change) changes.delete(name);
    }
  }
}

/** The last change of each file, because requests that are sent together have stores of their own. */
const changes = new Map<string, Promise<void>>();

/** The key of a snapshot that applies to every environment without a specific snapshot. */
const anyEnvironment = '*';

/** Returns the snapshots of a request by environment. Earlier versions stored one snapshot for all environments. */
function snapshotsIn(stored: unknown): Map<string, unknown> {
  if (typeof stored !== 'object' || stored === null) return new Map();
  const isForAll = 'status' in stored && typeof stored.status === 'number';
  return new Map(isForAll ? [[anyEnvironment, stored]] : Object.entries(stored));
}
