import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { maskBody, maskText, type Exchange } from './recordedExchange';
import { annotationOf } from '../backend/routing';
import { maskLoggedHeader } from '../../api/masking/headers';

/** One received request, without any credential. */
export interface RecordedRequest {
  /** Sequence number, from 1. */
  id: number;
  /** Time of arrival in Unix milliseconds of the sandbox's clock. */
  at: number;
  method: string;
  /** Includes the query. */
  path: string;
  /** 0 when no response was sent. */
  status: number;
  milliseconds: number;
  /** As received, with masked credentials. */
  headers: Record<string, string>;
  /** Whether the body contained a ClientSecret or the text `client_secret`. */
  bodyHasSecret: boolean;
  hasCookie: boolean;
  /** Sequence number of the TCP connection, from 1. */
  connection: number;
  /** The requested Env ID; absent for production. */
  environment?: string;
  /** A note about a difference from the service, for example an SMS code that the sandbox did not send. */
  note?: string;
}

export interface RequestLog {
  readonly requests: readonly RecordedRequest[];
  /**
   * Records a request. Called before the response is sent, so that a client that has the response finds its request in
   * the log.
   */
  record(incoming: IncomingMessage, outgoing: ServerResponse, details: RequestDetails): void;
  onRequest(listener: (request: RecordedRequest) => void): () => void;
  /** Returns the headers and bodies of one of the last 200 requests, with masked credentials. */
  exchange(id: number): Exchange | undefined;
}

interface RequestDetails {
  at: number;
  milliseconds: number;
  status: number;
  bodyHasSecret: boolean;
}

const maximumRequests = 1000;
const maximumExchanges = 200;
/** After this number of bytes, no more chunks of a response are stored. */
const maximumCapture = 64 * 1024;

export function requestLog(): RequestLog {
  const requests: RecordedRequest[] = [];
  const exchanges = new Map<number, () => Exchange>();
  const listeners = new Set<(request: RecordedRequest) => void>();
  const connections = new WeakMap<Socket, number>();
  let lastConnection = 0;
  let lastId = 0;

  return {
    requests,
    record(incoming, outgoing, details) {
      const connection = connections.get(incoming.socket) ?? ++lastConnection;
      connections.set(incoming.socket, connection);
      const id = ++lastId;
      const request = recordedRequest(incoming, details, { id, connection });
      requests.push(request);
      if (requests.length > maximumRequests) requests.shift();
      exchanges.set(id, captureExchange(incoming, outgoing, request));
      exchanges.delete(id - maximumExchanges);
      for (const listener of [...listeners]) listener(request);
    },
    onRequest(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    exchange: id => exchanges.get(id)?.(),
  };
}

function recordedRequest(
  incoming: IncomingMessage,
  details: RequestDetails,
  identity: { id: number; connection: number },
): RecordedRequest {
  const environment = incoming.headers['x-hydrogen-env-id'];
  const note = annotationOf(incoming);
  return {
    ...identity,
    at: details.at,
    method: incoming.method ?? '',
    path: maskText(incoming.url ?? ''),
    status: details.status,
    milliseconds: details.milliseconds,
    headers: maskedHeaders(incoming.headers),
    bodyHasSecret: details.bodyHasSecret,
    hasCookie: Boolean(incoming.headers.cookie),
    ...(typeof environment === 'string' ? { environment } : {}),
    ...(note === undefined ? {} : { note }),
  };
}

/** Masks each value of a repeated header separately, because the masking of a cookie ends at its first attribute. */
function maskedHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([originalName, values]: [string, unknown]) => {
      const name = originalName.toLowerCase();
      return [
        name,
        [values]
          .flat()
          .map(value => maskLoggedHeader(name, String(value), maskText))
          .join(', '),
      ];
    }),
  );
}

/**
 * Stores the bytes of the response by replacing its methods, because only they see the sent bytes. Returns a function
 * that creates the exchange; credentials are masked only then.
 */
function captureExchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { headers }: RecordedRequest,
): () => Exchange {
  const sentChunks: Buffer[] = [];
  let size = 0;
  const capture = (chunk: unknown): void => {
    if (size > maximumCapture || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return;
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    sentChunks.push(bytes);
  };
  let lastHeadArgument: unknown;
  const writeHead = outgoing.writeHead.bind(outgoing) as (...args: unknown[]) => never;
  // getHeaders() does not return headers that are passed to writeHead().
  outgoing.writeHead = (...args: unknown[]) => {
    lastHeadArgument = args.at(-1);
    return writeHead(...args);
  };
  for (const name of ['write', 'end'] as const) {
    const original = outgoing[name].bind(outgoing) as (...args: unknown[]) => never;
    outgoing[name] = (...args: unknown[]) => {
      capture(args[0]);
      return original(...args);
    };
  }
  const { rawBody } = incoming as unknown as { rawBody?: Buffer };
  return () => {
    const writtenHeaders = typeof lastHeadArgument === 'object' && lastHeadArgument !== null ? lastHeadArgument : {};
    const contentTypeOf = (fields: Record<string, string>): string => fields['content-type'] ?? '';
    const response = maskedHeaders({ ...outgoing.getHeaders(), ...writtenHeaders });
    return {
      request: { headers, body: maskBody(rawBody ?? Buffer.alloc(0), contentTypeOf(headers)) },
      response: { headers: response, body: maskBody(Buffer.concat(sentChunks), contentTypeOf(response)) },
    };
  };
}
