import type { Exchange } from './server/recordedExchange';
import type { Fault } from './server/faults';
import type { NetworkConditions } from './server/network';
import type { Plan } from './server/rateLimit';
import type { RecordedRequest } from './server/requestLog';
import type { SmsCode } from './users/smsRoutes';
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
export interface Sandbox {
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
  /** Puts a saved state in the place of everything there is. Throws RangeError when something else wrote it. */
  load(state: unknown): void;
  /** Puts the data back to how it was in the beginning, and ends user sessions. Open API tokens and the clock stay. */
  reset(): void;
  /** Moves the sandbox's clock; codes, tokens and sessions expire by it. */
  moveClock(milliseconds: number): void;
  fail(fault: Fault): void;
  clearFaults(): void;
  /** How slow the network is, for every request from now on. */
  setNetwork(conditions: NetworkConditions): void;
  /** Requests per minute and application, or the number a plan of the service guarantees; undefined: no limit. */
  limitRate(limit: number | Plan | undefined): void;
  /** Ends every access and refresh token of an application. Throws when there is no such application. */
  revokeTokens(clientId: string): void;
  /** Lets every access token of an application expire now; its refresh tokens stay good. Throws as `revokeTokens`. */
  expireTokens(clientId: string): void;
  /** Ends every user session of an application. Throws as `revokeTokens`. */
  endSessions(clientId: string): void;
  /** Gives an application a new ClientSecret, as the console does; the old one is refused at once, tokens stay. */
  resetSecret(clientId: string): string;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Absent or 0: a free port. */
  port?: number;
  /** From an earlier sandbox's `state()`. Anything else is ignored. */
  state?: SandboxState;
  /**
   * A file that holds the state instead: what it has is taken over, and every change is in it before it is answered. One
   * sandbox at a time can use it.
   */
  data?: string;
  /** Seconds; absent: 31535999, as the service. */
  accessTokenLifetime?: number;
  /** Seconds; absent: 600, as the service. */
  codeLifetime?: number;
  seed?: 'shop';
  /** How many categories the big content group has; absent: 5000. */
  categories?: number;
  /** How many records the table of products has; absent: 60. */
  scale?: number;
  /** Whether cloud functions run: code on this machine, with the rights of this process. */
  runFunctions?: boolean;
  /** Milliseconds a cloud function may take; absent: 5 seconds when somebody waits, 300 when not, as the service. */
  functionLimits?: { sync?: number; async?: number };
  /** Origins of pages that may call the Web API, besides those of this machine. */
  allowedOrigins?: string[];
  network?: NetworkConditions;
  /** See `limitRate`. */
  rateLimit?: number | Plan;
  /** Unix milliseconds; absent: the machine's clock. */
  now?: () => number;
}
