import { Secret } from '../api/secret';
import type { Backend } from './backend/backend';
import { clientSecretOf } from './backend/clientSecret';
import { controlRoutes } from './control/controlRoutes';
import { createControls } from './control/controls';
import { createBackend, type BackendHandle } from './createBackend';
import type { Sandbox, SandboxApplication, SandboxOptions } from './options';
import { downloadRoutes } from './files/downloadRoutes';
import { LocalRuns } from './functions/localRun';
import { addTriggerRoute } from './functions/triggerRoutes';
import { sandboxRoutes } from './routes';
import type { Routes } from './backend/routing';
import { Worlds } from './seed/worlds';
import { FaultQueue } from './server/faults';
import { middleware, type MiddlewareOptions } from './server/middleware';
import type { NetworkConditions } from './server/network';
import { RateLimit } from './server/rateLimit';
import { requestLog } from './server/requestLog';
import { closeServer, listen } from './server/server';
import { randomHex } from './store/hashes';
import { openDataFile, type DataFile } from './store/dataFile';

export type { SmsCode } from './backend/backend';
export type { Behaviour } from './backend/behaviour';
export type { RecordedCall } from './backend/recordedCalls';
export type { LocalRun, LocalRunOptions } from './functions/localRun';
export type { FunctionResult } from './functions/runFunction';
export type { Sandbox, SandboxApplication, SandboxOptions } from './options';
export type { Fault, FaultKind } from './server/faults';
export type { NetworkConditions } from './server/network';
export type { RatePlan } from './server/rateLimit';
export type { Exchange } from './server/recordedExchange';
export type { RecordedRequest } from './server/requestLog';
export type { SandboxState } from './store/state';
export { DataFileError } from './store/dataFile';

/**
 * Starts a local imitation of the service on 127.0.0.1.
 * @throws a system error with the `code` EADDRINUSE when the port is in use; DataFileError when the data file cannot be
 * used
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const dataFile = options.data === undefined ? undefined : await openDataFile(options.data);
  try {
    return await serve(createBackend(options, dataFile), options, dataFile);
  } catch (error) {
    await dataFile?.close();
    throw error;
  }
}

/** Starts the main server and the download server for a backend. */
async function serve(handle: BackendHandle, options: SandboxOptions, dataFile: DataFile | undefined): Promise<Sandbox> {
  const { backend, snapshot, replaceState, onStateChange } = handle;
  const worlds = new Worlds(handle);
  const log = requestLog();
  const faults = new FaultQueue();
  const rateLimit = new RateLimit();
  let network: NetworkConditions = options.network ?? {};
  const setNetwork = (conditions: NetworkConditions): void => void (network = conditions);
  const controls = createControls(backend, { faults, rateLimit, setNetwork, replaceState });
  controls.limitRate(options.rateLimit);
  const controlToken = randomHex(40);
  const control = controlRoutes({ ...controls, state: snapshot, log, smsCodes: backend.smsCodes }, controlToken);
  addTriggerRoute(control, backend);
  const localRuns = new LocalRuns(backend);
  const allowedOrigins = options.allowedOrigins ?? [];
  const routes = sandboxRoutes(backend, { allowedOrigins, rateLimit, control, localRuns });
  const serving = { backend, log, faults, network: () => network };
  const { server, port } = await serveRoutes(routes, options.port ?? 0, serving);
  const downloads = await serveRoutes(downloadRoutes(backend), 0, serving);
  backend.downloads.origin = `http://127.0.0.1:${downloads.port}`;
  const origin = `http://127.0.0.1:${port}`;
  backend.origin = origin;
  let closing: Promise<void> | undefined;

  return {
    ...controls,
    port,
    origin,
    downloadOrigin: backend.downloads.origin,
    controlToken,
    get secrets() {
      return secretsFor(describeApplications(handle, origin), controlToken);
    },
    runsFunctions: backend.functions.enabled,
    get applications() {
      return describeApplications(handle, origin);
    },
    requests: log.requests,
    onRequest: listener => log.onRequest(listener),
    exchange: id => log.exchange(id),
    smsCodes: backend.smsCodes,
    get clockOffset() {
      return backend.state.clockOffset;
    },
    startLocalRun: run => localRuns.start(run),
    recordedCalls: backend.recordedCalls,
    addWorld: world => worlds.add(world),
    removeWorld: clientId => worlds.remove(clientId),
    worldOf: (clientId, envId) => worlds.of(clientId, envId),
    state: snapshot,
    onStateChange,
    close() {
      handle.stopFunctions();
      return (closing ??= Promise.all([server, downloads.server].map(closeServer)).then(() => dataFile?.close()));
    },
  };
}

interface Serving extends MiddlewareOptions {
  backend: Backend;
}

/** Starts a server for routes. Its log also contains requests that Node refuses before they reach a route. */
function serveRoutes(routes: Routes, port: number, { backend, ...options }: Serving) {
  return listen({
    port,
    respond: middleware(backend, routes, options),
    onRefused: (incoming, outgoing, status) =>
      options.log.record(incoming, outgoing, { at: backend.now(), milliseconds: 0, status, bodyHasSecret: false }),
  });
}

/** Returns the values of `{{$secret password}}` and `{{$secret control}}` in request documents. */
function secretsFor([first]: readonly SandboxApplication[], controlToken: string): Map<string, Secret> {
  return new Map([
    ['password', new Secret(first?.users[0]?.password ?? '')],
    ['control', new Secret(controlToken)],
  ]);
}

function describeApplications({ applications, backend }: BackendHandle, origin: string): SandboxApplication[] {
  return applications.map(({ name, clientId, production, testEnvironments }) => ({
    name,
    clientId,
    clientSecret: clientSecretOf(backend, clientId),
    authUrl: origin,
    serverDomain: origin,
    environments: testEnvironments.map(environment => ({ name: environment.name, envId: environment.envId ?? '' })),
    contentGroups: production.groups.map(group => ({ id: group.id, name: group.name })),
    users: production.users.map(({ email, username, password }) => ({ email, username, password })),
    world: production.world?.source.environment,
  }));
}
