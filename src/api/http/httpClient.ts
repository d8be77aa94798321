import tls from 'node:tls';
import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';
import type { ResponseHeaders, Fetch, FetchResponse, FetchInit } from './sendOnce';
import { proxyAddress, proxyPool } from './proxy';
import { acceptEncoding, decompress } from './decompress';

export { CookieJar } from 'tough-cookie';

/** How the service is reached. The UI layer fills this from VS Code's `http.*` settings and the environment. */
export interface HttpClientSettings {
  /** Address of the proxy, with or without a scheme; `undefined` for a direct connection. */
  proxy?: string | undefined;
  /** Hosts that are reached directly, `*` for all; loopback always is. */
  noProxy?: readonly string[];
  /** Value of the Proxy-Authorization header. */
  proxyAuthorization?: string | undefined;
  /** `false` accepts any certificate, as `http.proxyStrictSSL: false` asks. */
  strictSSL: boolean;
  /** Adds the certificates of the operating system to those that come with Node. */
  systemCertificates: boolean;
}

export interface HttpClient {
  fetch: Fetch;
  /** Closes the connections that are kept alive. */
  close(): Promise<void>;
}

const connectTimeout = 15_000;
const silenceTimeout = 60_000;
const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * `fetch` over connections of our own: kept alive, proxied and verified as the settings say.
 * @throws TypeError for a proxy that cannot be used
 */
export function createHttpClient(settings: HttpClientSettings): HttpClient {
  const ca = settings.systemCertificates ? certificates() : undefined;
  const secure = {
    timeout: connectTimeout,
    rejectUnauthorized: settings.strictSSL,
    ...(ca === undefined ? {} : { ca }),
  };
  const options = { connect: secure, headersTimeout: silenceTimeout, bodyTimeout: silenceTimeout };
  const noProxy = (settings.noProxy ?? []).map(host => host.trim());
  const proxy = noProxy.includes('*') ? undefined : proxyAddress(settings.proxy);
  const dispatcher =
    proxy === undefined
      ? new Agent(options)
      : new EnvHttpProxyAgent({
          ...options,
          httpProxy: proxy,
          httpsProxy: proxy,
          noProxy: [...loopback, ...noProxy].join(','),
          requestTls: secure,
          proxyTls: secure,
          clientFactory: (origin, pool) => proxyPool(origin, { ...pool, headersTimeout: connectTimeout }),
          ...(settings.proxyAuthorization === undefined ? {} : { token: settings.proxyAuthorization }),
        });
  let closing: Promise<void> | undefined;
  return { fetch: (url, init) => send(dispatcher, url, init), close: () => (closing ??= dispatcher.close()) };
}

/** As `fetch` does, without the web streams, which would double the time of a small response. */
async function send(
  dispatcher: Dispatcher,
  url: string,
  { method, headers, body, signal }: FetchInit,
): Promise<FetchResponse> {
  const { origin, pathname, search } = new URL(url);
  const sent = dispatcher.request({
    origin,
    path: pathname + search,
    method,
    headers: withDefaults(headers),
    body,
    signal,
    responseHeaders: 'raw',
  });
  const response = await unlessAborted(sent, signal);
  const received = new ReceivedHeaders(response.headers as unknown as string[]);
  return {
    status: response.statusCode,
    statusText: response.statusText,
    headers: received,
    body: decompress(response.body, received.get('content-encoding')),
  };
}

/** undici checks the signal only once it has a connection; the caller does not wait for that. */
async function unlessAborted<T>(operation: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([operation, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** In the order in which they came, and as often. */
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

  #all(wanted: string): string[] {
    return this.#pairs.filter(([name]) => name === wanted.toLowerCase()).map(([, value]) => value);
  }
}

const defaults = { accept: '*/*', 'accept-encoding': acceptEncoding, 'user-agent': 'hydrogen-baas-vscode' };

function withDefaults(headers: FetchInit['headers']): string[] {
  const given = Array.isArray(headers) ? headers : Object.entries(headers);
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const added = Object.entries(defaults).filter(([name]) => !names.has(name));
  return [...given, ...added].flat();
}

/** Node's own certificates and the system's; `undefined` where the host's Node cannot read the latter. */
function certificates(): string[] | undefined {
  const read = (tls as { getCACertificates?: (type: 'default' | 'system') => string[] }).getCACertificates;
  return read === undefined ? undefined : [...new Set([...read('default'), ...read('system')])];
}
