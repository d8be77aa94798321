import type { ApiRequest, CallContext } from '../../api/http/apiRequest';
import { send, type ApiResponse } from '../../api/http/send';
import type { OpenApiTarget } from '../../api/openApi/openApi';
import type { Secret } from '../../api/secret';

/** The Open API of one application and environment, for one operation. */
export interface DataService {
  target: OpenApiTarget;
  context: CallContext;
  /** Runs a call with an access token and renews it when needed (`callWithAccessToken`). */
  withToken<T>(call: (accessToken: Secret) => Promise<T>): Promise<T>;
}

/** A request without its access token, so that it can be shown and checked before it is sent. */
export interface DataRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query. */
  path: string;
  /** JSON text, which keeps every digit of its numbers. */
  body?: string;
}

/** Adds a query to `path`; leaves out parameters that are `undefined`. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/**
 * The request for its environment (specification, "Authentication", Open API, rule 2), still without an access token.
 */
export function apiRequestOf({ method, path, body }: DataRequest, { authUrl, envId }: OpenApiTarget): ApiRequest {
  return {
    method,
    url: new URL(path, authUrl),
    headers: envId === undefined ? undefined : { 'X-Hydrogen-Env-ID': envId },
    ...(body === undefined ? {} : { json: body }),
  };
}

/**
 * Sends a request with an access token.
 * @throws ApiError; errors of `withToken`
 */
export function call(service: DataService, request: DataRequest): Promise<ApiResponse> {
  const prepared = apiRequestOf(request, service.target);
  return service.withToken(token => send({ ...prepared, authorization: { scheme: 'Bearer', token } }, service.context));
}
