import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthError } from './authError';
import { removeLock } from './lock';
import type { RenewalContext } from './renewalContext';

/** A part of an application's credentials that could not be deleted. */
export type Remainder = 'tokens' | 'clientSecret' | 'stamp' | 'lock';

/**
 * Deletes the token set and its stamp.
 * @throws AuthError `storeFailed` if the store does not delete the token set
 */
export async function forgetTokenSet(context: RenewalContext): Promise<void> {
  const { credentials, ledger } = context;
  await underLockIfPossible(context, async () => {
    context.unstored = undefined;
    await credentials.tokens.delete().catch((error: unknown) => {
      throw new AuthError('storeFailed', error);
    });
    const { stored: _, sent: __, ...rest } = await ledger.read();
    await ledger.write(rest);
  });
}

/** Milliseconds to wait for a request that holds the lock. It finds no more credentials, so it ends soon. */
const releaseMs = 2000;
const pauseMs = 50;

/**
 * Deletes every secret and file of an application and verifies that they are gone.
 * @param lockFolder folder of the lock; the stamp is next to it, with the same prefix
 */
export async function forgetApplication(context: RenewalContext, lockFolder: string): Promise<Remainder[]> {
  const { tokens, clientSecret } = context.credentials;
  await underLockIfPossible(context, async () => {
    context.unstored = undefined;
    await Promise.allSettled([tokens.delete(), clientSecret.delete(), context.ledger.remove()]);
  });
  let remainders: Remainder[] = [];
  for (let waited = 0; waited <= releaseMs; waited += pauseMs) {
    await removeLock(lockFolder);
    remainders = await remaindersOf(context, lockFolder);
    if (!remainders.includes('lock')) break;
    await sleep(pauseMs);
  }
  return remainders;
}

async function remaindersOf({ credentials }: RenewalContext, lockFolder: string): Promise<Remainder[]> {
  const remainders: Remainder[] = [];
  if (await credentials.tokens.exists()) remainders.push('tokens');
  if (await credentials.clientSecret.exists()) remainders.push('clientSecret');
  const prefix = path.basename(lockFolder, path.extname(lockFolder));
  const files = (await readdir(path.dirname(lockFolder)).catch(() => [])).filter(name => name.startsWith(prefix));
  if (files.some(name => !name.startsWith(path.basename(lockFolder)))) remainders.push('stamp');
  if (files.some(name => name.startsWith(path.basename(lockFolder)))) remainders.push('lock');
  return remainders;
}

/**
 * Runs `body` under the lock, or without it if the lock is not available, because a secret must be forgotten in any
 * case.
 */
async function underLockIfPossible(context: RenewalContext, body: () => Promise<void>): Promise<void> {
  let isEntered = false;
  try {
    await context.lock(() => {
      isEntered = true;
      return body();
    });
  } catch (error) {
    if (isEntered || !(error instanceof AuthError)) throw error;
    await body();
  }
}
