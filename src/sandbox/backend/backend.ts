import { fixedHex } from '../store/credentials';
import type { SmsCode } from '../users/smsRoutes';
import type { SandboxState } from '../store/state';
import type { SeedApplication, SeedEnvironment } from '../seed/seed';
import type { Store } from '../store/store';

/** What the routes work on: the fixed data, everything that changes, and the clock. */
export interface World {
  readonly applications: readonly SeedApplication[];
  readonly state: SandboxState;
  readonly store: Store;
  /** Codes that would have been sent, newest last. */
  readonly smsCodes: SmsCode[];
  /** The highest number given in each collection of numbered documents. */
  readonly lastNumbers: Map<string, number>;
  readonly functions: FunctionRuns;
  /** Seconds. */
  readonly accessTokenLifetime: number;
  /** Seconds. */
  readonly codeLifetime: number;
  /** Unix milliseconds of the sandbox's clock. */
  now(): number;
  /** To be called after every change of `state`. */
  changed(): void;
}

/** Whether and how long cloud functions run. Times in milliseconds. */
export interface FunctionRuns {
  readonly enabled: boolean;
  readonly syncLimit: number;
  readonly asyncLimit: number;
  /** How many run now. */
  running: number;
  /** Ends them when the sandbox closes. */
  readonly signal: AbortSignal;
}

/** Unix seconds of the sandbox's clock. */
export function nowInSeconds(world: World): number {
  return Math.floor(world.now() / 1000);
}

export function findApplication(world: World, clientId: string): SeedApplication | undefined {
  return world.applications.find(application => application.clientId === clientId);
}

/** Names one environment of one application: users, sessions and documents belong to it. */
export function realmOf(application: SeedApplication, environment: SeedEnvironment): string {
  return `${application.clientId}/${environment.envId ?? 'production'}`;
}

/**
 * The ClientSecret in force. It follows from the number of resets, so the saved state can hold that number and no secret,
 * and the sandbox's own list of applications is right after a restart.
 */
export function secretOf(world: World, clientId: string): string {
  return fixedHex(`secret ${clientId} ${world.state.secretResets[clientId] ?? 0}`, 40);
}
