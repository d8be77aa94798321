import type { ResponseHeaders, Fetch, FetchResponse, FetchInit } from './sendOnce';
import { Connections, type HttpClientSettings } from './connections';
import { acceptEncoding, decompress } from './decompress';
import { piecesOf } from './bodyChunks';
import { proxyFailure, proxyTrouble } from './proxy';
import { RequestClock } from './timing';

export { resolveRoute } from './connections';
export { CookieJar } from 'tough-cookie';

export interface HttpClient {
  fetch: Fetch;
  /** Closes the idle connections. */
  close(): Promise<void>;
}

/**
 * Creates a `fetch` with its own connections.
 * @throws TypeError for an unusable proxy
 */
export function createHttpClient(settings: HttpClientSettings): HttpClient {
  const connections = new Connections(settings);
  return { fetch: (url, init) => send(connections, url, init), close: () => connections.close() };
}

/** Sends like `fetch`, but without web streams, which double the time of a small response. */
async function send(
  connections: Connections,
  url: string,
  { method, headers: given, body, signal, silence }: FetchInit,
): Promise<FetchResponse> {
  const { dispatcher, isProxy, headers, ...route } = await connections.routeTo(new URL(url));
  const clock = new RequestClock();
  const sent = clock.start(() =>
    dispatcher.request({
      ...route,
      method,
      body,
      signal,
      headers: withDefaults(given, headers),
      responseHeaders: 'raw',
      ...(silence !== undefined && { headersTimeout: silence, bodyTimeout: silence }),
    }),
  );
  const response = await unlessAborted(sent, signal).catch((error: unknown) => {
    const { alert } = clock;
    // undici only reports that the other side closed the connection.
    if (alert !== undefined) throw Object.assign(new Error(alert, { cause: error }), { code: alert });
    throw isProxy ? proxyTrouble(error) : error;
  });
  if (isProxy && response.statusCode === 407) {
    response.body.on('error', () => undefined).destroy();
    throw proxyFailure('the proxy answered 407', 'ERR_PROXY_407');
  }
  const received = new ReceivedHeaders(response.headers as unknown as string[]);
  return {
    status: response.statusCode,
    statusText: response.statusText,
    headers: received,
    timing: clock.read(),
    body: piecesOf(decompress(response.body, received.get('content-encoding'))),
  };
}

/** Rejects on abort at once; undici checks the signal only after it has a connection. */
function unlessAborted<T>(operation: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop);
    const settle = () => signal.removeEventListener('abort', stop);
    operation.then(
      value => {
        settle();
        resolve(value);
      },
      (error: Error) => {
        settle();
        reject(error);
      },
    );
  });
}

/** The headers in their order of arrival, including duplicates. */
class ReceivedHeaders implements ResponseHeaders {
  readonly #pairs: [name: string, value: string][] = [];

  /** @param raw name, value, name, value… */
  constructor(raw: readonly string[]) {
    for (let at = 0; at < raw.length; at += 2) this.#pairs.push([(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? '']);
  }

  get(name: string): string | null {
    const values = this.#all(name);
    return values.length === 0 ? null : values.join(', ');
  }

  getSetCookie(): string[] {
    return this.#all('set-cookie');
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#pairs[Symbol.iterator]();
  }

  #all(headerName: string): string[] {
    return this.#pairs.filter(([name]) => name === headerName.toLowerCase()).map(([, value]) => value);
  }
}

const defaults = Object.entries({
  accept: '*/*',
  'accept-encoding': acceptEncoding,
  'user-agent': 'hydrogen-baas-vscode',
});

function withDefaults(headers: FetchInit['headers'], more: [name: string, value: string][]): string[] {
  const names = new Set<string>();
  const pairs: string[] = [];
  for (const [name, value] of Array.isArray(headers) ? headers : Object.entries(headers)) {
    names.add(name.toLowerCase());
    pairs.push(name, value);
  }
  for (const [name, value] of [...more, ...defaults]) if (!names.has(name)) pairs.push(name, value);
  return pairs;
}
