import type { World } from '../world/world';
import type { Secret } from '../api/secret';
import type { Exchange } from './server/recordedExchange';
import type { Controls } from './control/controls';
import type { NetworkConditions } from './server/network';
import type { RatePlan } from './server/rateLimit';
import type { RecordedRequest } from './server/requestLog';
import type { SmsCode } from './backend/backend';
import type { Behaviour } from './backend/behaviour';
import type { RecordedCalls } from './backend/recordedCalls';
import type { LocalRun, LocalRunOptions } from './functions/localRun';
import type { SandboxState } from './store/state';

/** An application as in the developer console, with the users and content groups of its seed. */
export interface SandboxApplication {
  name: string;
  clientId: string;
  clientSecret: string;
  authUrl: string;
  serverDomain: string;
  /** Test environments; production always exists and has no Env ID. */
  environments: { name: string; envId: string }[];
  contentGroups: { id: number; name: string }[];
  /** Users of the production environment. */
  users: { email: string; username: string; password: string }[];
  /** Name of the environment that its world came from; `undefined` for a made-up application. */
  world: string | undefined;
}

/** A running sandbox. */
export interface Sandbox extends Controls {
  readonly port: number;
  /** `http://127.0.0.1:PORT`: authorization server and server domain of all applications. */
  readonly origin: string;
  /** The origin that serves logs and exports, on another port. */
  readonly downloadOrigin: string;
  readonly applications: SandboxApplication[];
  /** The token for requests to `{origin}/__sandbox/…`; new at every start. */
  readonly controlToken: string;
  /** The values of `{{$secret}}` in request documents for the sandbox. */
  readonly secrets: ReadonlyMap<string, Secret>;
  /** The last 1000 requests, newest last. */
  readonly requests: readonly RecordedRequest[];
  /** Calls `listener` for every request before its response is sent. Returns a function that removes the listener. */
  onRequest(listener: (request: RecordedRequest) => void): () => void;
  /** Returns the headers and bodies of one of the last 200 requests, with masked credentials. */
  exchange(id: number): Exchange | undefined;
  /** Verification codes that the service would send by SMS, newest last. */
  readonly smsCodes: readonly SmsCode[];
  /** Whether cloud functions run. Their code runs on this machine. */
  readonly runsFunctions: boolean;
  /**
   * Prepares the run of a function from a file. The caller starts the program of `functionProgram` for it.
   * @throws RangeError for an unknown application, environment or table
   */
  startLocalRun(options: LocalRunOptions): LocalRun;
  /** The last calls of cloud functions that would have left this machine, newest last. */
  readonly recordedCalls: RecordedCalls;
  /** Milliseconds by which the sandbox's clock is ahead of the machine's clock. */
  readonly clockOffset: number;
  /**
   * Adds the application of a world at the front of the list. If the list already has a world with this ClientID,
   * replaces all its data.
   * @throws RangeError if a made-up application has this ClientID
   */
  addWorld(world: World): void;
  /** Removes the application of a world. Does nothing if no world has this ClientID. */
  removeWorld(clientId: string): void;
  /**
   * Returns the current data of an environment as a world.
   * @throws RangeError for an unknown application or environment
   */
  worldOf(clientId: string, envId: string | undefined): World;
  /**
   * Returns a snapshot to start another sandbox from: hashes of codes, tokens and sessions, and all changes to the
   * seed.
   */
  state(): SandboxState;
  onStateChange(listener: () => void): () => void;
  /** Stops listening, ends running functions and closes the data file. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Worlds to load. Their applications come first; the made-up ones follow. */
  worlds?: readonly World[] | undefined;
  /** Absent or 0: a free port. */
  port?: number | undefined;
  /** The `state()` of an earlier sandbox. Ignored if it is invalid, or if `data` is set. */
  state?: SandboxState | undefined;
  /**
   * The path of a file that stores the state. Every change is written to it before the response is sent. Only one
   * sandbox at a time can use the file.
   */
  data?: string | undefined;
  /** Seconds. Default: 31535999, as in the service. */
  accessTokenLifetime?: number | undefined;
  /** Seconds. Default: 600, as in the service. */
  codeLifetime?: number | undefined;
  /** The number of categories in the big content group. Default: 5000. */
  categories?: number | undefined;
  /** The number of records in the table of products. Default: 60. */
  scale?: number | undefined;
  /** Whether cloud functions run. Their code runs on this machine with the rights of this process. */
  runFunctions?: boolean | undefined;
  /**
   * The time limits of a cloud function in milliseconds. Default: 5000 for a synchronous call and 300000 for an
   * asynchronous one, as in the service.
   */
  functionLimits?: { sync?: number; async?: number } | undefined;
  /**
   * Hosts (with ports) to which cloud functions may send requests, or a function that decides this once for each host.
   * Default: none.
   */
  functionHosts?: readonly string[] | ((host: string) => Promise<boolean>) | undefined;
  /** Origins of pages that may call the Web API, in addition to pages of this machine. */
  allowedOrigins?: string[] | undefined;
  network?: NetworkConditions | undefined;
  /** See `limitRate`. */
  rateLimit?: number | RatePlan | undefined;
  /** See `setBehaviour`. */
  behaviour?: Partial<Behaviour> | undefined;
  /** Unix milliseconds. Default: the machine's clock. */
  now?: (() => number) | undefined;
}
