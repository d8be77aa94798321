/** A user who registered while the sandbox ran. `realm`: see `realmOf`; times in Unix seconds. */
export interface StoredUser {
  realm: string;
  id: number;
  email: string;
  username: string;
  salt: string;
  passwordHash: string;
  anonymous: boolean;
  createdAt: number;
}

/**
 * Everything that changes while the sandbox runs, as JSON. Keys of the records are SHA-256 hashes; no token, code,
 * password or secret is in it. Times are Unix milliseconds of the sandbox's clock unless said otherwise.
 */
export interface SandboxState {
  version: 1;
  /** Milliseconds the sandbox's clock is ahead of the machine's. */
  clockOffset: number;
  /** How often each application's ClientSecret was reset, by ClientID. */
  secretResets: Record<string, number>;
  codes: Record<string, { clientId: string; expiresAt: number; used: boolean }>;
  accessTokens: Record<string, { clientId: string; expiresAt: number }>;
  refreshTokens: Record<string, { clientId: string }>;
  sessions: Record<string, { realm: string; userId: number; expiresAt: number }>;
  users: StoredUser[];
}

const dayInMilliseconds = 86_400_000;

export function emptyState(): SandboxState {
  return {
    version: 1,
    clockOffset: 0,
    secretResets: {},
    codes: {},
    accessTokens: {},
    refreshTokens: {},
    sessions: {},
    users: [],
  };
}

/** A copy of a saved state. One that was written by something else is dropped: a sandbox must always start. */
export function restoreState(saved: unknown): SandboxState {
  const empty = emptyState();
  if (!isRecord(saved) || saved.version !== empty.version) return empty;
  const fits = Object.entries(empty).every(([key, value]) => {
    const found = saved[key];
    return typeof found === typeof value && Array.isArray(found) === Array.isArray(value) && found !== null;
  });
  return fits ? (structuredClone(saved) as unknown as SandboxState) : empty;
}

/**
 * Forgets what expired more than a day ago, so that the state cannot grow for ever. The day leaves room to say
 * "expired" rather than "unknown", and to move the clock back.
 */
export function forgetExpired(state: SandboxState, now: number): void {
  for (const records of [state.codes, state.accessTokens, state.sessions]) {
    for (const [hash, { expiresAt }] of Object.entries(records)) {
      if (expiresAt < now - dayInMilliseconds) delete records[hash];
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
