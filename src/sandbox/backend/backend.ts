import type { SandboxState } from '../store/state';
import type { Store } from '../store/store';
import type { Behaviour } from './behaviour';
import type { RunTokens } from './runTokens';
import type { RecordedCalls } from './recordedCalls';

/** The data of the routes: applications, state, documents and the clock. */
export interface Backend {
  readonly applications: readonly BackendApplication[];
  readonly state: SandboxState;
  readonly store: Store;
  /** Verification codes, newest last. */
  readonly smsCodes: SmsCode[];
  /** The highest number so far in each collection of numbered documents. */
  readonly lastNumbers: Map<string, number>;
  readonly functions: FunctionRuns;
  readonly runTokens: RunTokens<RunOwner>;
  readonly recordedCalls: RecordedCalls;
  readonly behaviour: Behaviour;
  /** The host of logs and exports. */
  readonly downloads: Downloads;
  /** `http://127.0.0.1:PORT`; set when the sandbox listens. */
  origin: string;
  /** The key that ClientSecrets are derived from (clientSecret.ts). */
  readonly secretKey: string;
  /** Seconds. */
  readonly accessTokenLifetime: number;
  /** Seconds. */
  readonly codeLifetime: number;
  /** Unix milliseconds of the sandbox's clock. */
  now(): number;
  /** Writes changes of `state` to the journal and notifies the listeners. Call it after every change. */
  commitState(): void;
}

/** The second host, which serves files at signed addresses. */
interface Downloads {
  /** Set when it listens. */
  origin: string;
  /** Signs the addresses; new at every start. */
  readonly key: string;
}

/** A verification code that the service would send by SMS. Kept only in memory. */
export interface SmsCode {
  /** Unix milliseconds of the sandbox's clock. */
  at: number;
  realm: string;
  phone: string;
  code: string;
}

/** The settings and the state of cloud functions. Time limits in milliseconds. */
interface FunctionRuns {
  readonly enabled: boolean;
  readonly syncLimit: number;
  readonly asyncLimit: number;
  /** The number of functions running now. */
  running: number;
  /** Ends the running functions when the sandbox closes. */
  readonly signal: AbortSignal;
  /** Decides whether functions may send requests to a host of the network, with its port. */
  readonly allowsHost: (host: string) => Promise<boolean>;
}

/** A run of a cloud function, which acts with the rights of its application. */
export interface RunOwner {
  application: BackendApplication;
  environment: BackendEnvironment;
  /** The name of the cloud function. */
  name: string;
  jobId: number;
}

/** Returns the Unix seconds of the sandbox's clock. */
export function nowInSeconds(backend: Backend): number {
  return Math.floor(backend.now() / 1000);
}

export function findApplication(backend: Backend, clientId: string): BackendApplication | undefined {
  return backend.applications.find(application => application.clientId === clientId);
}

/** Returns the environment with this Env ID; production for `undefined`. */
export function environmentOf<E extends BackendEnvironment>(
  application: { production: E; testEnvironments: readonly E[] } | undefined,
  envId: string | undefined,
): E | undefined {
  return [application?.production, ...(application?.testEnvironments ?? [])].find(each => each?.envId === envId);
}

/** Returns the name of one environment of one application, which owns users, sessions and documents. */
export function realmOf(application: BackendApplication, environment: BackendEnvironment): string {
  return `${application.clientId}/${environment.envId ?? 'production'}`;
}

/** Returns the number of a realm's application. It is part of collection names, and cloud functions receive it. */
export function applicationNumber(realm: string): number {
  return parseInt(realm.slice(0, 6), 16);
}

/** One environment of an application. `envId` is undefined for production (specification, "Open API", rule 2). */
export interface BackendEnvironment {
  name: string;
  envId: string | undefined;
}

/** An application with a ClientID (20 hexadecimal digits). Its environments share no data. */
export interface BackendApplication {
  name: string;
  clientId: string;
  production: BackendEnvironment;
  testEnvironments: readonly BackendEnvironment[];
}
