import { runFromCommandLine } from './cli';
import { answering } from './answering';
import { endTokens } from './grants';
import type { Fault } from './faults';
import { FaultQueue } from './faults';
import type { RecordedRequest } from './requestLog';
import { requestLog } from './requestLog';
import { sandboxRoutes } from './routes';
import { seedApplications } from './seed';
import { closeServer, listen } from './server';
import type { SandboxState } from './state';
import { restoreState } from './state';
import type { World } from './world';
import { findApplication, secretOf } from './world';

export type { Fault, FaultKind } from './faults';
export type { RecordedRequest } from './requestLog';
export type { SandboxState } from './state';

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
  /** The last 1000 requests, newest last. */
  readonly requests: readonly RecordedRequest[];
  /** Called when a request was answered, or left without an answer. Returns the way to stop listening. */
  onRequest(listener: (request: RecordedRequest) => void): () => void;
  /** A snapshot to start the next sandbox with: tokens, sessions and new users stay valid. */
  state(): SandboxState;
  onStateChange(listener: () => void): () => void;
  /** Moves the sandbox's clock; codes, tokens and sessions expire by it. */
  moveClock(milliseconds: number): void;
  fail(fault: Fault): void;
  clearFaults(): void;
  /** Ends every access and refresh token of an application. Throws when there is no such application. */
  revokeTokens(clientId: string): void;
  /** Gives an application a new ClientSecret, as the console does; the old one is refused at once, tokens stay. */
  resetSecret(clientId: string): string;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Absent or 0: a free port. */
  port?: number;
  /** From an earlier sandbox's `state()`. Anything else is ignored. */
  state?: SandboxState;
  /** Seconds; absent: 31535999, as the service. */
  accessTokenLifetime?: number;
  /** Seconds; absent: 600, as the service. */
  codeLifetime?: number;
  seed?: 'shop';
  /** How many categories the big content group has; absent: 5000. */
  categories?: number;
  /** Unix milliseconds; absent: the machine's clock. */
  now?: () => number;
}

/**
 * Starts the service in miniature on 127.0.0.1.
 *
 * @throws the system's error, `code` EADDRINUSE, when the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const base = options.now ?? Date.now;
  const state = restoreState(options.state);
  const stateListeners = new Set<() => void>();
  const world: World = {
    applications: seedApplications(options.categories ?? 5000),
    state,
    accessTokenLifetime: options.accessTokenLifetime ?? 31_535_999,
    codeLifetime: options.codeLifetime ?? 600,
    now: () => base() + state.clockOffset,
    changed: () => [...stateListeners].forEach(listener => listener()),
  };
  const log = requestLog();
  const faults = new FaultQueue();
  const { server, port } = await listen({
    port: options.port ?? 0,
    answer: answering(world, sandboxRoutes(world), faults, log),
    onRefused: (incoming, status) =>
      log.record(incoming, { at: world.now(), milliseconds: 0, status, bodyHasSecret: false }),
  });
  const origin = `http://127.0.0.1:${port}`;
  let closing: Promise<void> | undefined;

  return {
    port,
    origin,
    get applications() {
      return describeApplications(world, origin);
    },
    requests: log.requests,
    onRequest: listener => log.onRequest(listener),
    state: () => structuredClone(state),
    onStateChange(listener) {
      stateListeners.add(listener);
      return () => void stateListeners.delete(listener);
    },
    moveClock(milliseconds) {
      state.clockOffset += milliseconds;
      world.changed();
    },
    fail: fault => faults.add(fault),
    clearFaults: () => faults.clear(),
    revokeTokens: clientId => endTokens(world, knownClientId(world, clientId)),
    resetSecret(clientId) {
      state.secretResets[knownClientId(world, clientId)] = (state.secretResets[clientId] ?? 0) + 1;
      world.changed();
      return secretOf(world, clientId);
    },
    close: () => (closing ??= closeServer(server)),
  };
}

function knownClientId(world: World, clientId: string): string {
  if (!findApplication(world, clientId)) throw new RangeError('No application of the sandbox has this ClientID.');
  return clientId;
}

function describeApplications(world: World, origin: string): SandboxApplication[] {
  return world.applications.map(({ name, clientId, production, testEnvironments }) => ({
    name,
    clientId,
    clientSecret: secretOf(world, clientId),
    authUrl: origin,
    serverDomain: origin,
    environments: testEnvironments.map(environment => ({ name: environment.name, envId: environment.envId ?? '' })),
    contentGroups: production.groups.map(group => ({ id: group.id, name: group.name })),
    users: production.users.map(({ email, username, password }) => ({ email, username, password })),
  }));
}

// True only in the bundle `node dist/sandbox.cjs` runs; neither the extension nor an ES module test is the main module.
if (typeof module !== 'undefined' && typeof require !== 'undefined' && require.main === module) {
  void runFromCommandLine(startSandbox, process.argv.slice(2));
}
