import * as v from 'valibot';
import { readJson, requiredText } from '../backend/body';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import { runPrefix } from '../backend/runTokens';
import { HttpError } from '../http/httpError';
import { authenticateRun, runOf } from '../identity/authenticate';
import type { Backend } from '../backend/backend';
import type { LocalRuns } from './localRun';
import type { RecordedCallName } from './runtime/baas/recordedCalls';
import { recordedCallAnswers } from './recordedAnswers';

const reportSchema = v.object({
  data: v.exactOptional(v.string()),
  error: v.exactOptional(v.object({ message: v.string(), stack: v.string(), type: v.string() })),
  timedOut: v.exactOptional(v.boolean()),
  memory: v.number(),
  log: v.string(),
  milliseconds: v.number(),
});

/** Adds the routes that the program of a run calls. */
export function addRunRoutes(routes: Routes, backend: Backend, localRuns: LocalRuns): void {
  routes.use(`${runPrefix}*`, authenticateRun(backend));
  addRoute(routes, 'GET', `${runPrefix}start/`, context => {
    const start = localRuns.startOf(tokenOf(context));
    if (start === undefined) throw new HttpError(404, 'This run has no file.');
    return start;
  });
  addRoute(routes, 'POST', `${runPrefix}result/`, async context => {
    const parsed = v.safeParse(reportSchema, await readJson(context));
    if (!parsed.success) throw new HttpError(400, 'This is not the end of a run.');
    localRuns.report(tokenOf(context), parsed.output);
    return { status: 'ok' };
  });
  addRoute(routes, 'POST', `${runPrefix}sent/`, async context => {
    const { application, environment, name, jobId } = runOf(backend, context);
    const body = await readJson(context);
    const call = requiredText(body, 'name');
    if (!isRecordedCallName(call)) throw new HttpError(400, 'Calls of this name are not recorded.');
    backend.recordedCalls.add({
      at: backend.now(),
      clientId: application.clientId,
      envId: environment.envId,
      function: name,
      jobId,
      name: call,
      arguments: JSON.stringify(body.arguments ?? []),
    });
    return { answer: recordedCallAnswers[call] };
  });
  addRoute(routes, 'POST', `${runPrefix}host/`, async context => {
    const host = requiredText(await readJson(context), 'host');
    const answer = backend.functions.allowsHost(host);
    return { allowed: await localRuns.whileAsking(tokenOf(context), answer) };
  });
}

function isRecordedCallName(name: string): name is RecordedCallName {
  return Object.hasOwn(recordedCallAnswers, name);
}

function tokenOf(context: SandboxContext): string {
  return (context.req.header('Authorization') ?? '').slice('Bearer '.length);
}
