import * as v from 'valibot';
import { ApiError } from '../api/errors';
import { requestDetails } from '../api/http/apiRequest';
import { apiRequestOf, type DataService, type WriteRequest } from '../api/openApi/dataService';
import { sendWrite } from '../change/sendWrite';
import { jsonOf, parseExactly } from '../json/exactIntegers';
import { functionPath } from './functionService';
import type { RunEvent } from './runEvent';

/** The result and the log of a run. */
export interface DebugRun {
  jobId: string;
  failed: boolean;
  /** JSON. Integers beyond 2^53 are bigints. */
  data: unknown;
  error: { message: string; stack: string; type: string } | undefined;
  log: string;
  /** Milliseconds. */
  executionTime: number | undefined;
  /** Bytes. */
  memory: number | undefined;
}

/** Thrown if the service may have run a function whose result is not known. */
export class LostRun extends Error {
  readonly functionName: string;
  override readonly cause: ApiError;

  constructor(functionName: string, cause: ApiError) {
    super('lost run');
    this.functionName = functionName;
    this.cause = cause;
  }
}

const text = v.fallback(v.string(), '');
/** A measured value. The result of a run is known without it. */
const measured = v.fallback(v.optional(v.number()), undefined);
const runShape = v.object({
  code: v.number(),
  data: v.optional(v.unknown()),
  error: v.fallback(v.object({ message: text, stack: text, type: text }), { message: '', stack: '', type: '' }),
  log: text,
  job_id: v.fallback(v.pipe(v.union([v.string(), v.number(), v.bigint()]), v.transform(String)), ''),
  execution_time: measured,
  mem_usage: measured,
});

/** Returns the request that runs the deployed code of a function once, with a simulated trigger. */
export function debugRequest(name: string, { data, subject, schemaId }: RunEvent): WriteRequest {
  const table = schemaId === undefined ? {} : { schema_id: schemaId };
  const body = jsonOf({ data: data ?? {}, subject, ...table });
  return { method: 'POST', path: `${functionPath(name)}debug/`, body };
}

/**
 * Runs the deployed code of a function once.
 * @param request from `debugRequest`
 * @throws LostRun, ApiError; errors of `withToken`
 */
export async function debugRun(service: DataService, name: string, request: WriteRequest): Promise<DebugRun> {
  const response = await sendWrite(service, request);
  if ('error' in response) throw response.maybeDone ? new LostRun(name, response.error) : response.error;
  const parsed = v.safeParse(runShape, parseExactly(response.text));
  if (!parsed.success) {
    const details = { ...requestDetails(apiRequestOf(request, service.target)), expected: 'code' };
    throw new LostRun(name, new ApiError('unexpectedShape', details));
  }
  const { code, data, error, log, job_id: jobId, execution_time: executionTime, mem_usage: memory } = parsed.output;
  const failed = code !== 0;
  return { jobId, failed, data, error: failed ? error : undefined, log, executionTime, memory };
}
