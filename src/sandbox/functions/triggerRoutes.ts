import * as v from 'valibot';
import { type Backend, environmentOf, findApplication, realmOf } from '../backend/backend';
import { readJson } from '../backend/body';
import { addRoute, type Routes } from '../backend/routing';
import { HttpError } from '../http/httpError';
import { functionByName, runJob } from './jobs';
import { requireTableName } from './tableName';

/** A trigger that is fired by hand. `data` is the record or the file; a timer has none. */
const triggerSchema = v.object({
  client_id: v.string(),
  env_id: v.exactOptional(v.string()),
  function_name: v.string(),
  subject: v.picklist(['flex_schema', 'timer', 'file_operation']),
  schema_id: v.exactOptional(v.union([v.string(), v.number()])),
  data: v.exactOptional(v.unknown()),
});

/** Adds the route that fires a trigger of a table, a timer or a file. The sandbox itself fires no triggers. */
export function addTriggerRoute(control: Routes, backend: Backend): void {
  addRoute(control, 'POST', '/__sandbox/triggers/', async context => {
    const parsed = v.safeParse(triggerSchema, await readJson(context));
    if (!parsed.success) throw new HttpError(400, `${v.getDotPath(parsed.issues[0]) ?? 'The body'} is not valid.`);
    const { client_id: clientId, env_id: envId, function_name: name, subject, schema_id: table, data } = parsed.output;
    const application = findApplication(backend, clientId);
    const environment = environmentOf(application, envId);
    if (!application || !environment) throw new HttpError(404, 'There is no such application or environment.');
    const scope = { backend, store: backend.store, realm: realmOf(application, environment) };
    const cloudFunction = functionByName(scope, name);
    if (cloudFunction === undefined) throw new HttpError(404, 'There is no cloud function of this name.');
    const tableName = subject === 'flex_schema' ? requireTableName(scope, table) : undefined;
    const request = { data: subject === 'timer' ? {} : data, source: subject, sync: false, tableName };
    const { done } = runJob({ backend, application, environment }, cloudFunction, request);
    const { run, job } = await done;
    return { job_id: String(job.id), code: run.code, data: run.data, error: run.error, log: run.log };
  });
}
