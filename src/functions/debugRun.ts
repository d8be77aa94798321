import * as v from 'valibot';
import { ApiError } from '../api/errors';
import { requestDetails } from '../api/http/apiRequest';
import { apiRequestOf, type DataService, type WriteRequest } from '../api/openApi/dataService';
import { sendWrite } from '../change/sendWrite';
import { jsonValue } from '../json/jsonValue';
import { functionPath } from './functionService';
import type { RunEvent } from './runEvent';

/** The result and the log of a run. */
export interface DebugRun {
  jobId: string;
  failed: boolean;
  data: unknown;
  error: { message: string; stack: string; type: string } | undefined;
  log: string;
  /** Milliseconds. */
  executionTime: number | undefined;
  /** Bytes. */
  memory: number | undefined;
}

const text = v.fallback(v.string(), '');
const runShape = v.object({
  code: v.number(),
  data: v.optional(v.unknown()),
  error: v.fallback(v.object({ message: text, stack: text, type: text }), { message: '', stack: '', type: '' }),
  log: text,
  job_id: v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ''),
  execution_time: v.optional(v.number()),
  mem_usage: v.optional(v.number()),
});

/** Returns the request that runs the deployed code of a function once, with a simulated trigger. */
export function debugRequest(name: string, { data, subject, schemaId }: RunEvent): WriteRequest {
  const table = schemaId === undefined ? {} : { schema_id: schemaId };
  const body = JSON.stringify({ data: data ?? {}, subject, ...table });
  return { method: 'POST', path: `${functionPath(name)}debug/`, body };
}

/**
 * Runs the deployed code of a function once.
 * @throws ApiError; if the response was lost, the function may have run
 */
export async function debugRun(service: DataService, request: WriteRequest): Promise<DebugRun> {
  const response = await sendWrite(service, request);
  if ('error' in response) throw response.error;
  const parsed = v.safeParse(runShape, jsonValue(response.text));
  if (!parsed.success)
    throw new ApiError('unexpectedShape', {
      ...requestDetails(apiRequestOf(request, service.target)),
      expected: 'code',
    });
  const { code, data, error, log, job_id: jobId, execution_time: executionTime, mem_usage: memory } = parsed.output;
  const failed = code !== 0;
  return { jobId, failed, data, error: failed ? error : undefined, log, executionTime, memory };
}
