import { ApiError, type ApiErrorCode } from '../errors';
import { type Secret } from '../secret';
import { redact, redactKnown } from '../masking/text';
import { maskedCause } from './maskedCause';
import { RequestDeadline } from './requestDeadline';
import type { RequestTiming } from './timing';

/** The part of the standard `fetch` that the core uses. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  method: string;
  headers: Record<string, string> | [name: string, value: string][];
  body: string | Uint8Array<ArrayBuffer> | null;
  redirect: 'manual';
  signal: AbortSignal;
  /** Milliseconds after which a silent server fails the request; 0 for no limit. Default: the client’s. */
  silence?: number;
}

export interface FetchResponse {
  status: number;
  statusText: string;
  headers: ResponseHeaders;
  /** Absent if the client does not measure it. */
  timing?: RequestTiming | undefined;
  /** The decompressed body. Leaving the loop early closes the connection. */
  body: AsyncIterable<Uint8Array> | null;
}

/** Headers of a response, with names in lower case. */
export type ResponseHeaders = Pick<Headers, 'get' | 'getSetCookie'> & Iterable<[name: string, value: string]>;

/** A request in its final form. */
interface HttpRequest {
  method: string;
  url: URL;
  headers: FetchInit['headers'];
  body: FetchInit['body'];
  /**
   * True if the request carries credentials. Then plain http to another machine is refused, also after each redirect.
   */
  confidential: boolean;
  /** Masked in errors. */
  secrets: readonly Secret[];
}

/** A redirect that the caller can follow or reject (RFC 9110, 15.4). */
export interface Redirect {
  status: number;
  from: URL;
  /** `undefined` without a valid Location. */
  target: URL | undefined;
  /** The number of redirects before this one. */
  hop: number;
}

interface SendOptions {
  fetch: Fetch;
  signal: AbortSignal | undefined;
  /** Milliseconds for everything, including the body of the last response. */
  timeout: number;
  /**
   * Milliseconds for everything. Until then, each received part of the body restarts `timeout`. Default: `timeout`, so
   * nothing restarts it.
   */
  longest?: number | undefined;
  /** See `FetchInit`. */
  silence?: FetchInit['silence'];
  /**
   * Returns the next address, or `undefined` to return the redirect as the response. Absent: no redirect is followed.
   */
  onRedirect?: ((redirect: Redirect) => URL | undefined) | undefined;
}

/** A response with an unread body; reading it rejects with the errors of `sendOnce`. */
export interface SentResponse extends FetchResponse {
  /** The final address. */
  url: URL;
  /** The redirect in this response, if it was not followed. */
  redirect: Redirect | undefined;
  /** The followed redirects in their order. */
  followed: readonly FollowedRedirect[];
}

interface FollowedRedirect {
  status: number;
  from: URL;
  target: URL;
  /** Time from sending until the redirect arrived. */
  milliseconds: number;
}

/**
 * Sends a request and follows redirects as `onRedirect` decides.
 * @throws ApiError `cancelled`, `timeout`, `unknownHost`, `refused`, `tls`, `network`, `insecure`; errors of `onRedirect`
 */
export async function sendOnce(request: HttpRequest, options: SendOptions): Promise<SentResponse> {
  const { method, headers, body, confidential } = request;
  const ending = new RequestDeadline(options.signal, options.timeout, options.longest);
  const { signal } = ending;
  const limits = { signal, ...(options.silence !== undefined && { silence: options.silence }) };
  let { url } = request;
  const followed: FollowedRedirect[] = [];
  const explain = (error: unknown): ApiError => {
    if (options.signal?.aborted) return failure({ ...request, url }, 'cancelled', error);
    if (ending.isLate) return failure({ ...request, url }, 'timeout', error);
    const reason = systemCode(error);
    return failure({ ...request, url }, classify(reason), error, reason);
  };
  try {
    for (let hop = 0; ; hop++) {
      // This is the only check before a credential is sent.
      if (confidential && !mayCarryCredentials(url)) throw failure({ ...request, url }, 'insecure');
      let response: FetchResponse;
      const sentAt = performance.now();
      try {
        signal.throwIfAborted();
        response = await options.fetch(url.href, { method, headers, body, redirect: 'manual', ...limits });
      } catch (error) {
        throw explain(error);
      }
      const { status, statusText } = response;
      const redirect = redirectStatuses.has(status)
        ? { status, from: url, target: locationOf(response, url), hop }
        : undefined;
      const next = redirect && nextAddress(redirect, response, options.onRedirect);
      if (next === undefined) {
        const content = readable(response.body, explain, ending);
        const { headers: received, timing } = response;
        return { status, statusText, headers: received, timing, body: content, url, redirect, followed };
      }
      void discard(response);
      followed.push({ status, from: url, target: next, milliseconds: performance.now() - sentAt });
      url = next;
    }
  } catch (error) {
    ending.settle();
    throw error;
  }
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Returns the target of a redirect. */
function locationOf({ headers }: FetchResponse, from: URL): URL | undefined {
  const location = headers.get('location');
  return location !== null && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

function nextAddress(
  redirect: Redirect,
  response: FetchResponse,
  onRedirect: SendOptions['onRedirect'],
): URL | undefined {
  try {
    return onRedirect?.(redirect);
  } catch (error) {
    void discard(response);
    throw error;
  }
}

/** Wraps a body: converts its errors with `explain`, and settles the request when the body is read or abandoned. */
function readable(
  body: FetchResponse['body'],
  explain: (error: unknown) => ApiError,
  ending: RequestDeadline,
): FetchResponse['body'] {
  if (body === null) {
    ending.settle();
    return null;
  }
  const iterate = (): AsyncIterator<Uint8Array, undefined> => {
    const parts = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
    return {
      async next() {
        try {
          const part = await parts.next();
          if (part.done === true) ending.settle();
          else ending.partArrived();
          return part;
        } catch (error) {
          ending.settle();
          throw explain(error);
        }
      },
      async return() {
        ending.settle();
        await parts.return?.();
        return { done: true, value: undefined };
      },
    };
  };
  return { [Symbol.asyncIterator]: iterate };
}

/** Milliseconds to wait for a body that is not needed. Afterwards its connection is closed instead of used again. */
const longestDiscard = 1000;

/** Frees the connection of a response whose body is not needed; ignores its errors. */
export async function discard({ body }: FetchResponse): Promise<void> {
  const parts = body?.[Symbol.asyncIterator]();
  const end = () => parts?.return?.().catch(() => undefined);
  const timer = setTimeout(() => void end(), longestDiscard).unref();
  await parts?.next().catch(() => undefined);
  clearTimeout(timer);
  await end();
}

/** Whether credentials may be sent to an address: over https, or over http to this machine (the sandbox). */
export function mayCarryCredentials(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether an address is on this machine, such as that of the sandbox. */
export function isOnThisMachine(address: string): boolean {
  return isLoopback(new URL(address).hostname);
}

/** Whether an address contains a user name or password, which must not be sent. */
export function hasUserInfo(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}

/**
 * Returns an address without credentials: no user information, query or fragment. The path is redacted, because a redirect
 * may have set it.
 */
export function urlWithoutCredentials(url: URL, known: readonly Secret[] = []): string {
  return redactKnown(url.origin, known) + redact(url.pathname, known);
}

function failure(
  { method, url, secrets }: HttpRequest,
  code: ApiErrorCode,
  error?: unknown,
  reason?: string,
): ApiError {
  return new ApiError(code, {
    method,
    url: urlWithoutCredentials(url, secrets),
    cause: maskedCause(error, secrets),
    reason,
  });
}

/** Finds the system's error code in the chain of causes; `fetch` wraps it once or twice. */
function systemCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as NodeJS.ErrnoException).code;
    if (typeof code === 'string') return code;
    if (current instanceof AggregateError) return systemCode(current.errors[0]);
  }
  return undefined;
}

const codeOfReason: Record<string, ApiErrorCode> = {
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  EAI_NODATA: 'unknownHost',
  ECONNREFUSED: 'refused',
  ERR_PROXY_UNKNOWN_HOST: 'unknownHost',
  ERR_PROXY_REFUSED: 'refused',
  ERR_PROXY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
};

/** Maps a system error code to an ApiErrorCode; `network` without a known code. */
function classify(reason = ''): ApiErrorCode {
  return (
    codeOfReason[reason] ??
    (/CERT|TLS|SSL|EPROTO|SIGNATURE|INVALID_CA|INVALID_PURPOSE/.test(reason) ? 'tls' : 'network')
  );
}
