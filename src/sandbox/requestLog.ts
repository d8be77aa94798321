import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** One request the sandbox received, without any credential. */
export interface RecordedRequest {
  /** Unix milliseconds of the sandbox's clock, when it arrived. */
  at: number;
  method: string;
  /** With query. */
  path: string;
  /** 0 when the connection was left or ended without an answer. */
  status: number;
  milliseconds: number;
  /** As received, credentials masked. */
  headers: Record<string, string>;
  /** Whether the body held a ClientSecret, or a field of that name. */
  bodyHasSecret: boolean;
  hasCookie: boolean;
  /** Running number of the TCP connection, from 1. */
  connection: number;
  /** The Env ID the request asked for; absent: production. */
  environment?: string;
}

export interface RequestLog {
  readonly requests: readonly RecordedRequest[];
  /** Called for every request, before its answer leaves: a client that holds an answer finds its request recorded. */
  record(incoming: IncomingMessage, details: RequestDetails): void;
  onRequest(listener: (request: RecordedRequest) => void): () => void;
}

export interface RequestDetails {
  at: number;
  milliseconds: number;
  status: number;
  bodyHasSecret: boolean;
}

const maximumRequests = 1000;
const mask = '•••';
// ClientSecret and Open API tokens have 40 characters, user tokens 32; ClientID and Env ID, which are no secrets, 20.
const longToken = /[A-Za-z0-9_-]{30,}/g;

export function requestLog(): RequestLog {
  const requests: RecordedRequest[] = [];
  const listeners = new Set<(request: RecordedRequest) => void>();
  const connections = new WeakMap<Socket, number>();
  let lastConnection = 0;

  return {
    requests,
    record(incoming, details) {
      const connection = connections.get(incoming.socket) ?? ++lastConnection;
      connections.set(incoming.socket, connection);
      const request = describe(incoming, details, connection);
      requests.push(request);
      if (requests.length > maximumRequests) requests.shift();
      for (const listener of [...listeners]) listener(request);
    },
    onRequest(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function describe(incoming: IncomingMessage, details: RequestDetails, connection: number): RecordedRequest {
  const environment = incoming.headers['x-hydrogen-env-id'];
  return {
    at: details.at,
    method: incoming.method ?? '',
    path: (incoming.url ?? '').replace(longToken, mask),
    status: details.status,
    milliseconds: details.milliseconds,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, maskHeader(name, String(value))]),
    ),
    bodyHasSecret: details.bodyHasSecret,
    hasCookie: Boolean(incoming.headers.cookie),
    connection,
    ...(typeof environment === 'string' ? { environment } : {}),
  };
}

function maskHeader(name: string, value: string): string {
  if (name === 'authorization' || name === 'proxy-authorization') {
    const scheme = /^[A-Za-z0-9-]+(?= )/.exec(value)?.[0];
    return scheme === undefined ? mask : `${scheme} ${mask}`;
  }
  if (name === 'cookie') return value.replace(/=[^;]*/g, `=${mask}`);
  return value.replace(longToken, mask);
}
