import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../../src/sandbox/sandbox';
import { createAuthority } from '../../test/unit/api/certificate/issue';

// A server for HTTP/2 and HTTP/1.1 in a separate process, so that its work does not count as the client's. It sends one
// page of the sandbox after a delay, which is the path in milliseconds. Sends its origin and its certificate authority
// to the parent process.
const sandbox = await startSandbox();
const headers = { 'X-Hydrogen-Client-ID': sandbox.applications[0]?.clientId ?? '' };
const page = Buffer.from(
  await (await fetch(`${sandbox.origin}/hserve/v2.4/table/product/record/`, { headers })).arrayBuffer(),
);
await sandbox.close();

const authority = createAuthority();
const server = http2.createSecureServer({ ...authority.issue({ names: ['localhost'] }), allowHTTP1: true });
server.on('request', ({ url, httpVersion }, response) => {
  const respond = () => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': page.length,
      'x-version': httpVersion,
    });
    response.end(page);
  };
  const delay = Number(url.slice(1));
  if (delay === 0) respond();
  else setTimeout(respond, delay);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ origin: `https://localhost:${(server.address() as AddressInfo).port}`, ca: authority.cert });
});
