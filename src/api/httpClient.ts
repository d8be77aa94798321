import tls from 'node:tls';
import { Agent, EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import type { Fetch } from './exchange';
import { proxyAddress, proxyPool } from './proxy';

export { CookieJar } from 'tough-cookie';

/** How the service is reached. The UI layer fills this from VS Code's `http.*` settings and the environment. */
export interface HttpClientSettings {
  /** Address of the proxy, with or without a scheme; `undefined` for a direct connection. */
  proxy?: string;
  /** Hosts that are reached directly, `*` for all; loopback always is. */
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
  const fetch = ((input: string, init?: object) => undiciFetch(input, { ...init, dispatcher })) as unknown as Fetch;
  let closing: Promise<void> | undefined;
  return { fetch, close: () => (closing ??= dispatcher.close()) };
}

/** Node's own certificates and the system's; `undefined` where the host's Node cannot read the latter. */
function certificates(): string[] | undefined {
  const read = (tls as { getCACertificates?: (type: 'default' | 'system') => string[] }).getCACertificates;
  return read === undefined ? undefined : [...new Set([...read('default'), ...read('system')])];
}
