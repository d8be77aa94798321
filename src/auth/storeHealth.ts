import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretStore } from './secretStore';

/**
 * - `failed`: a value that is written cannot be read back;
 * - `memoryOnly`: what an earlier session wrote is gone, as it is when secrets live in memory only.
 */
type StoreHealth = 'ok' | 'failed' | 'memoryOnly';

/** A place that outlives the session and holds nothing secret. */
export interface Twin {
  read(): Promise<string | undefined>;
  write(value: string): Promise<void>;
}

const key = 'storeHealth';
const pollMs = 50;

/**
 * Writes a value, reads it back and compares; its twin tells the next session that there has to be one. VS Code does not
 * say where secrets are kept, and keeps them in memory without a word when the system has no keyring.
 * @param patienceMs how long a value may take to come from another window
 */
export async function checkStore(store: SecretStore, twin: Twin, patienceMs = 2000): Promise<StoreHealth> {
  const isExpected = (await twin.read().catch(() => undefined)) !== undefined;
  try {
    const isLost = isExpected && !(await appears(store, patienceMs));
    const value = randomBytes(8).toString('hex');
    await store.write(key, value);
    if ((await store.read(key)) !== value) return 'failed';
    // Without its twin the next session notices nothing; this one is as healthy.
    await twin.write(value).catch(() => undefined);
    return isLost ? 'memoryOnly' : 'ok';
  } catch {
    return 'failed';
  }
}

async function appears(store: SecretStore, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    if ((await store.read(key)) !== undefined) return true;
    if (performance.now() >= deadline) return false;
    await sleep(pollMs);
  }
}
