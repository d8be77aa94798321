import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ApiError } from '../api/errors';
import { requestDetails } from '../api/http/apiRequest';
import { pathSegment } from '../api/http/pathSegment';
import { apiRequestOf, call, withQuery, type DataService, type ReadRequest } from '../api/openApi/dataService';
import { isUnixTime } from '../api/unixTime';
import { parsePage, smallerPageSize, type Page, type PageRequest } from '../api/webApi/page';

/** The path for listing and creating functions. */
export const functionsPath = '/oserve/v1.3/cloud-function/';
/** The number of functions per request, which is small because each item of the list contains the complete code. */
export const functionsPerPage = 20;

/** A function without its code. */
export interface FunctionSummary {
  name: string;
  /** SHA-256 of the deployed code, in hexadecimal digits. */
  hash: string;
  /** Size of the deployed code in bytes. */
  size: number;
  remark: string;
  /** `approved` for code that runs; `undefined` if the service does not send it. */
  auditStatus: string | undefined;
  /** `P_FREE` or `P_PERSONAL`. */
  plan: string | undefined;
  /** Unix seconds. */
  createdAt: number | undefined;
  updatedAt: number | undefined;
  updatedBy: string | undefined;
}

/** A deployed function with its code. */
export interface DeployedFunction extends FunctionSummary {
  code: string;
}

const textOrNumber = v.union([v.string(), v.pipe(v.number(), v.transform(String))]);
const itemShape = v.looseObject({
  name: v.string(),
  function_code: v.string(),
  remark: v.nullish(v.string(), ''),
  audit_status: v.nullish(v.string()),
  plan_circle: v.nullish(v.string()),
  created_at: v.nullish(v.number()),
  updated_at: v.nullish(v.number()),
  updated_by: v.nullish(textOrNumber),
});

/** Returns SHA-256 of the code, in hexadecimal digits. */
export function codeHash(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Reads one page of the functions, or its start if it is too large for one response. Drops their code. */
export async function listFunctions(service: DataService, page: PageRequest): Promise<Page<FunctionSummary>> {
  const { limit = functionsPerPage, offset = 0 } = page;
  const request: ReadRequest = {
    method: 'GET',
    path: withQuery(functionsPath, { limit: String(limit), offset: String(offset) }),
  };
  try {
    const response = await call(service, request);
    return parsePage(response, apiRequestOf(request, service.target), { limit, offset }, summaryOf);
  } catch (error) {
    return listFunctions(service, { limit: smallerPageSize(error, limit), offset });
  }
}

/** Reads a function with its code. @returns `undefined` if the service does not have the function */
export async function readFunction(service: DataService, name: string): Promise<DeployedFunction | undefined> {
  const request: ReadRequest = { method: 'GET', path: functionPath(name) };
  try {
    const response = await call(service, request);
    const deployed = functionOf(response.body);
    if (deployed !== undefined) return deployed;
    const details = { ...requestDetails(apiRequestOf(request, service.target)), status: response.status };
    throw new ApiError('unexpectedShape', { ...details, expected: 'function_code' });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Returns the request path of a function. */
export function functionPath(name: string): string {
  return `${functionsPath}${pathSegment(name)}/`;
}

/** Parses a function in a response. @returns `undefined` if the item is not a function */
export function functionOf(item: unknown): DeployedFunction | undefined {
  const parsed = v.safeParse(itemShape, item);
  if (!parsed.success) return undefined;
  const { name, function_code: code, remark, created_at, updated_at, updated_by, ...rest } = parsed.output;
  return {
    name,
    code,
    remark: remark ?? '',
    hash: codeHash(code),
    size: Buffer.byteLength(code),
    auditStatus: rest.audit_status ?? undefined,
    plan: rest.plan_circle ?? undefined,
    createdAt: isUnixTime(created_at) ? created_at : undefined,
    updatedAt: isUnixTime(updated_at) ? updated_at : undefined,
    updatedBy: updated_by ?? undefined,
  };
}

function summaryOf(item: unknown): FunctionSummary | undefined {
  const deployed = functionOf(item);
  if (deployed === undefined) return undefined;
  const { code: _, ...summary } = deployed;
  return summary;
}
