import { Pool, type Dispatcher } from 'undici';

/**
 * The address of a proxy as people write it, a missing scheme added.
 * @throws TypeError without the address in it, which may hold a password
 */
export function proxyAddress(typed: string | undefined): string | undefined {
  const text = typed?.trim() ?? '';
  if (text === '') return undefined;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) throw new TypeError('The address of the proxy is malformed');
  const { protocol } = new URL(address);
  if (!['http:', 'https:', 'socks:', 'socks5:'].includes(protocol)) {
    throw new TypeError(`A proxy of the kind ${protocol.slice(0, -1)} cannot be used`);
  }
  return address;
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
      const closed = (cause as NodeJS.ErrnoException).code === 'UND_ERR_SOCKET';
      throw closed ? failure('the proxy closed the connection', 'ERR_PROXY_CLOSED', cause) : cause;
    });
    if (response.statusCode === 200) return response;
    response.socket.on('error', () => undefined).destroy();
    throw failure(`the proxy answered ${response.statusCode}`, `ERR_PROXY_${response.statusCode}`);
  };
  return Object.assign(pool, { connect: tunnel });
}

function failure(message: string, code: string, cause?: unknown): Error {
  return Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code });
}
