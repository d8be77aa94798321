import { ApiError } from '../errors';
import {
  requestDetails,
  excerpt,
  sendRequest,
  secretsOf,
  type HttpResponse,
  type ResponseHeaders,
  type ApiRequest,
  type CallContext,
} from './sendOnce';
import { redact, redactKnown } from '../secret';

export interface ApiResponse {
  status: number;
  headers: ResponseHeaders;
  /** Parsed JSON; `undefined` for an empty body. */
  body: unknown;
}

const maxRedirects = 5;

/**
 * One call to the service: a GET may be redirected within its origin; the answer is JSON or empty.
 * @throws ApiError as `exchange`, and `status`, `notJson`, `tooManyRedirects`, `unsafeRedirect`
 */
export async function send(request: ApiRequest, context: CallContext): Promise<ApiResponse> {
  let current = request;
  for (let hop = 0; ; hop++) {
    const answer = await sendRequest(current, context);
    const target = redirectTarget(answer, current);
    if (target === undefined) return interpret(answer, current);
    // The header with the token goes along, so the origin must stay; a body would be sent a second time.
    if (target.origin !== current.url.origin || current.method !== 'GET' || hasUserInfo(target)) {
      throw redirectError('unsafeRedirect', current, answer, target);
    }
    if (hop >= maxRedirects) throw redirectError('tooManyRedirects', current, answer, target);
    current = { ...current, url: target };
  }
}

/** Where a redirect leads; `undefined` when the answer is none. */
export function redirectTarget(answer: HttpResponse, request: ApiRequest): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  const location = answer.headers.get('location');
  if (location === null || !URL.canParse(location, request.url.href)) {
    throw new ApiError('unexpectedShape', { ...requestDetails(request), status: answer.status, expected: 'Location' });
  }
  return new URL(location, request.url);
}

/** A redirect that brings a name and a password of its own, which are not to be sent. */
export function hasUserInfo(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}

export function redirectError(
  code: 'unsafeRedirect' | 'tooManyRedirects',
  request: ApiRequest,
  answer: HttpResponse,
  target: URL,
): ApiError {
  const known = secretsOf(request);
  // Where the service redirects to is not documented: any part of the path may be a code.
  const received = redactKnown(`${target.protocol}//${target.host}`, known) + redact(target.pathname, known);
  return new ApiError(code, { ...requestDetails(request), status: answer.status, received });
}

/** Turns an answer into JSON, or into the error that says what came instead. */
export function interpret(answer: HttpResponse, request: ApiRequest): ApiResponse {
  const body = parseJson(answer.text);
  const where = { ...requestDetails(request), status: answer.status };
  if (answer.status >= 400) {
    const message = serverMessage(body === undefined ? answer.text : body, request);
    const wait = retryAfter(answer.headers.get('retry-after'));
    throw new ApiError('status', {
      ...where,
      ...(message === undefined ? { received: excerpt(answer.text, request) } : { serverMessage: message }),
      ...(wait === undefined ? {} : { retryAfter: wait }),
    });
  }
  if (body === undefined && answer.text.trim() !== '') {
    throw new ApiError('notJson', { ...where, expected: 'JSON', received: excerpt(answer.text, request) });
  }
  return { status: answer.status, headers: answer.headers, body };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// The documented key is error_msg; the vendor's own clients also look for the others, and for a bare string.
const messageKeys = ['error_msg', 'message', 'error_message', 'error_description', 'error', 'detail'];

/** The service's own words in an answer, with credentials masked. */
export function serverMessage(body: unknown, request: ApiRequest): string | undefined {
  if (typeof body === 'string') {
    const looksLikeMarkup = body.trimStart().startsWith('<');
    return looksLikeMarkup || body.trim() === '' ? undefined : excerpt(body, request);
  }
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = body as Record<string, unknown>;
  const text = messageKeys.map(key => fields[key]).find(value => typeof value === 'string' && value !== '');
  return text === undefined ? undefined : redact(text as string, secretsOf(request)).slice(0, 500);
}

/** Retry-After as seconds or as a date, to seconds. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
