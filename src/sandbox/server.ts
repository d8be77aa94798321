import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import { getRequestListener } from '@hono/node-server';
import { errorBody } from './refusal';

const maximumBody = 10 * 1024 * 1024;
// A page in a browser can make its own host name resolve to 127.0.0.1, but cannot make the browser send another Host.
const loopbackHost = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/i;

export interface ServerOptions {
  /** 0: any free port. */
  port: number;
  /** Answers one request; its body is in `incoming.rawBody`. */
  answer: (request: Request, bindings: HttpBindings) => Promise<Response>;
  /** Called for a request that was refused before it reached `answer`. */
  onRefused: (incoming: IncomingMessage, status: number) => void;
}

/**
 * An HTTP server on 127.0.0.1 that listens when the promise resolves. It rejects with the system's error (`code`
 * EADDRINUSE) when the port is taken.
 */
export async function listen({ port, answer, onRefused }: ServerOptions): Promise<{ server: Server; port: number }> {
  const refuse = (incoming: IncomingMessage, outgoing: ServerResponse, status: number, message: string): void => {
    onRefused(incoming, status);
    outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(errorBody(message)));
  };
  const listener = getRequestListener((request, bindings) => answer(request, bindings as HttpBindings), {
    // The default replaces Request and Response of the whole process, which every other extension in the host would feel.
    overrideGlobalObjects: false,
    errorHandler: () => Response.json(errorBody(unreadable), { status: 400 }),
  });
  const receive = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (!loopbackHost.test(incoming.headers.host ?? '')) {
      return refuse(incoming, outgoing, 421, 'The Host must be 127.0.0.1 or localhost.');
    }
    const rawBody = await readBody(incoming);
    if (!rawBody) return refuse(incoming, outgoing, 413, 'The body is larger than 10 MB.');
    Object.assign(incoming, { rawBody });
    return listener(incoming, outgoing);
  };
  // Nothing to answer any more when this rejects: the client went away while sending.
  const server = createServer((incoming, outgoing) => void receive(incoming, outgoing).catch(() => outgoing.destroy()));
  server.on('clientError', (_, socket) => refuseUnreadable(socket));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

const unreadable = 'The request is not valid HTTP for this server.';

/** Answers what never became a request. */
function refuseUnreadable(socket: Duplex): void {
  if (!socket.writable) return;
  const body = JSON.stringify(errorBody(unreadable));
  const head = ['HTTP/1.1 400 Bad Request', 'Content-Type: application/json', 'Connection: close'];
  socket.end([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'));
}

/** Stops listening and ends every connection, also those with a request under way. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** The whole body, or undefined when it is too large. The rest is then dropped as it comes, so that the answer arrives. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maximumBody) return void chunks.push(chunk);
      chunks = [];
      resolve(undefined);
    });
    incoming.on('end', () => resolve(Buffer.concat(chunks)));
    incoming.on('error', reject);
    incoming.on('close', () => reject(new Error('The client went away.')));
  });
}
