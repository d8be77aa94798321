import { Pool, type Dispatcher } from 'undici';
import { percentDecoded } from '../percentDecoded';
import { isLoopback } from './sendOnce';

/**
 * Parses the address of a proxy; the scheme is optional.
 * @throws TypeError whose message omits the address, because it may contain a password
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

/** Returns the value of Proxy-Authorization: the setting if there is one, else name and password from the address. */
export function proxyLogin({ username, password }: URL, setting: string | undefined): string | undefined {
  if (setting !== undefined) return setting;
  if (username === '') return undefined;
  const login = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return `Basic ${Buffer.from(login).toString('base64')}`;
}

/**
 * Whether requests to a host bypass the proxy. Requests to this machine always do. An exception is `*` for every host, or
 * a host name, which also covers its subdomains. A leading `*.` or `.` is ignored. An exception with a port applies to
 * that port only.
 */
export function bypassesProxy({ hostname, port, protocol }: URL, exceptions: readonly string[]): boolean {
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return (
    isLoopback(hostname) ||
    ['localhost', ...exceptions].some(exception => {
      const [, host = '', exceptionPort = ownPort] = /^(.+?)(?::(\d+))?$/.exec(exception.trim().toLowerCase()) ?? [];
      const name = host.replace(/^\*?\./, '');
      if (name === '' || exceptionPort !== ownPort) return false;
      return name === '*' || name === hostname || hostname.endsWith(`.${name}`);
    })
  );
}

/**
 * Creates connections to the proxy. A failed tunnel ends the request: undici itself retries forever if the proxy closes
 * the connection, and does not report the status of a refused tunnel.
 */
export function proxyPool(origin: URL, options: object): Pool {
  const pool = new Pool(origin, options);
  const open: (request: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> = pool.connect.bind(pool);
  const tunnel = async (request: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const response = await open(request).catch((cause: unknown) => {
      throw proxyTrouble(cause, tunnelTroubles);
    });
    if (response.statusCode === 200) return response;
    response.socket.on('error', () => undefined).destroy();
    throw proxyFailure(`the proxy answered ${response.statusCode}`, `ERR_PROXY_${response.statusCode}`);
  };
  return Object.assign(pool, { connect: tunnel });
}

const connectTroubles: Record<string, string> = {
  ECONNREFUSED: 'ERR_PROXY_REFUSED',
  ENOTFOUND: 'ERR_PROXY_UNKNOWN_HOST',
  EAI_AGAIN: 'ERR_PROXY_UNKNOWN_HOST',
  UND_ERR_CONNECT_TIMEOUT: 'ERR_PROXY_TIMEOUT',
};

/** Without a tunnel, these can also end a request that the proxy has already passed on. */
const tunnelTroubles: Record<string, string> = {
  ...connectTroubles,
  UND_ERR_SOCKET: 'ERR_PROXY_CLOSED',
  UND_ERR_HEADERS_TIMEOUT: 'ERR_PROXY_TIMEOUT',
};

/**
 * Converts a failed connection to the proxy into an error that names the proxy; returns any other error unchanged. The
 * codes of these errors mean that nothing of the request was sent.
 */
export function proxyTrouble(cause: unknown, troubles = connectTroubles): unknown {
  const inner = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  const code = troubles[(inner as NodeJS.ErrnoException).code ?? ''];
  return code === undefined ? cause : proxyFailure('the connection to the proxy failed', code, cause);
}

export function proxyFailure(message: string, code: string, cause?: unknown): Error {
  return Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code });
}
