import * as v from 'valibot';

const dayInMilliseconds = 86_400_000;

/** The clock may be 1,000 years ahead or behind, in milliseconds. Dates that are much further away are invalid. */
export const largestClockOffset = 365_000 * dayInMilliseconds;

const changeSchema = v.object({
  realm: v.string(),
  collection: v.string(),
  id: v.string(),
  doc: v.nullable(v.looseObject({ id: v.union([v.string(), v.number()]) })),
});

/** The parts of the state that are records by key. Each entry is journaled separately. */
const recordSchemas = {
  codes: v.record(v.string(), v.object({ clientId: v.string(), expiresAt: v.number(), used: v.boolean() })),
  accessTokens: v.record(v.string(), v.object({ clientId: v.string(), expiresAt: v.number() })),
  refreshTokens: v.record(v.string(), v.object({ clientId: v.string() })),
  sessions: v.record(v.string(), v.object({ realm: v.string(), userId: v.number(), expiresAt: v.number() })),
};

const stateSchema = v.object({
  version: v.literal(1),
  /** Milliseconds by which the sandbox's clock is ahead of the machine's. */
  clockOffset: v.pipe(v.number(), v.minValue(-largestClockOffset), v.maxValue(largestClockOffset)),
  /** The number of resets of each application's ClientSecret, by ClientID. */
  secretResets: v.record(v.string(), v.number()),
  ...recordSchemas,
  documents: v.array(changeSchema),
});

/**
 * Everything that changes while the sandbox runs, as JSON. The keys of codes, tokens and sessions are SHA-256 hashes,
 * so the state contains no token, code, password or secret. `expiresAt`: Unix milliseconds of the sandbox's clock.
 */
export type SandboxState = v.InferOutput<typeof stateSchema>;

/** The name of a part in `recordSchemas`. */
export type RecordPart = keyof typeof recordSchemas;
export const recordParts = Object.keys(recordSchemas) as RecordPart[];

/** Returns the state in a saved value; undefined for an invalid value. */
export function readState(saved: unknown): SandboxState | undefined {
  const parsed = v.safeParse(stateSchema, saved);
  return parsed.success ? parsed.output : undefined;
}

export function emptyState(): SandboxState {
  return {
    version: 1,
    clockOffset: 0,
    secretResets: {},
    codes: {},
    accessTokens: {},
    refreshTokens: {},
    sessions: {},
    documents: [],
  };
}

/**
 * Removes entries that expired more than a day ago, so that the state cannot grow without limit. During that day,
 * errors say "expired" instead of "unknown", and the clock can be set back.
 */
export function deleteExpired(state: SandboxState, now: number): void {
  for (const records of [state.codes, state.accessTokens, state.sessions]) {
    for (const [hash, { expiresAt }] of Object.entries(records)) {
      if (expiresAt < now - dayInMilliseconds) delete records[hash];
    }
  }
}
