import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretStore } from './secretStore';

/**
 * The result of the check:
 * - `failed`: a written value cannot be read back;
 * - `memoryOnly`: the value of an earlier session is missing, so secrets are kept in memory only.
 */
type StoreHealth = 'ok' | 'failed' | 'memoryOnly';

/** A copy of the test value outside the store. It outlives the session and contains no secret. */
export interface HealthMarker {
  read(): Promise<string | undefined>;
  write(value: string): Promise<void>;
}

const key = 'storeHealth';
const pollMs = 50;

/**
 * Writes a value and reads it back. A copy outside the store, `copy`, lets the next session notice a lost value. VS
 * Code does not report where it stores secrets, and silently keeps them in memory if the system has no keyring.
 * @param patienceMs time for a value to arrive from another window
 */
export async function checkStore(store: SecretStore, copy: HealthMarker, patienceMs = 2000): Promise<StoreHealth> {
  const isExpected = (await copy.read().catch(() => undefined)) !== undefined;
  try {
    const isLost = isExpected && !(await appears(store, patienceMs));
    const value = randomBytes(8).toString('hex');
    await store.write(key, value);
    if ((await store.read(key)) !== value) return 'failed';
    // A missing copy only affects the check of the next session; this session is healthy.
    await copy.write(value).catch(() => undefined);
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
