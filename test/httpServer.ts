import http from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { after, before } from 'mocha';

/** Lets a server listen on a free port of this machine, and returns its origin. */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts an HTTP server for the tests of this `describe`. Returns a function for its origin. */
export function useHttpServer(respond: http.RequestListener): () => string {
  const server = http.createServer(respond);
  let origin = '';
  before(async () => {
    origin = await listening(server);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => origin;
}
