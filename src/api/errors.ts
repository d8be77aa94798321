/** Error codes that callers branch on. The messages for users are in src/api/messages. */
export type ApiErrorCode =
  | 'cancelled' // the caller's signal fired
  | 'timeout' // no complete response within the time allowed
  | 'unknownHost' // the host name does not resolve
  | 'refused' // no server listens at the address
  | 'tls' // the secure connection failed: certificate, protocol
  | 'network' // the connection broke or could not be established for any other cause
  | 'tooLarge' // the response exceeds the size limit
  | 'endless' // a list exceeds the limit in `expected`
  | 'notJson' // a response that should be JSON is not
  | 'unexpectedShape' // JSON, but not in the documented shape
  | 'insecure' // plain http to another machine, which would expose the credentials
  | 'tooManyRedirects' // more hops than allowed, or a loop
  | 'unsafeRedirect' // a redirect to http, to another origin, or one that would send the secret again
  | 'status'; // the service responded with an error status

interface ApiErrorDetails {
  /** HTTP method of the request that failed. */
  method: string;
  /** Address without query, user information or fragment: these may hold credentials. */
  url: string;
  /** HTTP status of the response, when there was one. */
  status?: number | undefined;
  /** The service's message, redacted; documented as `error_msg` (service reference, error format). */
  serverMessage?: string | undefined;
  /**
   * What was expected: `JSON`, or a field or header of the response, such as `objects` or `Location`. With an error
   * status, it is set only if the body is not JSON. Such a response may come from a gateway instead of the service.
   * For `endless`, the maximum number of items.
   */
  expected?: string | undefined;
  /** Start of an unexpected body, redacted. */
  received?: string | undefined;
  /** Seconds to wait (Retry-After). */
  retryAfter?: number | undefined;
  /** System error code of the cause, e.g. `ENOTFOUND`. */
  reason?: string | undefined;
  cause?: unknown;
}

/**
 * Returns the error status that the service responded with. A body that is not JSON comes from a gateway, which says
 * nothing about credentials. An empty body may come from the service.
 */
export function serviceStatus(error: unknown): number | undefined {
  return error instanceof ApiError && error.expected === undefined ? error.status : undefined;
}

/** Returns true for a page of a gateway or firewall where the service responds with JSON or a text. */
export function isWebPage({ status, expected, received = '' }: ApiError): boolean {
  return status !== undefined && expected === 'JSON' && received.startsWith('<');
}

/** Any failure of a call to the service. Contains no header and no body, so it can be logged. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly method: string;
  readonly url: string;
  readonly status: number | undefined;
  readonly serverMessage: string | undefined;
  readonly expected: string | undefined;
  readonly received: string | undefined;
  readonly retryAfter: number | undefined;
  readonly reason: string | undefined;

  constructor(code: ApiErrorCode, details: ApiErrorDetails) {
    const status = details.status === undefined ? '' : ` (${details.status})`;
    const words = details.serverMessage === undefined ? '' : `: ${details.serverMessage}`;
    super(
      `${details.method} ${details.url} failed: ${code}${status}${words}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = code;
    this.method = details.method;
    this.url = details.url;
    this.status = details.status;
    this.serverMessage = details.serverMessage;
    this.expected = details.expected;
    this.received = details.received;
    this.retryAfter = details.retryAfter;
    this.reason = details.reason;
  }
}

const neverConnected = new Set([
  ...['UND_ERR_CONNECT_TIMEOUT', 'ERR_PROXY_TIMEOUT', 'ERR_PROXY_CLOSED'],
  'UND_ERR_CLOSED', // UND_ERR_DESTROYED can also end a request that was sent
]);

/**
 * These can also end an established connection, for example when a machine changes its network. If a host has several
 * addresses, Node reports ETIMEDOUT a moment after the first one was silent and the others failed.
 */
const unreachable = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN', 'ETIMEDOUT']);

/** Reasons of TLS errors that end a handshake. Other TLS errors can break a connection after the request was sent. */
const endsHandshake = /CERT|LEAF_SIGNATURE|INVALID_CA|INVALID_PURPOSE|WRONG_VERSION_NUMBER/;

/** Whether a request failed before any of it was sent, so the service cannot have carried it out. */
export function isUnsent({ code, reason = '', cause }: ApiError): boolean {
  if (code === 'unknownHost' || code === 'refused' || code === 'insecure') return true;
  if (code === 'tls') return endsHandshake.test(reason);
  if (unreachable.has(reason)) return isConnectError(cause);
  // A proxy that answers with a status has opened no tunnel.
  const isWithoutTunnel = /^ERR_PROXY_\d{3}$/.test(reason);
  return (code === 'network' || code === 'timeout') && (neverConnected.has(reason) || isWithoutTunnel);
}

function isConnectError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? isConnectError(error.cause) : syscall === 'connect' || syscall === 'bind';
}

/**
 * Whether the service responded with 401. A web page with 401 comes from a gateway and says nothing about a token. The
 * body of the service's own 401 is not documented, so any other text counts.
 */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'status' && error.status === 401 && !isWebPage(error);
}
