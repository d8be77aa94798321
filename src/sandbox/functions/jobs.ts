import { applicationNumber } from '../backend/backend';
import { nextNumber, scopeOf, save } from '../backend/scope';
import { annotate, type SandboxContext } from '../backend/routing';
import { HttpError } from '../http/httpError';
import type { Doc } from '../store/collection';
import { downloadAddress } from '../files/downloads';
import { findUser } from '../identity/users';
import { helloCode } from '../backend/helloFunction';
import { type FunctionRun, runFunction } from './runFunction';

export interface CloudFunction extends Doc {
  readonly name: string;
  readonly function_code: string;
  readonly remark: string;
  readonly plan_circle: string;
}

/** The triggers of a function. */
export const sources = [
  ...(['sdk', 'open_api', 'cloud_function', 'flex_schema', 'wechat_pay_success', 'timer', 'file_operation'] as const),
];
export type JobSource = (typeof sources)[number];

export function isSource(value: unknown): value is JobSource {
  return (sources as unknown[]).includes(value);
}

/** The caller of a run, and whether the caller waits for it. */
interface JobStart {
  source: JobSource;
  sync: boolean;
}

/** The memory sizes that the service offers, in megabytes. */
export const memoryLimits: Record<string, number> = { P_FREE: 128, P_PERSONAL: 256 };
/** The service's limit of concurrent runs of the smaller size. */
const mostAtOnce = 100;

/**
 * Runs a cloud function and records the run.
 * @throws HttpError 403 for foreign code unless the sandbox was started to run it, 400 when too many run
 */
export function runJob(
  context: SandboxContext,
  cloudFunction: CloudFunction,
  data: unknown,
  { source, sync }: JobStart,
): Promise<{ run: FunctionRun; job: Doc }> {
  const { backend, store, realm } = scopeOf(context);
  if (!backend.functions.enabled && cloudFunction.function_code !== helloCode) {
    throw new HttpError(
      403,
      'Cloud functions are code that would run on this machine: start the sandbox with --run-functions.',
    );
  }
  if (backend.functions.running >= mostAtOnce)
    throw new HttpError(400, `${mostAtOnce} cloud functions are running already.`);
  const seconds = (): number => backend.now() / 1000;
  const id = nextNumber(context, 'job', 1);
  const timeLimit = sync ? backend.functions.syncLimit : backend.functions.asyncLimit;
  const started: Doc = {
    id,
    function_name: cloudFunction.name,
    source,
    service_type: sync ? 'time_sensitive' : 'batch',
    created_at: seconds(),
    started_at: seconds(),
    finished_at: null,
    status: 'executing',
    mem_usage: 0,
    log: '',
  };
  save(context, 'job', started);
  annotate(context, `Cloud function ${cloudFunction.name}, run ${id}: local code.`);
  const memoryLimit = memoryLimits[cloudFunction.plan_circle] ?? 128;
  const event = describeEvent(context, data, { source, id, timeLimit, memoryLimit });

  const finish = async (): Promise<{ run: FunctionRun; job: Doc }> => {
    backend.functions.running += 1;
    try {
      const { name, function_code: code } = cloudFunction;
      const run = await runFunction({ name, code, event, timeLimit, memoryLimit, signal: backend.functions.signal });
      const { status, memory, log } = run;
      const job = { ...started, status, finished_at: seconds(), mem_usage: memory, log };
      if (!backend.functions.signal.aborted) store.put(realm, 'job', job);
      return { run, job };
    } finally {
      backend.functions.running -= 1;
    }
  };
  return finish();
}

/** A run in the list of runs. Its log is on another host. */
export function showJob(context: SandboxContext, { log: _log, function_name: _name, ...job }: Doc) {
  return { ...job, user_log_url: downloadAddress(context, 'job', job.id) };
}

/** The event that a function is called with. */
function describeEvent(
  context: SandboxContext,
  data: unknown,
  { source, id, timeLimit, memoryLimit }: { source: string; id: number; timeLimit: number; memoryLimit: number },
): object {
  const { envId, name } = context.get('environment');
  const userId = context.get('userId');
  const user = userId === undefined ? undefined : findUser(context, userId);
  return {
    data,
    eventType: source,
    jobId: id,
    memoryLimitInMB: memoryLimit,
    timeLimitInMS: timeLimit,
    miniappId: applicationNumber(scopeOf(context).realm),
    request: {
      meta: {
        ip_address: context.env.incoming.socket.remoteAddress ?? '',
        user_agent: context.req.header('User-Agent') ?? '',
      },
      user: user && {
        id: user.id,
        nickname: user.nickname ?? null,
        avatar_url: user.avatar ?? null,
        openid: null,
        unionid: null,
      },
    },
    env: envId === undefined ? undefined : { id: envId, name },
  };
}
