import { fixedHex } from '../store/credentials';
import type { SandboxState } from '../store/state';
import type { BackendApplication, BackendEnvironment } from './application';
import type { Store } from '../store/store';
import type { Behaviour } from './behaviour';

/** What the routes read and change: applications, state, documents and the clock. */
export interface Backend {
  readonly applications: readonly BackendApplication[];
  readonly state: SandboxState;
  readonly store: Store;
  /** Verification codes, newest last. */
  readonly smsCodes: SmsCode[];
  /** The highest number given in each collection of numbered documents. */
  readonly lastNumbers: Map<string, number>;
  readonly functions: FunctionRuns;
  readonly behaviour: Behaviour;
  /** The host of logs and exports. */
  readonly downloads: Downloads;
  /** What the ClientSecrets follow from. Empty, so that they are known, unless functions run; then random at every start. */
  readonly secretKey: string;
  /** Seconds. */
  readonly accessTokenLifetime: number;
  /** Seconds. */
  readonly codeLifetime: number;
  /** Unix milliseconds of the sandbox's clock. */
  now(): number;
  /** To be called after every change of `state`. */
  changed(): void;
}

/** The second host, which has files at signed addresses. */
interface Downloads {
  /** Known when it listens. */
  origin: string;
  /** Signs the addresses; new at every start. */
  readonly key: string;
}

/** A verification code that would have been sent by SMS. Kept in memory only. */
export interface SmsCode {
  /** Unix milliseconds of the sandbox's clock. */
  at: number;
  realm: string;
  phone: string;
  code: string;
}

/** Whether and how long cloud functions run. Times in milliseconds. */
interface FunctionRuns {
  readonly enabled: boolean;
  readonly syncLimit: number;
  readonly asyncLimit: number;
  /** How many run at this moment. */
  running: number;
  /** Ends them when the sandbox closes. */
  readonly signal: AbortSignal;
}

/** Unix seconds of the sandbox's clock. */
export function nowInSeconds(backend: Backend): number {
  return Math.floor(backend.now() / 1000);
}

export function findApplication(backend: Backend, clientId: string): BackendApplication | undefined {
  return backend.applications.find(application => application.clientId === clientId);
}

/** Names one environment of one application: users, sessions and documents belong to it. */
export function realmOf(application: BackendApplication, environment: BackendEnvironment): string {
  return `${application.clientId}/${environment.envId ?? 'production'}`;
}

/** The number of the application of a realm: part of the names of its collections, and told to its cloud functions. */
export function applicationNumber(realm: string): number {
  return parseInt(realm.slice(0, 6), 16);
}

/**
 * The ClientSecret in force. It follows from the number of resets, so the saved state can hold that number and no secret,
 * and the sandbox's own list of applications is right after a restart. Who knows it can upload functions: where they run, no
 * other process of this machine may know it.
 */
export function secretOf(backend: Backend, clientId: string): string {
  return fixedHex(`secret ${backend.secretKey}${clientId} ${backend.state.secretResets[clientId] ?? 0}`, 40);
}
