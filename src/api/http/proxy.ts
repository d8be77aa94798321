import { Pool, type Dispatcher } from 'undici';
import { isLoopback } from './sendOnce';

/**
 * The address of a proxy as people write it, a missing scheme added.
 * @throws TypeError without the address in it, which may hold a password
 */
export function proxyAddress(typed: string | undefined): URL | undefined {
  const text = typed?.trim() ?? '';
  if (text === '') return undefined;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) throw new TypeError('The address of the proxy is malformed');
  const url = new URL(address);
  const { protocol } = url;
  if (!['http:', 'https:', 'socks:', 'socks5:'].includes(protocol)) {
    throw new TypeError(`A proxy of the kind ${protocol.slice(0, -1)} cannot be used`);
  }
  return url;
}

/** The Proxy-Authorization: the setting's, else name and password of the address. */
export function proxyLogin({ username, password }: URL, setting: string | undefined): string | undefined {
  if (setting !== undefined) return setting;
  if (username === '') return undefined;
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(login).toString('base64')}`;
}

/**
 * Whether a host is reached without the proxy: this machine always is, else as the exceptions say: `*`, a host with all
 * below it, a leading `*.` or `.` changing nothing, with a port or for all of them.
 */
export function bypassesProxy({ hostname, port, protocol }: URL, exceptions: readonly string[]): boolean {
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return (
    isLoopback(hostname) ||
    ['localhost', ...exceptions].some(exception => {
      const [, host = '', wanted = ownPort] = /^(.+?)(?::(\d+))?$/.exec(exception.trim().toLowerCase()) ?? [];
      const name = host.replace(/^\*?\./, '');
      if (name === '' || wanted !== ownPort) return false;
      return name === '*' || name === hostname || hostname.endsWith(`.${name}`);
    })
  );
}

/**
 * Connections to the proxy whose failures end the request. As they come from undici, a tunnel that the proxy closes is
 * tried again at once and without end, and one that it refuses does not say with which status.
 */
export function proxyPool(origin: URL, options: object): Pool {
  const pool = new Pool(origin, options);
  const open: (request: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> = pool.connect.bind(pool);
  const tunnel = async (request: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const response = await open(request).catch((cause: unknown) => {
      throw proxyTrouble(cause);
    });
    if (response.statusCode === 200) return response;
    response.socket.on('error', () => undefined).destroy();
    throw proxyFailure(`the proxy answered ${response.statusCode}`, `ERR_PROXY_${response.statusCode}`);
  };
  return Object.assign(pool, { connect: tunnel });
}

const troubles: Record<string, string> = {
  UND_ERR_SOCKET: 'ERR_PROXY_CLOSED',
  ECONNREFUSED: 'ERR_PROXY_REFUSED',
  ENOTFOUND: 'ERR_PROXY_UNKNOWN_HOST',
  EAI_AGAIN: 'ERR_PROXY_UNKNOWN_HOST',
  UND_ERR_CONNECT_TIMEOUT: 'ERR_PROXY_TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'ERR_PROXY_TIMEOUT',
};

/** The failure of a connection to the proxy, told apart from one to the service. */
export function proxyTrouble(cause: unknown): unknown {
  const inner = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  const code = troubles[(inner as NodeJS.ErrnoException).code ?? ''];
  return code === undefined ? cause : proxyFailure('the connection to the proxy failed', code, cause);
}

export function proxyFailure(message: string, code: string, cause?: unknown): Error {
  return Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code });
}
