import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

// A server in a thread of its own, so that its work does not count as the work of the extension. Tells its origin.
const small = JSON.stringify({ time: '2026-01-01T00:00:00Z', objects: [{ id: 1, name: '商品' }] });
const server = http.createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url?.startsWith('/large/') === true) sendLarge(response, Number(request.url.split('/')[2]) * 1_000_000);
  else response.end(small);
});
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

function sendLarge(response: http.ServerResponse, bytes: number): void {
  const item = `${JSON.stringify({ id: 1, name: '商品 Product', price: 9.5, token: 'x'.repeat(32) })},`;
  const piece = item.repeat(Math.floor(64_000 / Buffer.byteLength(item)));
  let left = bytes;
  response.write('{"objects":[');
  const more = (): void => {
    while (left > 0) {
      left -= Buffer.byteLength(piece);
      if (!response.write(piece)) {
        response.once('drain', more);
        return;
      }
    }
    response.end('{}]}');
  };
  more();
}
