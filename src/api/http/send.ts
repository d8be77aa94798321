import { ApiError } from '../errors';
import { redact, redactKnown, redactStart } from '../masking/text';
import { jsonValue } from '../../json/jsonValue';
import {
  excerpt,
  requestDetails,
  secretsOf,
  sendRequest,
  type ApiRequest,
  type CallContext,
  type TextResponse,
} from './apiRequest';
import { hasUserInfo, type Redirect, type ResponseHeaders } from './sendOnce';

export interface ApiResponse {
  status: number;
  headers: ResponseHeaders;
  /** Parsed JSON; `undefined` for an empty body. */
  body: unknown;
  /** The body as text, which keeps all digits of its numbers. */
  text: string;
}

const maxRedirects = 5;

/**
 * Sends one call and parses the response, which is JSON or empty. A GET follows redirects within its origin, and is
 * sent once more if an idle connection was lost, for example after a sleep.
 * @throws ApiError as `sendRequest`, and `status`, `notJson`, `tooManyRedirects`, `unsafeRedirect`
 */
export async function send(request: ApiRequest, context: CallContext): Promise<ApiResponse> {
  try {
    return await sendFollowed(request, context);
  } catch (error) {
    if (request.method !== 'GET' || !isLost(error)) throw error;
    return sendFollowed(request, context);
  }
}

const lost = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether the connection ended before the response was complete. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'network' && lost.has(error.reason ?? '');
}

async function sendFollowed(request: ApiRequest, context: CallContext): Promise<ApiResponse> {
  const response = await sendRequest(request, context, redirect => {
    const current = { ...request, url: redirect.from };
    const target = redirectTarget(redirect, current);
    // The target receives the token, so the origin must not change. Only a GET is followed, because a body would be
    // sent twice.
    if (target.origin !== redirect.from.origin || request.method !== 'GET' || hasUserInfo(target)) {
      throw redirectError('unsafeRedirect', current, redirect.status, target);
    }
    if (redirect.hop >= maxRedirects) throw redirectError('tooManyRedirects', current, redirect.status, target);
    return target;
  });
  return interpret(response, { ...request, url: response.url });
}

/**
 * Returns the target of a redirect.
 * @throws ApiError `unexpectedShape` for a redirect without a usable target
 */
export function redirectTarget({ target, status }: Redirect, request: ApiRequest): URL {
  if (target !== undefined) return target;
  throw new ApiError('unexpectedShape', { ...requestDetails(request), status, expected: 'Location' });
}

export function redirectError(
  code: 'unsafeRedirect' | 'tooManyRedirects',
  request: ApiRequest,
  status: number,
  target: URL,
): ApiError {
  const known = secretsOf(request);
  // Redirects are not documented, so any part of the target's path may be a credential.
  const received = redactKnown(`${target.protocol}//${target.host}`, known) + redact(target.pathname, known);
  return new ApiError(code, { ...requestDetails(request), status, received });
}

/** Parses a response as JSON, or throws an error with the start of the actual content. */
export function interpret(response: TextResponse, request: ApiRequest): ApiResponse {
  const body = jsonValue(response.text);
  const isNotJson = body === undefined && response.text.trim() !== '';
  // Computed for errors only, because masking takes time.
  const where = () => ({ ...requestDetails(request), status: response.status });
  if (response.status >= 400) {
    const message = serverMessage(body === undefined ? response.text : body, request);
    const wait = secondsToWait(response.headers.get('retry-after'));
    throw new ApiError('status', {
      ...where(),
      ...(message === undefined ? { received: excerpt(response.text, request) } : { serverMessage: message }),
      expected: isNotJson ? 'JSON' : undefined,
      retryAfter: wait,
    });
  }
  if (isNotJson) {
    throw new ApiError('notJson', { ...where(), expected: 'JSON', received: excerpt(response.text, request) });
  }
  return { status: response.status, headers: response.headers, body, text: response.text };
}

// The documented key is error_msg; the vendor's own clients also look for the others, and for a plain string.
const messageKeys = ['error_msg', 'message', 'error_message', 'error_description', 'error', 'detail'];

/** Returns the service's message in a response, with credentials masked. */
export function serverMessage(body: unknown, request: ApiRequest): string | undefined {
  if (typeof body === 'string') {
    const looksLikeMarkup = body.trimStart().startsWith('<');
    return looksLikeMarkup || body.trim() === '' ? undefined : excerpt(body, request);
  }
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = body as Record<string, unknown>;
  const text = messageKeys.map(key => fields[key]).find(value => typeof value === 'string' && value !== '');
  return text === undefined ? undefined : redactStart(text as string, secretsOf(request)).slice(0, 500);
}

/** Parses Retry-After, which is seconds or a date. */
function secondsToWait(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
