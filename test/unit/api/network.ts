import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach } from 'mocha';
import type { Fetch, FetchResponse } from '../../../src/api/http/sendOnce';
import type { CallContext } from '../../../src/api/http/apiRequest';
import type { HttpClientSettings } from '../../../src/api/http/connections';
import { createHttpClient, type HttpClient } from '../../../src/api/http/httpClient';
import { root } from '../../host/launcher/root';

const folder = path.join(root, 'test/unit/api/certificate');

/** Self-signed certificate for localhost, 127.0.0.1, service.example and other.example. */
const certificate = {
  key: readFileSync(path.join(folder, 'key.pem')),
  cert: readFileSync(path.join(folder, 'cert.pem')),
};

export interface Received {
  method: string;
  /** Path and query. */
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** The server's response to the next request. */
export type Reply =
  | { status?: number; headers?: http.OutgoingHttpHeaders; body?: string | Buffer | object }
  | ((response: http.ServerResponse, received: Received) => void);

export interface ScriptedServer {
  origin: string;
  port: number;
  received: Received[];
  /** TCP connections accepted so far. */
  connections: number;
}

interface Network {
  /**
   * Starts a server that gives these replies, one per request in this order. Any other number of requests fails the
   * test.
   */
  server(replies: Reply[], secure?: boolean | https.ServerOptions): Promise<ScriptedServer>;
  /**
   * Starts a proxy that forwards every request to `target`, through a tunnel or as a request to the proxy, or calls
   * `instead`. With a `login`, requires it as Proxy-Authorization.
   */
  proxy(target: ScriptedServer, instead?: (socket: Socket) => void, login?: string): Promise<Proxy>;
  client(settings?: Partial<HttpClientSettings>): HttpClient;
  context(more?: Partial<CallContext>): CallContext;
}

interface Proxy {
  address: string;
  /** Method, target and Proxy-Authorization of every request. */
  asked: string[];
}

/** Provides real servers and connections for the tests of one suite. All are closed after each test. */
export function useNetwork(): Network {
  const endings: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0)) await end();
  });

  const client: Network['client'] = settings => {
    const made = createHttpClient({ strictSSL: true, systemCertificates: false, ...settings });
    endings.push(() => made.close());
    return made;
  };
  return {
    client,
    context: more => ({ fetch: client().fetch, timeoutMs: 20_000, ...more }),
    async server(replies, secure = false) {
      const script = [...replies];
      const state: ScriptedServer = { origin: '', port: 0, received: [], connections: 0 };
      const unexpected: string[] = [];
      const handle = (request: http.IncomingMessage, response: http.ServerResponse): void => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          const { method = '', url: path = '', headers } = request;
          const received = { method, path, headers, body: Buffer.concat(parts).toString() };
          state.received.push(received);
          const reply = script.shift();
          if (reply === undefined) unexpected.push(`${method} ${path}`);
          respond(reply ?? { status: 500, body: 'unexpected request' }, response, received);
        });
      };
      const secret = secure === true ? certificate : secure;
      const server = secret === false ? http.createServer(handle) : https.createServer(secret, handle);
      server.on('connection', () => (state.connections += 1));
      state.port = await listen(server);
      state.origin = `${secret !== false ? 'https' : 'http'}://127.0.0.1:${state.port}`;
      endings.unshift(async () => {
        await close(server);
        assert.deepEqual({ unexpected, unused: script.length }, { unexpected: [], unused: 0 });
      });
      return state;
    },
    async proxy(target, instead, login) {
      const server = http.createServer();
      const sockets = new Set<Socket>();
      const asked: string[] = [];
      const keep = (socket: Socket): Socket => {
        sockets.add(socket.on('error', () => undefined));
        return socket;
      };
      const note = ({ method, url, headers }: http.IncomingMessage): boolean => {
        asked.push([method, url, headers['proxy-authorization']].filter(Boolean).join(' '));
        return login === undefined || headers['proxy-authorization'] === login;
      };
      server.on('request', (request, response) => {
        if (!note(request)) return void response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
        if (instead !== undefined) return instead(keep(request.socket));
        const { 'proxy-authorization': _, ...headers } = request.headers;
        const { pathname, search } = new URL(request.url ?? '');
        const { method } = request;
        const onward = http.request({ host: '127.0.0.1', port: target.port, method, headers, path: pathname + search });
        onward.on('response', received => {
          response.writeHead(received.statusCode ?? 502, received.headers);
          received.pipe(response);
        });
        request.pipe(onward);
      });
      server.on('connect', (request, socket: Socket) => {
        const isKnown = note(request);
        if (instead !== undefined) return instead(keep(socket));
        if (!isKnown) return void keep(socket).end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        const tunnel = keep(net.connect(target.port, '127.0.0.1'));
        tunnel.on('connect', () => {
          keep(socket).write('HTTP/1.1 200 Connection established\r\n\r\n');
          socket.pipe(tunnel).pipe(socket);
        });
      });
      const port = await listen(server);
      endings.unshift(() => {
        sockets.forEach(socket => socket.destroy());
        return close(server);
      });
      return { address: `http://127.0.0.1:${port}`, asked };
    },
  };
}

/** Sends one GET, or another method without a body, and reads the complete response. */
export async function get(
  fetch: Fetch,
  url: string,
  method = 'GET',
): Promise<Omit<FetchResponse, 'body'> & { text: string }> {
  const signal = AbortSignal.timeout(20_000);
  const response = await fetch(url, { method, headers: {}, body: null, redirect: 'manual', signal });
  const { status, statusText, headers, body } = response;
  return { status, statusText, headers, text: body === null ? '' : await text(body) };
}

/** Creates a redirect to another address. */
export function redirect(location: string, cookies: string[] = [], status = 302): Reply {
  return { status, headers: { location, 'set-cookie': cookies }, body: '<html>moved</html>' };
}

/** Returns the origin of a local port without a server. */
export async function freeOrigin(): Promise<string> {
  const server = http.createServer();
  const port = await listen(server);
  await close(server);
  return `http://127.0.0.1:${port}`;
}

function respond(reply: Reply, response: http.ServerResponse, received: Received): void {
  if (typeof reply === 'function') return reply(response, received);
  const { status = 200, headers = {}, body = '' } = reply;
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  response.writeHead(status, isText ? headers : { 'content-type': 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

async function listen(server: http.Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function close(server: http.Server): Promise<void> {
  const closed = new Promise(resolve => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
