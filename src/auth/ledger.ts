import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { AuthError } from './authError';
import { writePrivateFile } from '../files/privateFile';
import { jsonValue } from '../json/jsonValue';

/**
 * Fingerprints of an application's credentials that all windows of this machine must see at once. SecretStorage reaches
 * other windows late; a file reaches them immediately.
 */
export interface LedgerEntry {
  /** The stamp: the token set that was obtained last. A token set with another fingerprint must not be refreshed. */
  stored?: string;
  /** The refresh token that was sent last. Recorded before sending, because it may be spent even if its sender dies. */
  sent?: string;
  /** The ClientSecret that was stored last. A store without it has lost it. */
  secret?: string;
  /** The last ClientSecret that the service refused. */
  refusedSecret?: string;
}

export interface Ledger {
  /** @throws AuthError `lockUnavailable` */
  read(): Promise<LedgerEntry>;
  /** Replaces the entry durably. @throws AuthError `lockUnavailable` */
  write(entry: LedgerEntry): Promise<void>;
  /** Deletes the file and drafts of interrupted writes. @throws AuthError `lockUnavailable` */
  remove(): Promise<void>;
}

const text = v.exactOptional(v.string());
const entryShape = v.pipe(
  v.object({ version: v.literal(1), stored: text, sent: text, secret: text, refusedSecret: text }),
  v.transform(({ version: _, ...entry }): LedgerEntry => entry),
);

/** The entry for an unreadable file. It matches no token set, so that no possibly spent token is sent. */
const unreadable: LedgerEntry = { stored: 'unreadable' };

export function fileLedger(file: string): Ledger {
  return {
    read: () =>
      attempt(async () => {
        const content = await readFile(file, 'utf8').catch(ignoreMissing);
        return content === undefined ? {} : parseEntry(content);
      }),
    write: entry => attempt(() => writePrivateFile(file, JSON.stringify({ version: 1, ...entry }), { flush: true })),
    remove: () =>
      attempt(async () => {
        const folder = path.dirname(file);
        const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
        for (const name of names.filter(each => each.startsWith(path.basename(file)))) {
          await rm(path.join(folder, name), { force: true });
        }
      }),
  };
}

/** Creates a ledger in memory, for a store that no other window shares. */
export function memoryLedger(): Ledger {
  let current: LedgerEntry = {};
  return {
    read: async () => current,
    write: async entry => void (current = entry),
    remove: async () => void (current = {}),
  };
}

function parseEntry(content: string): LedgerEntry {
  const parsed = v.safeParse(entryShape, jsonValue(content));
  return parsed.success ? parsed.output : unreadable;
}

async function attempt<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw new AuthError('lockUnavailable', error);
  }
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
