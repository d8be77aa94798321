import { ApiError } from '../errors';
import { Secret } from '../secret';
import { redactStart } from '../masking/text';
import { urlWithoutCredentials, sendOnce, type Fetch, type Redirect, type ResponseHeaders } from './sendOnce';

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers?: Record<string, string> | undefined;
  /** `Authorization: <scheme> <token>` (specification, "Authentication"). */
  authorization?: { scheme: 'Bearer' | 'Hydrogen-r1'; token: Secret };
  /** Sent as JSON; `Secret` values inside are revealed only here. */
  body?: Record<string, unknown>;
  /**
   * JSON text instead of `body`. It is sent unchanged, because its numbers may have more digits than a JavaScript
   * number.
   */
  json?: string;
  /** Credentials that the response might repeat although this request does not carry them. */
  masks?: readonly Secret[];
}

/** The client and the limits of a call. */
export interface CallContext {
  fetch: Fetch;
  signal?: AbortSignal | undefined;
  /**
   * The time limit in milliseconds until the response begins, and between two parts of its body. The complete response
   * may take ten times as long, and a request with a large body longer.
   */
  timeoutMs?: number | undefined;
  /** Largest accepted body, in bytes. */
  maxBytes?: number | undefined;
}

/** One response with any status; `text` is the complete body. */
export interface TextResponse {
  status: number;
  headers: ResponseHeaders;
  text: string;
  /** The final address. */
  url: URL;
  /** The redirect in this response, if it was not followed. */
  redirect: Redirect | undefined;
}

const defaultTimeout = 30_000;
/** Bytes per millisecond: a slow connection of half a megabit per second. */
const slowestUpload = 64;
const defaultMaxBytes = 20 * 1024 * 1024;

/**
 * Sends a request and reads the whole response. `onRedirect` decides about redirects; without it none is followed.
 * @throws ApiError as `sendOnce`, and `tooLarge`
 */
export async function sendRequest(
  request: ApiRequest,
  { fetch, signal, timeoutMs = defaultTimeout, maxBytes = defaultMaxBytes }: CallContext,
  onRedirect?: (redirect: Redirect) => URL | undefined,
): Promise<TextResponse> {
  const body = request.json ?? (request.body === undefined ? null : serialize(request.body));
  const timeout = timeoutMs + (body?.length ?? 0) / slowestUpload;
  const response = await sendOnce(
    { ...request, headers: headersOf(request), body, confidential: true, secrets: secretsOf(request) },
    {
      fetch,
      signal,
      onRedirect,
      timeout,
      longest: timeout + 9 * timeoutMs,
      silence: 0, // `timeout` alone limits the request, because a large body takes time to send.
    },
  );
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new ApiError('tooLarge', requestDetails({ ...request, url: response.url }));
    text += decoder.decode(part, { stream: true });
  }
  const { status, headers, url, redirect } = response;
  return { status, headers, text: text + decoder.decode(), url, redirect };
}

/** Returns the credentials to mask in the response and in errors. */
export function secretsOf(request: ApiRequest): Secret[] {
  const secrets = [...(request.masks ?? [])];
  if (request.authorization !== undefined) secrets.push(request.authorization.token);
  const visit = (value: unknown): void => {
    if (value instanceof Secret) secrets.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(request.body);
  return secrets;
}

/** Returns the details of a failed request for its error. */
export function requestDetails(request: ApiRequest): { method: string; url: string } {
  return { method: request.method, url: urlWithoutCredentials(request.url, secretsOf(request)) };
}

/**
 * Returns the start of an unexpected body on one line. Masks before cutting, because a cut credential would not be
 * recognized.
 */
export function excerpt(text: string, request: ApiRequest): string {
  return redactStart(text, secretsOf(request)).replace(/\s+/g, ' ').trim().slice(0, 160);
}

function headersOf(request: ApiRequest): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...request.headers };
  if ((request.json ?? request.body) !== undefined) headers['content-type'] = 'application/json';
  if (request.authorization !== undefined) {
    headers['authorization'] = `${request.authorization.scheme} ${request.authorization.token.reveal()}`;
  }
  return headers;
}

function serialize(body: Record<string, unknown>): string {
  return JSON.stringify(body, function (this: Record<string, unknown>, key: string, value: unknown) {
    // JSON.stringify passes the result of toJSON, which for a Secret is its mask.
    const original = this[key];
    return original instanceof Secret ? original.reveal() : value;
  });
}
