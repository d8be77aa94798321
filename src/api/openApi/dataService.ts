import type { ApiRequest, CallContext } from '../http/apiRequest';
import { send, type ApiResponse } from '../http/send';
import type { OpenApiTarget } from './openApi';
import type { Secret } from '../secret';

/** The Open API of one application and environment, for one operation. */
export interface DataService {
  target: OpenApiTarget;
  context: CallContext;
  /** Runs a call with an access token and renews it when needed (`callWithAccessToken`). */
  withToken<T>(call: (accessToken: Secret) => Promise<T>): Promise<T>;
}

/** A request without its access token, so that it can be shown and judged before it is sent. */
type DataRequest = ReadRequest | WriteRequest;

export interface ReadRequest {
  method: 'GET';
  /** Path and query. */
  path: string;
}

/** A request that changes data. Only `src/change` sends it. */
export interface WriteRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** JSON text, because its numbers keep every digit. */
  body?: string;
}

/** Adds a query to `path`; leaves out parameters that are `undefined`. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const parameters = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters).toString()}`;
}

/**
 * Creates the ApiRequest for an environment (specification, "Authentication", Open API, rule 2), without an access
 * token.
 */
export function apiRequestOf(request: DataRequest, { authUrl, envId }: OpenApiTarget): ApiRequest {
  const { method, path } = request;
  const body = method === 'GET' ? undefined : request.body;
  return {
    method,
    url: new URL(path, authUrl),
    headers: envId === undefined ? undefined : { 'X-Hydrogen-Env-ID': envId },
    ...(body === undefined ? {} : { json: body }),
  };
}

/**
 * Reads with an access token.
 * @throws ApiError; errors of `withToken`
 */
export function call(service: DataService, request: ReadRequest): Promise<ApiResponse> {
  const prepared = apiRequestOf(request, service.target);
  return service.withToken(token => send({ ...prepared, authorization: { scheme: 'Bearer', token } }, service.context));
}
