import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { folderLock } from '../../auth/lock';
import type { RecordPart, SandboxState } from './state';
import { emptyState, readState } from './state';
import type { StoredChange } from './store';

/** An entry of the journal: a document that changed, or a part of the state. */
export type StoredEntry = { change: StoredChange } | StateEntry;
export type StateEntry =
  | { part: RecordPart; key: string; value: unknown }
  | { clockOffset: number }
  | { secretResets: Record<string, number> };

/** A file that holds the whole state of a sandbox. */
export interface DataFile {
  /** The state when the file was opened, including the journal. */
  readonly state: SandboxState;
  /** Appends all entries to the journal, or none. After the call returns, they survive a kill of this process. */
  append(entries: readonly StoredEntry[]): void;
  /** Writes the whole state to the file and empties the journal. */
  replace(state: SandboxState): void;
  /** Whether the journal is so long that `replace` should be called. */
  readonly needsCompaction: boolean;
  close(): Promise<void>;
}

const reasons = {
  DATA_IN_USE: 'is used by another sandbox',
  DATA_UNREADABLE: 'was not written by a sandbox',
  DATA_IS_LINK: 'is a symbolic link',
};

/** The reason why a data file cannot be used. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
  readonly code: keyof typeof reasons;

  constructor(code: keyof typeof reasons, file: string, cause?: unknown) {
    super(`${file} ${reasons[code]}.`, { cause });
    this.code = code;
  }
}

const compactionThreshold = 8 * 1024 * 1024;

/**
 * Opens a data file, or creates one. A lock and a journal are stored beside it. Every change is appended to the journal
 * before its response is sent. The file itself is only replaced as a whole: a kill at any moment leaves the old file or
 * the new one. The file and its journal begin with the same ID. After a kill between replacing the file and emptying the
 * journal, the journal still has the old ID and is ignored. Only this user can read the files and a created folder.
 * @throws DataFileError when another sandbox uses the file, another program wrote it, or it is a link; system errors
 */
export async function openDataFile(name: string): Promise<DataFile> {
  const file = path.resolve(name);
  const journal = `${file}.journal`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // Otherwise anybody with write access to the folder could make the sandbox read or overwrite another file.
  for (const each of [file, journal, draftOf(file)]) refuseLink(each);
  const unlock = await lock(file);
  try {
    const state = readDataFile(file, journal);
    let id = randomUUID();
    const size = writeWhole(file, state, id);
    const descriptor = openPrivate(journal);
    let length = 0;
    /** The length of the journal after which `replace` should be called. */
    let compactionLength = Math.max(compactionThreshold, size);
    return {
      state,
      get needsCompaction() {
        return length > compactionLength;
      },
      append(entries) {
        const start = length === 0 ? `${JSON.stringify(id)}\n` : '';
        const line = Buffer.from(`${start}${JSON.stringify(entries)}\n`);
        // Writes at a position, so that after a failure the next line overwrites the incomplete line. What remains of
        // that line is after the last line end and is ignored.
        for (let end = 0; end < line.length;) end += writeSync(descriptor, line, end, line.length - end, length + end);
        length += line.length;
      },
      replace(next) {
        // Every attempt writes the whole state. If this one fails, the next follows when the journal has grown by half.
        compactionLength = Math.max(compactionLength, length * 1.5);
        const nextId = randomUUID();
        const size = writeWhole(file, next, nextId);
        [id, length, compactionLength] = [nextId, 0, Math.max(compactionThreshold, size)];
        ftruncateSync(descriptor);
      },
      async close() {
        closeSync(descriptor);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

function draftOf(file: string): string {
  return `${file}.new`;
}

function refuseLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) throw new DataFileError('DATA_IS_LINK', file);
}

/** Opens a file for writing and empties it. Only this user can read it. Refuses a link. */
function openPrivate(file: string): number {
  refuseLink(file);
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
  // Windows has no such flag; there, creating a link needs special rights.
  const noFollow = (constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;
  const descriptor = openSync(file, O_WRONLY | O_CREAT | O_TRUNC | noFollow, 0o600);
  fchmodSync(descriptor, 0o600);
  return descriptor;
}

/** Acquires the lock. The returned function releases it; otherwise it is held until this process ends. */
async function lock(file: string): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>(resolve => (release = resolve));
  let holding: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    holding = folderLock(`${file}.lock`, { waitMs: 0 })(async () => {
      resolve();
      await released;
    });
    holding.catch((error: unknown) => {
      const isLocked = error instanceof Error && 'code' in error && error.code === 'lockTimeout';
      reject(isLocked ? new DataFileError('DATA_IN_USE', file, error) : (error as Error));
    });
  });
  return async () => {
    release();
    await holding;
  };
}

function readDataFile(file: string, journal: string): SandboxState {
  const { state, id } = existsSync(file) ? readWhole(file) : { state: emptyState(), id: undefined };
  const text = existsSync(journal) ? readFileSync(journal, 'utf8') : '';
  // The text after the last line end was being written when the process was killed, and was never acknowledged.
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(line => line !== '');
  const isNamed = lines[0]?.startsWith('"') === true;
  const isOther = isNamed && lines.shift() !== JSON.stringify(id);
  const documents = new Map(state.documents.map(change => [keyOf(change), change]));
  for (const entry of isOther ? [] : lines.flatMap(line => readEntries(line, journal))) {
    if ('change' in entry) applyChange(documents, entry.change);
    else applyEntry(state, entry);
  }
  return { ...state, documents: [...documents.values()] };
}

function readEntries(line: string, journal: string): StoredEntry[] {
  try {
    return JSON.parse(line) as StoredEntry[];
  } catch (error) {
    throw new DataFileError('DATA_UNREADABLE', journal, error);
  }
}

function applyChange(documents: Map<string, StoredChange>, change: StoredChange): void {
  if (change.id === '*') {
    for (const [key, { realm, collection }] of documents) {
      if (realm === change.realm && collection === change.collection) documents.delete(key);
    }
  }
  documents.set(keyOf(change), change);
}

/** Changes a part of a state. */
export function applyEntry(state: SandboxState, entry: StateEntry): void {
  if (!('part' in entry)) {
    Object.assign(state, entry);
    return;
  }
  const { part, key, value } = entry;
  const records = state[part] as Record<string, unknown>;
  if (value === null) delete records[key];
  else records[key] = value;
}

function keyOf({ realm, collection, id }: StoredChange): string {
  return `${realm} ${collection} ${id}`;
}

/** Returns the state in a file, and the ID of its journal, which a file of an earlier version lacks. */
function readWhole(file: string): { state: SandboxState; id: unknown } {
  let saved: unknown;
  try {
    saved = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new DataFileError('DATA_UNREADABLE', file, error);
  }
  const state = readState(saved);
  if (!state) throw new DataFileError('DATA_UNREADABLE', file);
  return { state, id: (saved as { journal?: unknown }).journal };
}

/**
 * Writes the file and returns its length. Only this user can read it: a state contains no credential, but may contain
 * private data of the developer.
 */
function writeWhole(file: string, state: SandboxState, journal: string): number {
  const draft = draftOf(file);
  const text = JSON.stringify({ journal, ...state });
  const descriptor = openPrivate(draft);
  try {
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (error) {
    // On a full disk, the journal needs its space.
    rmSync(draft, { force: true });
    throw error;
  }
  return text.length;
}
