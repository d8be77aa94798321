import dns from 'node:dns';
import net, { type Socket } from 'node:net';
import tls, { type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import type { SecureOptions } from '../http/connections';

// Each of these functions performs one step of a connection, for a diagnosis. It rejects with an error that has a
// `code`, also when its signal aborts.

/** Returns the addresses of a host, in the order in which they are tried. */
export function addressesOf(
  host: string,
  { lookup = dns.lookup }: Pick<SecureOptions, 'lookup'>,
  signal: AbortSignal,
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(failure('ABORTED')), { once: true });
    lookup(bare(host), { all: true }, (error, result) => {
      if (error !== null) return reject(error);
      const addresses = Array.isArray(result) ? result.map(({ address }) => address) : [String(result)];
      if (addresses.length === 0) reject(failure('ENOTFOUND'));
      else resolve(addresses);
    });
  });
}

export function connectTo(
  { hostname, port, protocol }: URL,
  { lookup }: Pick<SecureOptions, 'lookup'>,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = net.connect({
    host: bare(hostname),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    autoSelectFamily: true,
    ...(lookup === undefined ? {} : { lookup }),
  });
  return once(socket, 'connect', signal);
}

export function startTls(
  socket: Socket,
  { hostname }: URL,
  { timeout: _, autoSelectFamily: __, lookup: ___, ...secure }: SecureOptions,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const host = bare(hostname);
  const servername = net.isIP(host) === 0 ? { servername: host } : {};
  return once(
    tls.connect({ ...secure, ...servername, host, socket, ALPNProtocols: ['http/1.1'] }),
    'secureConnect',
    signal,
  );
}

/** The response of a proxy to a CONNECT, or of a server to a HEAD. */
interface Head {
  status: number;
  /** Returns all values of a header. */
  all(name: string): string[];
}

/**
 * Requests a tunnel from a proxy and returns the head of its response.
 * @throws Error with the code `CLOSED` or `NO_HTTP`
 */
export async function requestTunnel(
  socket: Socket,
  url: URL,
  login: string | undefined,
  signal: AbortSignal,
): Promise<Head> {
  const target = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
  const authorization = login === undefined ? '' : `Proxy-Authorization: ${login}\r\n`;
  return exchange(socket, `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`, signal);
}

/**
 * Sends a HEAD request and returns the head of the response. The request contains no credential, so it is safe on a
 * connection with an untrusted certificate.
 */
export function requestHead(socket: Socket, { host }: URL, signal: AbortSignal): Promise<Head> {
  return exchange(socket, `HEAD / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, signal);
}

/**
 * Returns facts about the server's certificate. `issuedFor`: the names that it is valid for. `names`: the names along
 * the certificate chain, the server's first.
 */
export function chainOf(socket: TLSSocket): { issuedFor: string[]; names: string[]; from: string; until: string } {
  const certificate = socket.getPeerCertificate(true);
  const names: string[] = [];
  const seen = new Set<string>();
  for (let at: DetailedPeerCertificate | undefined = certificate; at?.fingerprint256 && !seen.has(at.fingerprint256);) {
    seen.add(at.fingerprint256);
    names.push(nameOf(at.subject));
    const next: DetailedPeerCertificate | undefined = at.issuerCertificate;
    if (next === undefined && nameOf(at.issuer) !== nameOf(at.subject)) names.push(nameOf(at.issuer));
    at = next;
  }
  return { issuedFor: alternativeNames(certificate), names, from: certificate.valid_from, until: certificate.valid_to };
}

/** Returns the alternative names of a certificate. Clients compare only these and ignore the common name. */
function alternativeNames({ subjectaltname = '' }: DetailedPeerCertificate): string[] {
  return [...subjectaltname.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(match => match[1] ?? '');
}

function nameOf(subject: DetailedPeerCertificate['subject'] | undefined): string {
  return String(subject?.CN ?? subject?.O ?? '?');
}

const longestHead = 64 * 1024;

function exchange(socket: Socket, request: string, signal: AbortSignal): Promise<Head> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const end = (finish: () => void): void => {
      socket.off('data', read).off('close', closed).off('error', reject);
      signal.removeEventListener('abort', abort);
      finish();
    };
    const read = (part: Buffer): void => {
      received = Buffer.concat([received, part]);
      const text = received.toString('latin1');
      if (!'HTTP/1.'.startsWith(text.slice(0, 7))) return end(() => reject(failure('NO_HTTP')));
      const length = text.indexOf('\r\n\r\n');
      if (length < 0) return received.length > longestHead ? end(() => reject(failure('NO_HTTP'))) : undefined;
      socket.pause();
      end(() => {
        const rest = received.subarray(length + 4);
        if (rest.length > 0) socket.unshift(rest);
        resolve(headOf(text.slice(0, length)));
      });
    };
    const closed = (): void => end(() => reject(failure('CLOSED')));
    const abort = (): void => void socket.destroy();
    socket.on('data', read).on('close', closed).on('error', reject);
    signal.addEventListener('abort', abort);
    socket.write(request);
  });
}

function headOf(text: string): Head {
  const [start = '', ...lines] = text.split('\r\n');
  const headers = lines.map(line => /^([^:]+):\s*(.*)$/.exec(line)?.slice(1) ?? []);
  return {
    status: Number(/^HTTP\/1\.\d (\d{3})/.exec(start)?.[1] ?? 0),
    all: name => headers.filter(([key]) => key?.toLowerCase() === name).map(([, value = '']) => value),
  };
}

function once<S extends Socket>(socket: S, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const abort = (): void => void socket.destroy();
    // A later step has its own signal, so this one must no longer end the connection.
    const settle = (): void => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    // Stays attached: a later error then only closes the socket.
    socket.on('error', reject);
    socket.once('close', () => {
      settle();
      reject(failure('CLOSED'));
    });
    socket.once(event, () => {
      settle();
      resolve(socket);
    });
  });
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
