import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';

export interface Front {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  origin: string;
  close(): Promise<void>;
}

/**
 * A small proxy before a VS Code server. It answers `POST /mint-key`, which the server itself does not know: with that
 * half of a key the workbench keeps secrets in the browser's storage, without it a reload loses them.
 */
export async function startFront(serverPort: number): Promise<Front> {
  const key = randomBytes(32);
  const server = http.createServer((request, response) => {
    if (request.method === 'POST' && request.url?.split('?')[0] === '/mint-key') {
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
    join(request, socket, head, serverPort);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        sockets.forEach(socket => socket.destroy());
      }),
  };
}

/** The Host header stays as it is: the server derives from it the address that the workbench connects to. */
function forward(request: http.IncomingMessage, response: http.ServerResponse, port: number): void {
  const { method, url: path, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port, method, path, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
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
