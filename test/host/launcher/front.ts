import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';

interface Front {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  origin: string;
  close(): Promise<void>;
}

/** The cookie in which the server expects its connection token after the first address has set it. */
const tokenCookie = 'vscode-tkn';

/**
 * Starts a small proxy in front of a VS Code server. It responds to `POST /mint-key`, which the server does not
 * support: the workbench needs this half of a key to keep secrets in the browser's storage over a reload. It refuses
 * requests from pages of other origins, because the server checks neither `Host` nor `Origin`, and browsers send a
 * cookie of this machine to all its ports.
 */
export async function startFront(serverPort: number, token: string): Promise<Front> {
  const key = randomBytes(32);
  let host = '';
  const server = http.createServer((request, response) => {
    if (isForeign(request, host)) {
      response.writeHead(403).end('Forbidden');
    } else if (request.method === 'POST' && request.url?.split('?')[0] === '/mint-key') {
      if (!holdsToken(request, token)) {
        response.writeHead(403).end('Forbidden');
        return;
      }
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(key);
    } else {
      forward(request, response, serverPort);
    }
  });
  const sockets = new Set<net.Socket>();
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request: http.IncomingMessage, socket: net.Socket, head: Buffer) => {
    // A browser always sends the origin of an upgrade.
    if (isForeign(request, host) || request.headers.origin === undefined || !holdsToken(request, token)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    join(request, socket, head, serverPort);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  host = `127.0.0.1:${port}`;
  return {
    origin: `http://${host}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        sockets.forEach(socket => socket.destroy());
      }),
  };
}

/**
 * Returns true for a request from a page of another origin, or with a host name that was made to point to this machine.
 */
function isForeign({ headers }: http.IncomingMessage, host: string): boolean {
  return headers.host !== host || (headers.origin !== undefined && headers.origin !== `http://${host}`);
}

function holdsToken({ headers }: http.IncomingMessage, token: string): boolean {
  const cookies = (headers.cookie ?? '').split(';').map(cookie => cookie.trim());
  return cookies.includes(`${tokenCookie}=${token}`);
}

/** Forwards a request. Keeps its Host header, because the server derives the address for the workbench from it. */
function forward(request: http.IncomingMessage, response: http.ServerResponse, port: number): void {
  const { method, url: path, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port, method, path, headers }, received => {
    response.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

function join(request: http.IncomingMessage, socket: net.Socket, head: Buffer, port: number): void {
  const onward = net.connect(port, '127.0.0.1', () => {
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let index = 0; index < request.rawHeaders.length; index += 2) {
      lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`);
    }
    onward.write(`${lines.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
  onward.on('close', () => socket.destroy());
  socket.on('close', () => onward.destroy());
}
