import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { BodyBudget, readBody } from './receivedBody';
import { errorBody } from '../http/httpError';

// Prevents DNS rebinding: a web page can make its own host name resolve to 127.0.0.1, but cannot make the browser send
// another Host header.
const loopbackHost = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/i;
/** The service responds to longer addresses with 502. */
const longestAddress = 16_386;

interface ServerOptions {
  /** 0: any free port. */
  port: number;
  /** Handles one request; its body is in `incoming.rawBody`. */
  respond: (request: Request, bindings: HttpBindings) => Promise<Response>;
  /** Called for a request that was refused before it reached `respond`. */
  onRefused: (incoming: IncomingMessage, outgoing: ServerResponse, status: number) => void;
  /** Milliseconds for receiving the headers, and the whole request. Default: 15 and 60 seconds. */
  timeouts?: { headers: number; request: number } | undefined;
}

/**
 * Starts an HTTP server on 127.0.0.1, which listens when the promise resolves. Rejects with the system's error (`code`
 * EADDRINUSE) when the port is in use.
 */
export async function listen(options: ServerOptions): Promise<{ server: Server; port: number }> {
  const { port, respond, onRefused, timeouts = { headers: 15_000, request: 60_000 } } = options;
  const budget = new BodyBudget();
  const refuse = (incoming: IncomingMessage, outgoing: ServerResponse, status: number, message: string): void => {
    onRefused(incoming, outgoing, status);
    const retry = status === 503 ? { 'Retry-After': '1' } : {};
    outgoing
      .writeHead(status, { 'Content-Type': 'application/json', ...retry })
      .end(JSON.stringify(errorBody(message)));
  };
  const listener = getRequestListener((request, bindings) => respond(request, bindings as HttpBindings), {
    // The default replaces Request and Response in the whole process, which would affect every other extension in the host.
    overrideGlobalObjects: false,
    errorHandler: () => Response.json(errorBody(unreadableMessage), { status: 400 }),
  });
  const receive = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (!loopbackHost.test(incoming.headers.host ?? '')) {
      return refuse(incoming, outgoing, 421, 'The Host must be 127.0.0.1 or localhost.');
    }
    if ((incoming.url ?? '').length > longestAddress) {
      return refuse(incoming, outgoing, 502, `The address is longer than ${longestAddress} characters.`);
    }
    const rawBody = await readBody(incoming, outgoing, budget);
    if (rawBody === 'tooLarge') return refuse(incoming, outgoing, 413, 'The body is larger than 10 MB.');
    if (rawBody === 'tooMany')
      return refuse(incoming, outgoing, 503, 'Too many large bodies are being received at once.');
    Object.assign(incoming, { rawBody });
    return listener(incoming, outgoing);
  };
  const server = createServer(
    {
      // Enough for the longest address and its headers; more gets 431.
      maxHeaderSize: 32 * 1024,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: Math.min(timeouts.headers, 5000),
    },
    // A rejection means that the client closed the connection while sending: no response is possible.
    (incoming, outgoing) => void receive(incoming, outgoing).catch(() => outgoing.destroy()),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseUnreadable(error.code, socket));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

const unreadableMessage = 'The request is not valid HTTP for this server.';
const rejections: Record<string, [line: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are larger than 32 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** Responds to a request that is not valid HTTP, has too large headers, or took too long to arrive. */
function refuseUnreadable(code: string | undefined, socket: Duplex): void {
  if (!socket.writable) return;
  const [line, message] = rejections[code ?? ''] ?? ['400 Bad Request', unreadableMessage];
  const body = JSON.stringify(errorBody(message));
  const head = [`HTTP/1.1 ${line}`, 'Content-Type: application/json', 'Connection: close'];
  socket.end([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'));
}

/** Stops listening and closes every connection, including those with a request in progress. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
