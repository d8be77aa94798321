import tls from 'node:tls';
import { Agent, EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import type { Fetch } from './exchange';

export { CookieJar } from 'tough-cookie';

/** How the service is reached. The UI layer fills this from VS Code's `http.*` settings and the environment. */
export interface HttpClientSettings {
  /** Address of the proxy, `undefined` for a direct connection. */
  proxy?: string;
  /** Hosts that are reached directly; loopback always is. */
  noProxy?: readonly string[];
  /** Value of the Proxy-Authorization header. */
  proxyAuthorization?: string;
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

/** `fetch` over connections of our own: kept alive, proxied and verified as the settings say. */
export function createHttpClient(settings: HttpClientSettings): HttpClient {
  const ca = settings.systemCertificates ? certificates() : undefined;
  const secure = { rejectUnauthorized: settings.strictSSL, ...(ca === undefined ? {} : { ca }) };
  const options = {
    connect: { timeout: connectTimeout, ...secure },
    headersTimeout: silenceTimeout,
    bodyTimeout: silenceTimeout,
  };
  const dispatcher =
    settings.proxy === undefined
      ? new Agent(options)
      : new EnvHttpProxyAgent({
          ...options,
          httpProxy: settings.proxy,
          httpsProxy: settings.proxy,
          noProxy: [...loopback, ...(settings.noProxy ?? [])].join(','),
          requestTls: secure,
          proxyTls: secure,
          ...(settings.proxyAuthorization === undefined ? {} : { token: settings.proxyAuthorization }),
        });
  const fetch = ((input: string, init?: object) => undiciFetch(input, { ...init, dispatcher })) as unknown as Fetch;
  return { fetch, close: () => dispatcher.close() };
}

/** Node's own certificates and the system's; `undefined` where the host's Node cannot read the latter. */
function certificates(): string[] | undefined {
  const read = (tls as { getCACertificates?: (type: 'default' | 'system') => string[] }).getCACertificates;
  return read === undefined ? undefined : [...new Set([...read('default'), ...read('system')])];
}
