import { applicationNumber, type Backend, type BackendApplication, type BackendEnvironment } from '../backend/backend';
import { realmOf } from '../backend/backend';
import { nextNumberIn, type Scope } from '../backend/scope';
import type { SandboxContext } from '../backend/routing';
import { HttpError } from '../http/httpError';
import type { Doc } from '../store/collection';
import { downloadAddress } from '../files/downloadRoutes';
import { helloCode } from '../backend/helloFunction';
import { randomHex } from '../store/hashes';
import { type FunctionResult, runFunction } from './runFunction';

export interface CloudFunction extends Doc {
  readonly name: string;
  readonly function_code: string;
  readonly remark: string;
  readonly plan_circle: string;
}

export function functionByName(
  { store, realm }: Pick<Scope, 'store' | 'realm'>,
  name: string,
): CloudFunction | undefined {
  const functions = store.collection(realm, 'function');
  functions.ensureIndex('name');
  return functions.findIndexed('name', [name])[0] as CloudFunction | undefined;
}

/** The triggers of a function. */
export const jobSources = [
  ...(['sdk', 'open_api', 'cloud_function', 'flex_schema', 'wechat_pay_success', 'timer', 'file_operation'] as const),
];
export type JobSource = (typeof jobSources)[number];

export function isJobSource(value: unknown): value is JobSource {
  return (jobSources as unknown[]).includes(value);
}

/** The environment in which a function runs. */
export interface RunTarget {
  backend: Backend;
  application: BackendApplication;
  environment: BackendEnvironment;
}

/** The event of a run, and whether the caller waits for it. */
export interface RunRequest {
  data: unknown;
  source: JobSource;
  sync: boolean;
  /** `event.request.user`. */
  user?: object | undefined;
  /** The caller's address and program. */
  meta?: { ip_address: string; user_agent: string } | undefined;
  /** The name of the table whose trigger started the run. */
  tableName?: string | undefined;
}

/** A run that has begun: its record in the list of runs, and its event. */
interface StartedJob {
  id: number;
  event: object;
  /** Milliseconds. */
  timeLimit: number;
  /** Megabytes. */
  memoryLimit: number;
  /** Completes the record of the run. */
  finish(run: FunctionResult): Doc;
}

/** The memory sizes that the service offers, in megabytes. */
export const memoryLimits: Record<string, number> = { P_FREE: 128, P_PERSONAL: 256 };
/** The service's limit of concurrent runs of the smaller size. */
const maximumRunning = 100;

/**
 * Runs a cloud function and records the run.
 * @throws HttpError 403 for code other than the seed's function, unless functions are enabled; 400 when too many run
 */
export function runJob(
  target: RunTarget,
  cloudFunction: CloudFunction,
  request: RunRequest,
): { id: number; done: Promise<{ run: FunctionResult; job: Doc }> } {
  const { functions, runTokens, origin } = target.backend;
  if (!functions.enabled && cloudFunction.function_code !== helloCode) {
    throw new HttpError(
      403,
      'Cloud functions are code that would run on this machine: start the sandbox with --run-functions.',
    );
  }
  if (functions.running >= maximumRunning)
    throw new HttpError(400, `${maximumRunning} cloud functions are running already.`);
  const { name, function_code: code, plan_circle: plan } = cloudFunction;
  const startedJob = startJob(target, name, plan, request);
  const { id, event, timeLimit, memoryLimit } = startedJob;
  const { application, environment } = target;
  const token = runTokens.issue({ application, environment, name, jobId: id });
  const address = { origin, token, envId: environment.envId };
  const run = async (): Promise<{ run: FunctionResult; job: Doc }> => {
    functions.running += 1;
    try {
      const { signal } = functions;
      const run = await runFunction({ name, code, event, address, timeLimit, memoryLimit, signal });
      return { run, job: startedJob.finish(run) };
    } finally {
      functions.running -= 1;
      runTokens.end(token);
    }
  };
  return { id, done: run() };
}

/** Records the start of a run. */
export function startJob(target: RunTarget, name: string, plan: string, request: RunRequest): StartedJob {
  const { backend, application, environment } = target;
  const { store, functions } = backend;
  const realm = realmOf(application, environment);
  const seconds = (): number => backend.now() / 1000;
  const id = nextNumberIn({ backend, store, realm }, 'job', 1);
  const timeLimit = request.sync ? functions.syncLimit : functions.asyncLimit;
  const memoryLimit = memoryLimits[plan] ?? 128;
  const startedJob: Doc = {
    id,
    function_name: name,
    source: request.source,
    service_type: request.sync ? 'time_sensitive' : 'batch',
    created_at: seconds(),
    started_at: seconds(),
    finished_at: null,
    status: 'executing',
    mem_usage: 0,
    log: '',
  };
  store.put(realm, 'job', startedJob);
  const finish = ({ status, memory, log }: FunctionResult): Doc => {
    const job = { ...startedJob, status, finished_at: seconds(), mem_usage: memory, log };
    return functions.signal.aborted ? job : store.put(realm, 'job', job);
  };
  return { id, event: createEvent(target, request, { id, timeLimit, memoryLimit }), timeLimit, memoryLimit, finish };
}

/** Shows a run in the list of runs. Its log is on the download host. */
export function showJob(context: SandboxContext, { log: _log, function_name: _name, ...job }: Doc) {
  return { ...job, user_log_url: downloadAddress(context, 'job', job.id) };
}

/** Creates the event that a function is called with. */
function createEvent(
  { application, environment }: RunTarget,
  { data, source, user, meta, tableName }: RunRequest,
  { id, timeLimit, memoryLimit }: { id: number; timeLimit: number; memoryLimit: number },
): object {
  const { envId, name } = environment;
  return {
    data,
    eventType: source,
    jobId: id,
    memoryLimitInMB: memoryLimit,
    timeLimitInMS: timeLimit,
    miniappId: applicationNumber(realmOf(application, environment)),
    request: { meta: meta ?? { ip_address: '', user_agent: '' }, user },
    // The key for encrypted tokens of WeChat. The sandbox has no such tokens, so any key is correct.
    signKey: randomHex(32),
    ...(tableName === undefined ? {} : { flex_schema_name: tableName }),
    env: envId === undefined ? undefined : { id: envId, name },
  };
}
