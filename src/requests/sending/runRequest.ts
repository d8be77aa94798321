import { ApiError } from '../../api/errors';
import {
  hasUserInfo,
  urlWithoutCredentials,
  sendOnce,
  type Fetch,
  type FetchResponse,
  type Redirect,
  type SentResponse,
} from '../../api/http/sendOnce';
import { Secret } from '../../api/secret';
import { firstHeader } from '../document/rules';
import { reveal } from '../document/secretText';
import { KnownSecrets } from '../../api/masking/knownSecrets';
import { headerSecrets, maskHeader } from '../../api/masking/headers';
import { readBody, type ReadBody, type ReceivedParts } from './readBody';
import { ArrivingText, isStreamed, type ArrivingResponse } from './arrivingText';
import { decode, receive, type Received, type Sink } from './receive';
import { encodeBody, secretsOfRequest, type ReadFile, type ResolvedRequest } from './resolvedRequest';
import { RunResult } from './runResult';

export interface RunContext {
  fetch: Fetch;
  readFile: ReadFile;
  signal?: AbortSignal | undefined;
  /** The timeout for the complete response in milliseconds, if the request has none. Default: 30 seconds. */
  timeoutMs?: number;
  /** Maximum number of bytes of a response to keep in memory. Default: 5 MB. */
  keepBytes?: number;
  /** Number of bytes after which a response is cut off. Default: 1 GB. */
  maxBytes?: number;
  /** Receives a response that is larger than `keepBytes`, from its first byte on. */
  sink?: Sink;
  /**
   * Reads a body and masks the response, for example in a worker thread if the body is large. Default: `readBody` in
   * this thread.
   * @param signal the signal of this context; rejects when it is aborted
   */
  readBody?(
    bytes: Uint8Array,
    contentType: string,
    secrets: readonly Secret[],
    parts: ReceivedParts,
    signal: AbortSignal | undefined,
  ): Promise<ReadBody>;
  /** Called for each chunk of a successful response of unknown length, such as server-sent events. */
  onArriving?: (arriving: ArrivingResponse) => void;
  /** Returns further credentials that a response may repeat. Never rejects. */
  otherSecrets?(): Promise<readonly Secret[]>;
  /**
   * Returns another token for an access token that may have been refused; `undefined` if there is no other, or if the
   * token is still accepted. If this function is absent, tokens are not renewed.
   */
  renew?(refused: Secret): Promise<Secret | undefined>;
}

const maxRedirects = 5;
const megabyte = 1024 * 1024;

/**
 * Sends a request and reads its response with any status. Renews a refused access token and sends the request once
 * more. Follows redirects only for GET and within the origin.
 * @param encoded the body, if it was already read
 * @throws ApiError like `sendOnce`; RequestError `noFile`, `notSaved`; errors of `renew`
 */
export async function runRequest(
  request: ResolvedRequest,
  context: RunContext,
  encoded?: Uint8Array<ArrayBuffer>,
): Promise<RunResult> {
  const body = encoded ?? (await encodeBody(request.body, context.readFile));
  const first = await attempt(request, body, context);
  const refused = request.authorization;
  if (first.status !== 401 || refused === undefined || !usesAccessToken(request)) return first;
  const token = await context.renew?.(refused.token);
  if (token === undefined || token.equals(refused.token)) return first;
  return (await attempt({ ...request, authorization: { ...refused, token } }, body, context)).asRenewed();
}

/** Only a call that is documented to use the access token may renew it: a renewal invalidates it on all other machines. */
function usesAccessToken({ authorization, operation }: ResolvedRequest): boolean {
  return authorization?.scheme === 'Bearer' && operation?.authorization === 'accessToken';
}

async function attempt(
  request: ResolvedRequest,
  body: Uint8Array<ArrayBuffer> | undefined,
  context: RunContext,
): Promise<RunResult> {
  const started = performance.now();
  const secrets = secretsOfRequest(request);
  const otherSecrets = context.otherSecrets?.() ?? [];
  const { response, notFollowed } = await send(request, body, secrets, context);
  const headersAt = performance.now();
  const received = await receive(
    context.onArriving ? arrivingIn(response, context, [...secrets, ...(await otherSecrets)]) : response,
    {
      keepBytes: context.keepBytes ?? 5 * megabyte,
      maxBytes: context.maxBytes ?? 1024 * megabyte,
      sink: context.sink,
    },
  );
  const total = performance.now() - started;
  const headers = [...response.headers];
  const headerCredentials = headers.flatMap(([name, value]) => headerSecrets(name, value));
  const knownSecrets = [...secrets, ...(await otherSecrets), ...headerCredentials];
  const read = await readParts(received, response, request.method, knownSecrets, context);
  const { masked, isMasked, charset, wrongCharset, credentials } = read;
  const allSecrets = [...knownSecrets, ...credentials.map(value => new Secret(value))];
  return new RunResult(
    {
      method: request.method,
      status: response.status,
      statusText: read.statusText,
      headers: read.headers,
      size: received.size,
      truncated: received.truncated,
      stopped: received.stopped,
      charset,
      wrongCharset,
      notFollowed,
      redirects: response.followed.map(({ status, from, target, milliseconds }) => ({
        status,
        milliseconds,
        from: shownAddress(from, request.url, allSecrets),
        to: shownAddress(target, request.url, allSecrets),
      })),
      timing: response.timing,
      renewed: false,
      ok: isSuccess(response.status, request),
      expectedStatus: request.operation?.success ?? [],
      ms: { headers: headersAt - started, total },
    },
    {
      bytes: received.bytes,
      text: () => (masked === undefined ? undefined : (read.text ?? decodeText(received, headers))),
      masked,
      isMasked,
      headers,
      credentials: allSecrets,
    },
  );
}

interface SentAttempt {
  response: SentResponse;
  /** The reason why the last redirect was not followed. */
  notFollowed: RunResult['report']['notFollowed'];
}

/** Sends a request and follows redirects. Resolves when the headers of the last response arrived. */
async function send(
  request: ResolvedRequest,
  body: Uint8Array<ArrayBuffer> | undefined,
  secrets: readonly Secret[],
  context: RunContext,
): Promise<SentAttempt> {
  const visited = new Set([request.url.href]);
  let notFollowed: SentAttempt['notFollowed'];
  const response = await sendOnce(
    {
      method: request.method,
      url: request.url,
      headers: headersOf(request),
      body: body ?? null,
      confidential: request.authorization !== undefined,
      secrets,
    },
    {
      fetch: context.fetch,
      signal: context.signal,
      timeout: request.timeoutMs ?? context.timeoutMs ?? 30_000,
      silence: 0, // The timeout alone limits a request: a document may give a silent stream its time.
      onRedirect(redirect) {
        notFollowed = whyNotFollowed(request, redirect, visited);
        if (redirect.target !== undefined) visited.add(redirect.target.href);
        return notFollowed === undefined ? redirect.target : undefined;
      },
    },
  );
  return { response, notFollowed: response.redirect?.target === undefined ? undefined : notFollowed };
}

/** Passes the response to `onArriving` while it is read, if it can be shown. */
function arrivingIn(response: SentResponse, { onArriving }: RunContext, secrets: readonly Secret[]): FetchResponse {
  const { body, status, statusText, headers } = response;
  if (onArriving === undefined || body === null || status >= 300 || !isStreamed(headers)) return response;
  const allSecrets = [...secrets, ...[...headers].flatMap(([name, value]) => headerSecrets(name, value))];
  const text = new ArrivingText(headers.get('content-type') ?? '', allSecrets);
  const reason = new KnownSecrets(allSecrets).mask(statusText);
  return { ...response, body: shown(body) };

  async function* shown(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const piece of pieces) {
      size += piece.byteLength;
      text.add(piece);
      onArriving?.({ status, statusText: reason, size, read: () => text.read() });
      yield piece;
    }
  }
}

function decodeText(
  { bytes, truncated }: Received,
  headers: readonly (readonly [name: string, value: string])[],
): string | undefined {
  return decode(bytes, firstHeader(headers, 'content-type'), truncated).text;
}

async function readParts(
  { bytes, truncated }: Received,
  { statusText, headers, url }: SentResponse,
  method: string,
  secrets: readonly Secret[],
  context: RunContext,
): Promise<ReadBody> {
  const contentType = headers.get('content-type') ?? '';
  const parts = { statusText, headers: [...headers], isCut: truncated };
  if (context.readBody === undefined) return readBody(bytes, contentType, secrets, parts);
  try {
    return await context.readBody(bytes, contentType, secrets, parts, context.signal);
  } catch (error) {
    if (!context.signal?.aborted) throw error;
    throw new ApiError('cancelled', { method, url: urlWithoutCredentials(url, secrets) });
  }
}

/**
 * Returns why a redirect is not followed. Redirects are followed only for GET and within the same origin.
 * @param visited the addresses that this request already called
 */
function whyNotFollowed(
  { method }: ResolvedRequest,
  { from, target, hop }: Redirect,
  visited: ReadonlySet<string>,
): RunResult['report']['notFollowed'] {
  if (method !== 'GET') return 'method';
  if (target === undefined || target.hostname !== from.hostname || hasUserInfo(target)) return 'otherHost';
  if (target.origin !== from.origin) return 'otherOrigin';
  if (visited.has(target.href)) return 'loop';
  return hop < maxRedirects ? undefined : 'tooMany';
}

/** Returns an address without credentials. Within the same origin, it is only the path and query. */
function shownAddress(url: URL, first: URL, secrets: readonly Secret[]): string {
  const text = `${url.origin === first.origin ? '' : url.origin}${url.pathname}${url.search}`;
  return maskHeader('location', text, secrets);
}

/**
 * Returns whether a status is a success: any status below 300, even if another one is documented. A status from 300 to
 * 399 is a success only for a request without a documented operation.
 */
function isSuccess(status: number, request: ResolvedRequest): boolean {
  return status < 300 || (status < 400 && request.operation === undefined);
}

function headersOf({ headers, authorization }: ResolvedRequest): [string, string][] {
  const pairs = headers.map(({ name, value }): [string, string] => [name, reveal(value)]);
  if (authorization !== undefined)
    pairs.push(['Authorization', `${authorization.scheme} ${authorization.token.reveal()}`]);
  return pairs;
}
