import { ApiError, isUnauthorized } from '../errors';
import { excerpt, requestDetails, type ApiRequest, type CallContext } from '../http/apiRequest';
import type { Secret } from '../secret';
import { send } from '../http/send';

/** The target of an Open API call (specification, "Authentication", Open API). */
export interface OpenApiTarget {
  /** Origin of the authorization server, which serves the Open API too. */
  authUrl: string;
  /** Env ID of a test environment; absent for production. */
  envId?: string | undefined;
}

export const serverTimePath = '/oserve/v2.2/server/time/';

const date = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Reads the service's clock, the cheapest call that needs a valid access token. Resolves to the service's text, such as
 * `2024-01-01T00:00:00+08:00`.
 * @throws ApiError `unexpectedShape` if it is not a date
 */
export async function readServerTime(
  target: OpenApiTarget,
  accessToken: Secret,
  context: CallContext,
): Promise<string> {
  const request: ApiRequest = {
    method: 'GET',
    url: new URL(serverTimePath, target.authUrl),
    authorization: { scheme: 'Bearer', token: accessToken },
    headers: target.envId === undefined ? undefined : { 'X-Hydrogen-Env-ID': target.envId },
  };
  const { body, status, text } = await send(request, context);
  const time = (body as { time?: unknown } | null | undefined)?.time;
  if (typeof time === 'string' && date.test(time) && !Number.isNaN(Date.parse(time))) return time;
  // An object or a list is not written again, because it may nest too deeply for that.
  const written = typeof time === 'string' || typeof time === 'number' ? JSON.stringify(time) : text;
  const details = { ...requestDetails(request), status, expected: 'time (a date)' };
  throw new ApiError('unexpectedShape', { ...details, received: excerpt(written, request) });
}

/** Whether a body is the response of the service's clock. */
export function hasTime(body: unknown): boolean {
  const time = (body as { time?: unknown } | null | undefined)?.time;
  return typeof time === 'string' && date.test(time);
}

/**
 * Whether the service rejects the access token itself. Reads the service's clock, which every valid token may do: a 401
 * of another call may only mean that the token lacks a right. Other failures do not count, nor does a page of a gateway
 * with 401, because a renewal would invalidate every earlier token.
 * @throws ApiError `cancelled`
 */
export async function isTokenRejected(
  target: OpenApiTarget,
  accessToken: Secret,
  context: CallContext,
): Promise<boolean> {
  try {
    await readServerTime(target, accessToken, context);
    return false;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'cancelled') throw error;
    return isUnauthorized(error);
  }
}
