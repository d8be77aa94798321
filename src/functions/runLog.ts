import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Fetch } from '../api/http/sendOnce';
import { isLoopback, sendOnce } from '../api/http/sendOnce';

/** Bytes of a log that are read. */
const longestLog = 1_000_000;
const timeout = 30_000;

/** The reason why a log is not read. */
export type LogProblem =
  | 'noAddress'
  | 'unsafe' // plain http, or a private address
  | 'redirected'
  | 'expired'; // the signature of the address has expired, or it is wrong

/** A log, or why there is none. `isCut`: it goes on. */
export type RunLog = { text: string; isCut: boolean } | { problem: LogProblem };

/** What reading a log needs. */
export interface LogReading {
  fetch: Fetch;
  signal: AbortSignal;
  /** The sandbox has its logs on another port of this machine. */
  isSandbox: boolean;
}

/**
 * Reads the log of a run. Its host is not the service's, so it gets no credential and no redirect is followed.
 * @throws ApiError for a connection that fails
 */
export async function readRunLog(address: string | undefined, reading: LogReading): Promise<RunLog> {
  if (address === undefined || !URL.canParse(address)) return { problem: 'noAddress' };
  const url = new URL(address);
  if (!(await isAllowed(url, reading.isSandbox))) return { problem: 'unsafe' };
  const request = { method: 'GET', url, headers: {}, body: null, confidential: true, secrets: [] };
  const { status, redirect, body } = await sendOnce(request, { fetch: reading.fetch, signal: reading.signal, timeout });
  if (redirect !== undefined) return { problem: 'redirected' };
  if (status !== 200) return { problem: 'expired' };
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

async function isAllowed(url: URL, isSandbox: boolean): Promise<boolean> {
  if (url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isSandbox && isLoopback(url.hostname)) return url.protocol === 'http:' || url.protocol === 'https:';
  if (url.protocol !== 'https:') return false;
  // A name that cannot be resolved here may be resolved by the proxy; the connection reports its own error.
  const found = isIP(host) > 0 ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  return !found.some(({ address }) => privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'));
}

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ...[['0.0.0.0', 8] as const, ['10.0.0.0', 8] as const, ['100.64.0.0', 10] as const, ['127.0.0.0', 8] as const],
  ...[['169.254.0.0', 16] as const, ['172.16.0.0', 12] as const, ['192.168.0.0', 16] as const],
])
  privateNetworks.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [['::', 127] as const, ['fc00::', 7] as const, ['fe80::', 10] as const])
  privateNetworks.addSubnet(network, prefix, 'ipv6');
