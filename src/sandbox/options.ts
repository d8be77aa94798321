import type { Exchange } from './server/recordedExchange';
import type { Controls } from './control/controls';
import type { NetworkConditions } from './server/network';
import type { Plan } from './server/rateLimit';
import type { RecordedRequest } from './server/requestLog';
import type { SmsCode } from './backend/backend';
import type { SandboxState } from './store/state';

/** What the developer console would show of an application, and the users and content groups to try it with. */
export interface SandboxApplication {
  name: string;
  clientId: string;
  clientSecret: string;
  authUrl: string;
  serverDomain: string;
  /** Test environments; production is always there and has no Env ID. */
  environments: { name: string; envId: string }[];
  contentGroups: { id: number; name: string }[];
  /** Users of the production environment. */
  users: { email: string; username: string; password: string }[];
}

/** A running sandbox. */
export interface Sandbox extends Controls {
  readonly port: number;
  /** `http://127.0.0.1:PORT`: authorization server and server domain of both applications. */
  readonly origin: string;
  readonly applications: SandboxApplication[];
  /** Opens `POST {origin}/__sandbox/…`; a new one every time, and good for nothing else. */
  readonly controlToken: string;
  /** The last 1000 requests, newest last. */
  readonly requests: readonly RecordedRequest[];
  /** Called when a request was answered, or left without an answer. Returns the way to stop listening. */
  onRequest(listener: (request: RecordedRequest) => void): () => void;
  /** Headers and bodies of one of the last 200 requests, credentials masked. */
  exchange(id: number): Exchange | undefined;
  /** Codes that would have been sent by SMS, newest last. */
  readonly smsCodes: readonly SmsCode[];
  /** Whether cloud functions run, which is code on this machine. */
  readonly runsFunctions: boolean;
  /** A snapshot to start the next sandbox with: tokens, sessions, users and every document stay. */
  state(): SandboxState;
  onStateChange(listener: () => void): () => void;
  /** Stops listening, ends running functions and closes the data file. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Absent or 0: a free port. */
  port?: number | undefined;
  /** From an earlier sandbox's `state()`. Anything else is ignored. */
  state?: SandboxState | undefined;
  /**
   * A file that holds the state instead: what it has is taken over, and every change is in it before it is answered. One
   * sandbox at a time can use it.
   */
  data?: string | undefined;
  /** Seconds; absent: 31535999, as the service. */
  accessTokenLifetime?: number | undefined;
  /** Seconds; absent: 600, as the service. */
  codeLifetime?: number | undefined;
  /** How many categories the big content group has; absent: 5000. */
  categories?: number | undefined;
  /** How many records the table of products has; absent: 60. */
  scale?: number | undefined;
  /** Whether cloud functions run: code on this machine, with the rights of this process. */
  runFunctions?: boolean | undefined;
  /** Milliseconds a cloud function may take; absent: 5 seconds when somebody waits, 300 when not, as the service. */
  functionLimits?: { sync?: number; async?: number } | undefined;
  /** Origins of pages that may call the Web API, besides those of this machine. */
  allowedOrigins?: string[] | undefined;
  network?: NetworkConditions | undefined;
  /** See `limitRate`. */
  rateLimit?: number | Plan | undefined;
  /** Unix milliseconds; absent: the machine's clock. */
  now?: (() => number) | undefined;
}
