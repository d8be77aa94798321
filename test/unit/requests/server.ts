import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach } from 'mocha';

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Handler = (request: IncomingMessage, response: ServerResponse, received: Received) => void;

/** A server that records all requests; each test sets the response. */
class RecordingServer {
  readonly received: Received[] = [];
  handler: Handler = (_, response) => void response.end('{}');
  #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const received = { method, url, headers, body: Buffer.concat(chunks).toString() };
      this.received.push(received);
      this.handler(request, response, received);
    });
  });

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }
}

/** Starts a server before the tests of a suite, and resets it before each test. */
export function useServer(): RecordingServer {
  const server = new RecordingServer();
  before(() => server.start());
  beforeEach(() => {
    server.received.length = 0;
    server.handler = (_, response) => void response.end('{}');
  });
  after(() => server.stop());
  return server;
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Handler {
  return (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}
