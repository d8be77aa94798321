import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

// A server in a separate thread or process, so that its work does not count as the extension's. Sends its origin to the
// parent.
const small = JSON.stringify({ time: '2026-01-01T00:00:00Z', objects: [{ id: 1, name: '商品' }] });
const server = http.createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url?.startsWith('/large/') === true) sendLarge(response, Number(request.url.split('/')[2]) * 1_000_000);
  else if (request.url?.startsWith('/tokens/') === true)
    sendTokens(response, request.url.split('/').slice(2).map(Number));
  else response.end(small);
});
server.listen(0, '127.0.0.1', () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  parentPort?.postMessage(origin);
  process.send?.(origin);
  // Exits with the parent, so that a failed benchmark leaves no server behind.
  process.once('disconnect', () => process.exit());
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

/**
 * Sends `count` different credentials, each also in another field. With `kilobytes`, sends short items instead, so that
 * the body has this size.
 */
function sendTokens(response: http.ServerResponse, [count = 0, kilobytes = 0]: number[]): void {
  for (let index = 0; index < 100; index++) response.setHeader(`x-trace-${index}`, `id ${index}; ${randomHex(24)}`);
  const tokens = Array.from({ length: count }, () => randomHex(30));
  if (kilobytes === 0) {
    const objects = tokens.map((token, id) => ({
      id,
      access_token: token,
      link: `https://a.example/?next=${token}&page=2`,
    }));
    return void response.end(JSON.stringify({ meta: { limit: 20 }, objects }));
  }
  const length = Math.floor((kilobytes * 1000) / count) - 12;
  const objects = tokens.map(token => `{"token":"${token.repeat(4).slice(0, length)}"}`);
  response.end(`[${objects.join()}]`);
}

function randomHex(length: number): string {
  return randomBytes(length / 2).toString('hex');
}
