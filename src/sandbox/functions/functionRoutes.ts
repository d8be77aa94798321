import { readJson, requiredText } from '../backend/body';
import { documents, nextNumber, remove, save, scopeOf, currentSeconds } from '../backend/scope';
import { pageResponse } from '../backend/paging';
import { HttpError } from '../http/httpError';
import { addRoute, annotate, type Routes, type SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import { requireUser } from '../identity/authenticate';
import { runPrefix } from '../backend/runTokens';
import { findUser } from '../identity/users';
import type { CloudFunction, JobSource, RunTarget, RunRequest } from './jobs';
import { functionByName, isJobSource, memoryLimits, runJob, showJob, jobSources } from './jobs';
import type { FunctionResult } from './runFunction';
import { requireTableName } from './tableName';

const namePattern = /^[\p{L}\p{M}\p{N}_-]{1,64}$/u;

/** Adds the routes of both families that call cloud functions. */
export function addFunctionRoutes(routes: Routes): void {
  for (const family of ['hserve', 'oserve']) {
    addRoute(routes, 'POST', `/${family}/v1/cloud-function/job/`, async context => {
      if (family === 'hserve') checkCaller(context);
      const body = await readJson(context);
      const cloudFunction = findFunction(context, requiredText(body, 'function_name'));
      return runAndRespond(context, cloudFunction, body, family === 'hserve' ? 'sdk' : 'open_api');
    });
  }
}

export function addOpenFunctionRoutes(routes: Routes): void {
  const base = '/oserve/v1.3/cloud-function/';
  addRoute(routes, 'GET', base, context => {
    const newestFirst = [...documents(context, 'function').newestFirst()];
    return pageResponse(context, newestFirst, 'always', item => item);
  });
  addRoute(routes, 'POST', base, async context => {
    const body = await readJson(context);
    const name = requiredText(body, 'name');
    if (functionByName(scopeOf(context), name))
      throw new HttpError(400, 'There is already a cloud function of this name.');
    const code = requiredText(body, 'function_code');
    const plan = readPlan(body) ?? 'P_FREE';
    return context.json(
      saveFunction(context, { name, function_code: code, remark: readRemark(body) ?? '', plan_circle: plan }),
      201,
    );
  });
  addRoute(routes, 'GET', `${base}:name/`, context => findFunction(context));
  addRoute(routes, 'PATCH', `${base}:name/`, async context => {
    const current = findFunction(context);
    const body = await readJson(context);
    const code = body.function_code === undefined ? current.function_code : requiredText(body, 'function_code');
    const name = body.name === undefined ? current.name : requiredText(body, 'name');
    if (name !== current.name && functionByName(scopeOf(context), name))
      throw new HttpError(400, 'There is already a cloud function of this name.');
    const remark = readRemark(body) ?? current.remark;
    const plan = readPlan(body) ?? current.plan_circle;
    return context.json(saveFunction(context, { name, function_code: code, remark, plan_circle: plan }, current), 202);
  });
  addRoute(routes, 'DELETE', `${base}:name/`, context => {
    remove(context, 'function', findFunction(context).id);
  });

  addRoute(routes, 'GET', `${base}:name/job/`, context => listJobs(context));
  addRoute(routes, 'POST', `${base}:name/job/`, async context =>
    runAndRespond(context, findFunction(context), await readJson(context), 'open_api'),
  );
  addRoute(routes, 'POST', `${base}:name/debug/`, async context => {
    const cloudFunction = findFunction(context);
    const { data, subject = 'sdk', schema_id: table } = await readJson(context);
    if (data === undefined) throw new HttpError(400, 'data is required: an empty object when there is none.');
    if (!isJobSource(subject)) throw new HttpError(400, `subject must be one of: ${jobSources.join(', ')}.`);
    if (subject === 'flex_schema' && table === undefined)
      throw new HttpError(400, 'schema_id is required for the subject flex_schema.');
    const tableName = subject === 'flex_schema' ? requireTableName(scopeOf(context), table) : undefined;
    const { run, job } = await startRun(context, cloudFunction, { data, source: subject, sync: true, tableName });
    return {
      billing_time: Math.ceil(run.executionTime / 100) * 100,
      code: run.code,
      data: run.data,
      error: run.error,
      execution_time: run.executionTime,
      job_id: String(job.id),
      log: run.log,
      mem_usage: run.memory,
    };
  });
}

/** Adds the route with which a function calls another one. */
export function addInvokeRoute(routes: Routes): void {
  addRoute(routes, 'POST', `${runPrefix}invoke/`, async context => {
    const body = await readJson(context);
    const cloudFunction = findFunction(context, requiredText(body, 'function_name'));
    return runAndRespond(context, cloudFunction, body, 'cloud_function');
  });
}

async function runAndRespond(
  context: SandboxContext,
  cloudFunction: CloudFunction,
  { data = {}, sync = true }: Record<string, unknown>,
  source: JobSource,
) {
  if (typeof sync !== 'boolean') throw new HttpError(400, 'sync must be true or false.');
  const running = startRun(context, cloudFunction, { data, source, sync });
  if (!sync) {
    // Nobody waits for this run: without a handler, a failure to record its end would end the process.
    running.catch(() => undefined);
    return { status: 'ok' };
  }
  const { code, data: result, error } = (await running).run;
  return { code, data: result, error };
}

/**
 * Runs a function for the caller of a request. Not async: a refusal must be the response, also for a caller who does not
 * wait for the run.
 * @throws errors of `runJob`
 */
function startRun(
  context: SandboxContext,
  cloudFunction: CloudFunction,
  request: Pick<RunRequest, 'data' | 'source' | 'sync' | 'tableName'>,
): Promise<{ run: FunctionResult; job: Doc }> {
  const userId = context.get('userId');
  const user = userId === undefined ? undefined : findUser(context, userId);
  const { id, done } = runJob(runTargetOf(context), cloudFunction, {
    ...request,
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
  });
  annotate(context, `Cloud function ${cloudFunction.name}, run ${id}: local code.`);
  return done;
}

function runTargetOf(context: SandboxContext): RunTarget {
  return {
    backend: context.get('backend'),
    application: context.get('application'),
    environment: context.get('environment'),
  };
}

/** @throws HttpError for a caller who has not logged in, unless the console allows anonymous calls */
function checkCaller(context: SandboxContext): void {
  if (context.get('backend').behaviour.anonymousFunctions) return;
  if (findUser(context, requireUser(context))?._anonymous)
    throw new HttpError(403, 'The console does not let anonymous users call cloud functions.');
}

/** Lists the runs of one function, newest first, by the documented filters. */
function listJobs(context: SandboxContext) {
  const { name } = findFunction(context);
  const { source, status, service_type: type, created_at__gte: from, created_at__lte: to } = context.req.query();
  const jobs = [...documents(context, 'job').newestFirst()].filter(
    job =>
      job.function_name === name &&
      (source === undefined || job.source === source) &&
      (status === undefined || job.status === status) &&
      (type === undefined || job.service_type === type) &&
      (from === undefined || Number(job.created_at) >= Number(from)) &&
      (to === undefined || Number(job.created_at) <= Number(to)),
  );
  return pageResponse(context, jobs, 'always', job => showJob(context, job));
}

/** @throws HttpError 404 for an unknown function */
function findFunction(context: SandboxContext, name = context.req.param('name') ?? ''): CloudFunction {
  const cloudFunction = functionByName(scopeOf(context), name);
  if (!cloudFunction) throw new HttpError(404, 'There is no cloud function of this name.');
  return cloudFunction;
}

function saveFunction(
  context: SandboxContext,
  fields: { name: string; function_code: string; remark: string; plan_circle: string },
  current?: CloudFunction,
): Doc {
  if (!namePattern.test(fields.name))
    throw new HttpError(400, 'name may hold letters and digits of any script, underscores and hyphens.');
  const now = currentSeconds(context);
  const base = current ?? {
    id: nextNumber(context, 'function', 1001),
    audit_status: 'approved',
    created_at: now,
    created_by: '',
  };
  return save(context, 'function', { ...base, ...fields, updated_at: now, updated_by: '' });
}

function readPlan({ plan_circle: plan }: Record<string, unknown>): string | undefined {
  if (plan === undefined) return undefined;
  if (typeof plan !== 'string' || !Object.hasOwn(memoryLimits, plan))
    throw new HttpError(400, `plan_circle must be one of: ${Object.keys(memoryLimits).join(', ')}.`);
  return plan;
}

function readRemark(body: Record<string, unknown>): string | undefined {
  if (body.remark === undefined || body.remark === null) return undefined;
  if (typeof body.remark !== 'string') throw new HttpError(400, 'remark must be a string.');
  return body.remark;
}
