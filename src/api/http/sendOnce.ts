import { ApiError, type ApiErrorCode } from '../errors';
import { maskedCause } from './maskedCause';
import { redact, redactKnown, Secret } from '../secret';

/** The standard `fetch`, as far as the core uses it: what sends less can stand in for it. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  method: string;
  headers: Record<string, string> | [name: string, value: string][];
  body: string | Uint8Array<ArrayBuffer> | null;
  redirect: 'manual';
  signal: AbortSignal;
}

export interface FetchResponse {
  status: number;
  statusText: string;
  headers: ResponseHeaders;
  /** Unpacked; leaving its loop early closes the connection. */
  body: AsyncIterable<Uint8Array> | null;
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  /** `Authorization: <scheme> <token>` (specification, "Authentication"). */
  authorization?: { scheme: 'Bearer' | 'Hydrogen-r1'; token: Secret };
  /** Sent as JSON; `Secret` values inside are revealed only here. */
  body?: Record<string, unknown>;
  /** Credentials that this request does not carry but its answer might repeat. */
  masks?: readonly Secret[];
}

/** What every call is given by its caller. */
export interface CallContext {
  fetch: Fetch;
  signal?: AbortSignal;
  /** Time for the complete answer, in milliseconds. */
  timeoutMs?: number;
  /** Largest accepted body, in bytes. */
  maxBytes?: number;
}

/** Those of an answer, their names in small letters. */
export type ResponseHeaders = Pick<Headers, 'get' | 'getSetCookie'> & Iterable<[name: string, value: string]>;

/** One answer, whatever its status; `text` is the complete body. */
export interface HttpResponse {
  status: number;
  headers: ResponseHeaders;
  text: string;
}

const defaultTimeout = 30_000;
const defaultMaxBytes = 20 * 1024 * 1024;

/**
 * Sends one request and reads the whole answer, following nothing.
 * @throws ApiError `cancelled`, `timeout`, `unknownHost`, `refused`, `tls`, `network`, `tooLarge`, `insecure`
 */
export async function sendRequest(request: ApiRequest, context: CallContext): Promise<HttpResponse> {
  if (!isSafe(request.url)) throw failure(request, 'insecure');
  const timeout = AbortSignal.timeout(context.timeoutMs ?? defaultTimeout);
  const signal = context.signal === undefined ? timeout : AbortSignal.any([context.signal, timeout]);
  try {
    signal.throwIfAborted();
    const response = await context.fetch(request.url.href, {
      method: request.method,
      headers: headersOf(request),
      body: request.body === undefined ? null : serialize(request.body),
      redirect: 'manual',
      signal,
    });
    const text = await readText(response, request, context.maxBytes ?? defaultMaxBytes);
    return { status: response.status, headers: response.headers, text };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (context.signal?.aborted) throw failure(request, 'cancelled', error);
    if (timeout.aborted) throw failure(request, 'timeout', error);
    const reason = systemCode(error);
    throw failure(request, classify(reason), error, reason);
  }
}

/** Credentials travel over https only; plain http is for this machine (the sandbox). */
export function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** The credentials to mask in whatever comes back. */
export function secretsOf(request: ApiRequest): Secret[] {
  const found = [...(request.masks ?? [])];
  if (request.authorization !== undefined) found.push(request.authorization.token);
  const visit = (value: unknown): void => {
    if (value instanceof Secret) found.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(request.body);
  return found;
}

/** Address without what may hold credentials: user information, query, fragment, and the known ones in the path. */
export function safeUrl(url: URL, known: readonly Secret[] = []): string {
  return redactKnown(`${url.origin}${url.pathname}`, known);
}

/** What every error says of the request that failed. */
export function requestDetails(request: ApiRequest): { method: string; url: string } {
  return { method: request.method, url: safeUrl(request.url, secretsOf(request)) };
}

/** Start of an unexpected body, on one line, with credentials masked: first masked, then cut, or a part would be left. */
export function excerpt(text: string, request: ApiRequest): string {
  return redact(text, secretsOf(request)).replace(/\s+/g, ' ').trim().slice(0, 160);
}

function failure(request: ApiRequest, code: ApiErrorCode, error?: unknown, reason?: string): ApiError {
  const cause = maskedCause(error, secretsOf(request));
  return new ApiError(code, {
    ...requestDetails(request),
    ...(cause === undefined ? {} : { cause }),
    ...(reason === undefined ? {} : { reason }),
  });
}

function headersOf(request: ApiRequest): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...request.headers };
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  if (request.authorization !== undefined) {
    headers['authorization'] = `${request.authorization.scheme} ${request.authorization.token.reveal()}`;
  }
  return headers;
}

function serialize(body: Record<string, unknown>): string {
  return JSON.stringify(body, function (this: Record<string, unknown>, key: string, value: unknown) {
    // JSON.stringify hands over what toJSON gave, which for a Secret is its mask.
    const original = this[key];
    return original instanceof Secret ? original.reveal() : value;
  });
}

async function readText({ body }: FetchResponse, request: ApiRequest, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw failure(request, 'tooLarge');
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** Looks for the system's error code along the causes; `fetch` wraps it once or twice. */
export function systemCode(error: unknown): string | undefined {
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
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
};

/** What a system error code means to a caller; without one, something unnamed went wrong on the way. */
export function classify(reason = ''): ApiErrorCode {
  return (
    codeOfReason[reason] ??
    (/CERT|TLS|SSL|EPROTO|SIGNATURE|INVALID_CA|INVALID_PURPOSE/.test(reason) ? 'tls' : 'network')
  );
}
