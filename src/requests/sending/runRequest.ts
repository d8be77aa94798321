import { ApiError, type ApiErrorCode } from '../../api/errors';
import { classify, isSafe, safeUrl, systemCode, type Fetch, type FetchResponse } from '../../api/http/sendOnce';
import { maskedCause } from '../../api/http/maskedCause';
import type { Secret } from '../../api/secret';
import { hasUserInfo } from '../../api/http/send';
import { maskResponse, maskHeader } from './mask';
import { readBody, type ReadBody } from './readBody';
import { encodeBody, secretsOfRequest, type ResolvedRequest, type ReadFile } from './resolvedRequest';
import { receive, type Sink } from './receive';
import { RunResult } from './runResult';
import { reveal } from '../values/secretText';
import { RequestError } from '../document/requestError';

export interface RunContext {
  fetch: Fetch;
  readFile: ReadFile;
  signal?: AbortSignal;
  /** Milliseconds for the complete answer, where the request names none; absent: 30 seconds. */
  timeoutMs?: number;
  /** Bytes of an answer to keep in memory; absent: 5 MB. */
  keepBytes?: number;
  /** Bytes after which an answer is cut off; absent: 1 GB. */
  maxBytes?: number;
  /** Takes an answer that is larger than `keepBytes`, from its first byte on. */
  sink?: Sink;
  /**
   * Makes text of a body; absent: `readBody` here and now. A large body is worth a thread of its own.
   * @param signal the one of this context: rejects when it is aborted
   */
  readBody?(
    bytes: Uint8Array,
    contentType: string,
    known: readonly Secret[],
    signal: AbortSignal | undefined,
  ): Promise<ReadBody>;
  /** A new token in place of a refused one; `undefined`: there is none. */
  renew?(request: ResolvedRequest, refused: Secret): Promise<Secret | undefined>;
}

const maxRedirects = 5;
const megabyte = 1024 * 1024;

/**
 * Sends a request and reads its answer, whatever its status. A refused token is renewed and the request sent once
 * more; redirects are followed for GET and within the origin only.
 * @throws ApiError as `exchange`, RequestError `noFile`, `notSaved`; and whatever `renew` throws
 */
export async function runRequest(request: ResolvedRequest, context: RunContext): Promise<RunResult> {
  const body = await encodeBody(request.body, context.readFile);
  const first = await attempt(request, body, context);
  const refused = request.authorization;
  if (first.status !== 401 || refused === undefined || context.renew === undefined) return first;
  const token = await context.renew(request, refused.token);
  if (token === undefined || token.equals(refused.token)) return first;
  return (await attempt({ ...request, authorization: { ...refused, token } }, body, context)).asRenewed();
}

async function attempt(
  request: ResolvedRequest,
  body: Uint8Array<ArrayBuffer> | undefined,
  context: RunContext,
): Promise<RunResult> {
  const timeout = AbortSignal.timeout(request.timeoutMs ?? context.timeoutMs ?? 30_000);
  const signal = context.signal === undefined ? timeout : AbortSignal.any([context.signal, timeout]);
  try {
    signal.throwIfAborted();
    return await exchange(request, body, context, signal);
  } catch (error) {
    // Errors of ours, such as a file that cannot be written.
    if (error instanceof ApiError || error instanceof RequestError) throw error;
    const reason = systemCode(error);
    const code = context.signal?.aborted ? 'cancelled' : timeout.aborted ? 'timeout' : classify(reason);
    throw failure(code, request, error, reason);
  }
}

function failure(code: ApiErrorCode, request: ResolvedRequest, error?: unknown, reason?: string): ApiError {
  const known = secretsOfRequest(request);
  const cause = maskedCause(error, known);
  return new ApiError(code, {
    method: request.method,
    url: safeUrl(request.url, known),
    ...(cause === undefined ? {} : { cause }),
    ...(reason === undefined ? {} : { reason }),
  });
}

async function exchange(
  request: ResolvedRequest,
  body: Uint8Array<ArrayBuffer> | undefined,
  context: RunContext,
  signal: AbortSignal,
): Promise<RunResult> {
  const started = performance.now();
  const redirects: string[] = [];
  let url = request.url;
  for (;;) {
    // Checked here as well: nothing may get past this place with a credential.
    if (request.authorization !== undefined && !isSafe(url)) throw failure('insecure', request);
    const response = await context.fetch(url.href, {
      method: request.method,
      headers: headersOf(request),
      body: body ?? null,
      redirect: 'manual',
      signal,
    });
    const answered = performance.now();
    const target = redirectTarget(response, url);
    const follow =
      target !== undefined &&
      target.origin === url.origin &&
      !hasUserInfo(target) &&
      request.method === 'GET' &&
      redirects.length < maxRedirects;
    if (follow) {
      void discard(response);
      redirects.push(target.pathname);
      url = target;
      continue;
    }
    return await finish(response, { request, context, started, answered, redirects, url });
  }
}

interface Sending {
  request: ResolvedRequest;
  context: RunContext;
  started: number;
  answered: number;
  redirects: string[];
  url: URL;
}

async function finish(
  response: FetchResponse,
  { request, context, started, answered, redirects, url }: Sending,
): Promise<RunResult> {
  const received = await receive(response, {
    keepBytes: context.keepBytes ?? 5 * megabyte,
    maxBytes: context.maxBytes ?? 1024 * megabyte,
    sink: context.sink,
  });
  const total = performance.now() - started;
  const secrets = secretsOfRequest(request);
  const contentType = response.headers.get('content-type') ?? '';
  const { text, masked, charset, wrongCharset } = context.readBody
    ? await context.readBody(received.bytes, contentType, secrets, context.signal)
    : readBody(received.bytes, contentType, secrets);
  const headers = [...response.headers];
  return new RunResult(
    {
      name: request.name,
      method: request.method,
      url: maskResponse(url.href, secrets),
      status: response.status,
      statusText: response.statusText,
      headers: headers.map(([name, value]) => [name, maskHeader(name, value, secrets)]),
      size: received.size,
      truncated: received.truncated,
      stopped: received.stopped,
      charset,
      wrongCharset,
      redirects,
      notFollowed: redirectTarget(response, url) !== undefined,
      renewed: false,
      ok: isSuccess(response.status, request),
      expectedStatus: request.operation?.success ?? [],
      ms: { headers: answered - started, total },
      text: masked,
    },
    { bytes: received.bytes, text, headers },
  );
}

/** Frees the connection of an answer whose body nobody wants. What goes wrong with it concerns nobody either. */
async function discard({ body }: FetchResponse): Promise<void> {
  const parts = body?.[Symbol.asyncIterator]();
  await parts?.next().catch(() => undefined);
  await parts?.return?.().catch(() => undefined);
}

/** Documented statuses are said, not insisted on: what is below 400 did what was asked. */
function isSuccess(status: number, request: ResolvedRequest): boolean {
  return status < 300 || (status < 400 && request.operation === undefined);
}

function headersOf({ headers, authorization }: ResolvedRequest): [string, string][] {
  const pairs = headers.map(({ name, value }): [string, string] => [name, reveal(value)]);
  if (authorization !== undefined)
    pairs.push(['Authorization', `${authorization.scheme} ${authorization.token.reveal()}`]);
  return pairs;
}

function redirectTarget(response: FetchResponse, from: URL): URL | undefined {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}
