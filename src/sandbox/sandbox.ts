import { answering } from './server/middleware';
import { runFromCommandLine } from './cli';
import { controlRoutes } from './control/controlRoutes';
import { controls } from './control/controls';
import { randomHex } from './store/credentials';
import { FaultQueue } from './server/faults';
import type { NetworkConditions } from './server/network';
import type { Sandbox, SandboxApplication, SandboxOptions } from './options';
import { RateLimit } from './server/rateLimit';
import { requestLog } from './server/requestLog';
import { sandboxRoutes } from './routes';
import { seedApplications } from './seed/seed';
import { seedDocuments } from './seed/seedDocuments';
import { closeServer, listen } from './server/server';
import { restoreState } from './store/state';
import type { SandboxState } from './store/state';
import { openDataFile } from './store/dataFile';
import { stateJournal } from './store/stateJournal';
import { Store } from './store/store';
import type { World } from './backend/backend';
import { secretOf } from './backend/backend';

export type { Exchange } from './server/recordedExchange';
export type { Fault, FaultKind } from './server/faults';
export type { NetworkConditions } from './server/network';
export type { Sandbox, SandboxApplication, SandboxOptions } from './options';
export type { Plan } from './server/rateLimit';
export type { RecordedRequest } from './server/requestLog';
export type { SmsCode } from './users/smsRoutes';
export type { SandboxState } from './store/state';
export { DataFileError } from './store/dataFile';

/**
 * Starts the service in miniature on 127.0.0.1.
 *
 * @throws the system's error, `code` EADDRINUSE, when the port is taken; DataFileError, when the data file cannot be used
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const dataFile = options.data === undefined ? undefined : await openDataFile(options.data);
  try {
    return await run(options, dataFile);
  } catch (error) {
    await dataFile?.close();
    throw error;
  }
}

async function run(
  options: SandboxOptions,
  dataFile: Awaited<ReturnType<typeof openDataFile>> | undefined,
): Promise<Sandbox> {
  const base = options.now ?? Date.now;
  const { documents, ...parts } = dataFile?.state ?? restoreState(options.state);
  const state: SandboxState = { ...parts, documents: [] };
  const listeners = new Set<() => void>();
  const tell = (): void => [...listeners].forEach(listener => listener());
  const journal = dataFile && stateJournal(state, entry => dataFile.append(entry));
  const applications = seedApplications(options.categories ?? 5000, options.scale ?? 60);
  const store = new Store(seedDocuments(applications), change => {
    dataFile?.append({ change });
    if (dataFile?.isLong) dataFile.replace(snapshot());
    tell();
  });
  store.restore(documents);
  const snapshot = (): SandboxState => ({ ...structuredClone(state), documents: [...store.changes()] });
  const stopping = new AbortController();
  const world: World = {
    applications,
    state,
    store,
    smsCodes: [],
    lastNumbers: new Map(),
    functions: {
      enabled: options.runFunctions ?? false,
      syncLimit: options.functionLimits?.sync ?? 5000,
      asyncLimit: options.functionLimits?.async ?? 300_000,
      running: 0,
      signal: stopping.signal,
    },
    accessTokenLifetime: options.accessTokenLifetime ?? 31_535_999,
    codeLifetime: options.codeLifetime ?? 600,
    now: () => base() + state.clockOffset,
    changed() {
      journal?.();
      tell();
    },
  };
  const log = requestLog();
  const faults = new FaultQueue();
  const rateLimit = new RateLimit();
  let network: NetworkConditions = options.network ?? {};
  const controlToken = randomHex(40);
  const acts = controls(world, { faults, rateLimit, setNetwork: conditions => (network = conditions) });
  acts.limitRate(options.rateLimit);
  const replaced = (change: () => void): void => {
    change();
    dataFile?.replace(snapshot());
    tell();
  };
  const reset = (): void => replaced(acts.reset);
  const load = (saved: unknown): void => replaced(() => acts.load(saved));
  const control = controlRoutes({ ...acts, reset, load, state: snapshot, log, smsCodes: world.smsCodes }, controlToken);
  const routes = sandboxRoutes(world, { allowedOrigins: options.allowedOrigins ?? [], rateLimit, control });
  const { server, port } = await listen({
    port: options.port ?? 0,
    answer: answering(world, routes, { faults, log, network: () => network }),
    onRefused: (incoming, outgoing, status) =>
      log.record(incoming, outgoing, { at: world.now(), milliseconds: 0, status, bodyHasSecret: false }),
  });
  const origin = `http://127.0.0.1:${port}`;
  let closing: Promise<void> | undefined;

  return {
    ...acts,
    reset,
    load,
    port,
    origin,
    controlToken,
    runsFunctions: world.functions.enabled,
    get applications() {
      return describeApplications(world, origin);
    },
    requests: log.requests,
    onRequest: listener => log.onRequest(listener),
    exchange: id => log.exchange(id),
    smsCodes: world.smsCodes,
    state: snapshot,
    onStateChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      stopping.abort();
      return (closing ??= closeServer(server).then(() => dataFile?.close()));
    },
  };
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
