import { createHash } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import tls from 'node:tls';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import { timedConnector } from './timing';
import { bypassesProxy, proxyAddress, proxyLogin, proxyPool } from './proxy';

/** The settings of all connections. The UI layer fills them from VS Code's `http.*` settings and the environment. */
export interface HttpClientSettings {
  /** Address of the proxy, with or without a scheme; `undefined` for a direct connection. */
  proxy?: string | undefined;
  /** Hosts that are reached without the proxy; `*` means all. Loopback addresses never use the proxy. */
  noProxy?: readonly string[];
  /** Value of the Proxy-Authorization header. */
  proxyAuthorization?: string | undefined;
  /** `false` accepts any certificate, like `http.proxyStrictSSL: false`. */
  strictSSL: boolean;
  /** True to add the certificates of the operating system to those that come with Node. */
  systemCertificates: boolean;
  /** Certificates of further authorities, as PEM. */
  extraAuthorities?: string | undefined;
  /** Client certificates, for servers that require one. */
  clientCertificates?: readonly ClientCertificate[];
  /** Milliseconds after which a silent server fails a request that names no other limit. Default: one minute. */
  silenceTimeout?: number;
  /** Finds the addresses of a host. Default: the operating system. */
  lookup?: LookupFunction;
}

export interface ClientCertificate {
  /** The only origin that receives the certificate. */
  origin: string;
  /** Reads the files. Called before each request. */
  load: () => Promise<ClientCertificateFiles>;
}

export interface ClientCertificateFiles {
  cert?: Buffer;
  key?: Buffer;
  pfx?: Buffer;
  passphrase?: string | undefined;
}

/** The connection for a request, and the origin, path and additional headers to send on it. */
interface Route {
  dispatcher: Dispatcher;
  origin: string;
  path: string;
  headers: [name: string, value: string][];
  /** True if the request goes to the proxy without a tunnel, so that the proxy may answer it. */
  isProxy: boolean;
}

const connectTimeout = 15_000;

/** Connections that are kept alive, proxied and verified according to the settings. */
export class Connections {
  readonly #settings: HttpClientSettings;
  readonly #proxy: URL | undefined;
  readonly #login: string | undefined;
  readonly #secure: SecureOptions;
  readonly #all: Dispatcher[] = [];
  readonly #usual: Dispatchers;
  readonly #certified = new Map<string, { hash: string; passphraseHash: string; dispatchers: Dispatchers }>();
  #closing: Promise<unknown> | undefined;

  /** @throws TypeError for an unusable proxy */
  constructor(settings: HttpClientSettings) {
    this.#settings = settings;
    this.#proxy = proxyAddress(settings.proxy);
    this.#login = this.#proxy && proxyLogin(this.#proxy, settings.proxyAuthorization);
    this.#secure = secureOptions(settings);
    this.#usual = this.#open(this.#secure);
  }

  /** @throws Error with a `code` when the client certificate for the address cannot be used */
  async routeTo(url: URL): Promise<Route> {
    const { origin, pathname, search, host } = url;
    const { direct, tunnels } = await this.#dispatchersFor(origin);
    const path = pathname + search;
    const via = bypassesProxy(url, this.#settings.noProxy ?? []) ? undefined : this.#proxy;
    if (via === undefined || tunnels === undefined) {
      return { dispatcher: direct, origin, path, headers: [], isProxy: false };
    }
    // Plain http uses no tunnel: many proxies open tunnels only to TLS ports.
    if (url.protocol === 'http:' && /^https?:$/.test(via.protocol)) {
      const headers: Route['headers'] = [['host', host]];
      if (this.#login !== undefined) headers.push(['proxy-authorization', this.#login]);
      return { dispatcher: this.#usual.direct, origin: via.origin, path: origin + path, headers, isProxy: true };
    }
    return { dispatcher: tunnels, origin, path, headers: [], isProxy: false };
  }

  async close(): Promise<void> {
    await (this.#closing ??= Promise.all(this.#all.map(each => each.close())));
  }

  #open(endpoint: SecureOptions): Dispatchers {
    const { silenceTimeout = 60_000 } = this.#settings;
    const options = { headersTimeout: silenceTimeout, bodyTimeout: silenceTimeout };
    const direct = new Agent({ ...options, connect: timedConnector(endpoint) });
    const tunnels =
      this.#proxy &&
      new ProxyAgent({
        ...options,
        uri: this.#proxy.href,
        requestTls: endpoint,
        proxyTls: this.#secure,
        clientFactory: (origin, pool) => proxyPool(origin, { ...pool, headersTimeout: connectTimeout }),
        ...(this.#login === undefined ? {} : { token: this.#login }),
      });
    this.#all.push(direct, ...(tunnels === undefined ? [] : [tunnels]));
    return { direct, tunnels };
  }

  async #dispatchersFor(origin: string): Promise<Dispatchers> {
    const certificate = this.#settings.clientCertificates?.find(each => each.origin === origin);
    if (certificate === undefined) return this.#usual;
    const existing = this.#certified.get(origin);
    let passphraseHash = existing?.passphraseHash;
    try {
      // Each request reads the files, because they may have been renewed or repaired.
      const files = await filesOf(certificate);
      const hash = hashOf(files);
      if (existing?.hash === hash) return existing.dispatchers;
      passphraseHash = hashOf({ passphrase: files.passphrase });
      const dispatchers = this.#open(withCertificate(this.#secure, files));
      this.#certified.set(origin, { hash, passphraseHash, dispatchers });
      return dispatchers;
    } catch (error) {
      // While a tool replaces the files, one of them may be missing or not match the other. The user changes the
      // passphrase, and a wrong one has to be reported.
      if (existing === undefined || passphraseHash !== existing.passphraseHash) throw error;
      return existing.dispatchers;
    }
  }
}

/** The route to an address, for a diagnosis of each step. */
export interface ConnectionRoute {
  /** `undefined` for a direct connection. */
  proxy: URL | undefined;
  /** Value of the Proxy-Authorization header. Secret. */
  login: string | undefined;
  /** TLS options for the server; `undefined` when its client certificate cannot be used. */
  secure: SecureOptions | undefined;
  /** The same options without a client certificate. */
  anonymous: SecureOptions;
}

/**
 * Finds the route to an address.
 * @throws TypeError for a proxy that cannot be used
 */
export async function resolveRoute(url: URL, settings: HttpClientSettings): Promise<ConnectionRoute> {
  const configured = proxyAddress(settings.proxy);
  const proxy = bypassesProxy(url, settings.noProxy ?? []) ? undefined : configured;
  const anonymous = secureOptions(settings);
  const certificate = settings.clientCertificates?.find(({ origin }) => origin === url.origin);
  const secure =
    certificate === undefined
      ? anonymous
      : await filesOf(certificate)
          .then(files => withCertificate(anonymous, files))
          .catch(() => undefined);
  return { proxy, login: proxy && proxyLogin(proxy, settings.proxyAuthorization), secure, anonymous };
}

interface Dispatchers {
  direct: Dispatcher;
  tunnels: Dispatcher | undefined;
}

/** Returns the TLS options of a connection, including the trusted authorities. */
function secureOptions(settings: HttpClientSettings): SecureOptions {
  const { strictSSL, systemCertificates, extraAuthorities, lookup } = settings;
  const extra = extraAuthorities === undefined ? [] : [extraAuthorities];
  return {
    timeout: connectTimeout,
    // Tries the next address of a host name without waiting for a silent one.
    autoSelectFamily: true,
    rejectUnauthorized: strictSSL,
    ...(lookup === undefined ? {} : { lookup }),
    ...(systemCertificates || extra.length > 0 ? { ca: [...authorities(systemCertificates), ...extra] } : {}),
  };
}

export interface SecureOptions {
  timeout: number;
  autoSelectFamily: true;
  rejectUnauthorized: boolean;
  lookup?: LookupFunction;
  ca?: string[];
  secureContext?: tls.SecureContext;
}

/** @throws Error with the code `CLIENT_CERT_UNREADABLE`, without the path, which may contain the name of the user */
function filesOf({ load }: ClientCertificate): Promise<ClientCertificateFiles> {
  return load().catch((cause: unknown) => {
    throw certificateFailure('CLIENT_CERT_UNREADABLE', cause);
  });
}

/** Identifies the files without keeping their passphrase. */
function hashOf({ cert, key, pfx, passphrase }: ClientCertificateFiles): string {
  const hash = createHash('sha256');
  for (const part of [cert, key, pfx, passphrase]) if (part !== undefined) hash.update(part);
  return hash.digest('hex');
}

/** Adds a client certificate to TLS options. @throws Error with the code `CLIENT_CERT_UNUSABLE` */
function withCertificate(secure: SecureOptions, files: ClientCertificateFiles): SecureOptions {
  try {
    const { ca } = secure;
    return { ...secure, secureContext: tls.createSecureContext({ ...files, ...(ca === undefined ? {} : { ca }) }) };
  } catch (cause) {
    throw certificateFailure('CLIENT_CERT_UNUSABLE', cause);
  }
}

function certificateFailure(code: string, cause: unknown): Error {
  const inner = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  return Object.assign(new Error(`The client certificate cannot be used: ${inner}`), { code });
}

/**
 * Returns Node's own certificate authorities, and with `system` those of the operating system if Node can read them.
 */
function authorities(system: boolean): string[] {
  const read = (tls as { getCACertificates?: (type: 'default' | 'system') => string[] }).getCACertificates;
  if (read === undefined) return [...tls.rootCertificates];
  return [...new Set([...read('default'), ...(system ? read('system') : [])])];
}
