import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { discard, isLoopback, sendOnce, type Fetch } from '../api/http/sendOnce';

/** The maximum number of bytes to read from a log. */
const longestLog = 1_000_000;
const timeout = 30_000;

/** Why a log is not read. */
export type LogProblem =
  | 'noAddress'
  | 'unsafe' // not https, a private address, or with a user name or password
  | 'redirected'
  | 'expired'; // not status 200: the signature of the address has expired or is wrong

/** The text of a log, or why it was not read. `isCut` is true if only the beginning was read. */
type RunLog = { text: string; isCut: boolean } | { problem: LogProblem };

/** The options for reading a log. */
interface LogOptions {
  fetch: Fetch;
  signal: AbortSignal;
  /** Allows logs on this machine, because the sandbox serves them on another port. */
  isSandbox: boolean;
}

/**
 * Reads the log of a run. Logs are on another host than the service, so the request carries no credentials and follows
 * no redirects.
 * @throws ApiError if the connection fails
 */
export async function readRunLog(address: string | undefined, options: LogOptions): Promise<RunLog> {
  if (address === undefined || !URL.canParse(address)) return { problem: 'noAddress' };
  const url = new URL(address);
  if (!(await isAllowedAddress(url, options.isSandbox))) return { problem: 'unsafe' };
  const request = { method: 'GET', url, headers: {}, body: null, confidential: true, secrets: [] };
  const response = await sendOnce(request, { fetch: options.fetch, signal: options.signal, timeout });
  const { status, redirect, body } = response;
  if (status !== 200) {
    void discard(response);
    return { problem: redirect === undefined ? 'expired' : 'redirected' };
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size > longestLog) break;
  }
  const bytes = Buffer.concat(pieces).subarray(0, longestLog);
  return { text: new TextDecoder().decode(bytes), isCut: size > longestLog };
}

async function isAllowedAddress(url: URL, isSandbox: boolean): Promise<boolean> {
  if (url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isSandbox && isLoopback(url.hostname)) return url.protocol === 'http:' || url.protocol === 'https:';
  if (url.protocol !== 'https:') return false;
  // A name that cannot be resolved is not an error here: a proxy may resolve it, or the connection reports the error.
  const addresses = isIP(host) > 0 ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  return !addresses.some(({ address }) => privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'));
}

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ...[['0.0.0.0', 8] as const, ['10.0.0.0', 8] as const, ['100.64.0.0', 10] as const, ['127.0.0.0', 8] as const],
  ...[['169.254.0.0', 16] as const, ['172.16.0.0', 12] as const, ['192.168.0.0', 16] as const],
])
  privateNetworks.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [['::', 127] as const, ['fc00::', 7] as const, ['fe80::', 10] as const])
  privateNetworks.addSubnet(network, prefix, 'ipv6');
