import { Agent, createServer, request } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../src/sandbox/sandbox';

// Measures how fast the sandbox returns 20 of 100,000 records: with an index, without an index, and counted. Compares
// it with a plain server that sends the same bytes. Prints a table. Usage: `node out/bench/sandbox.mjs [requests]`.

const records = 100_000;
const requests = Number(process.argv[2] ?? 2000);
const connections = 8;
const path = '/hserve/v2.4/table/product/record/';

interface Row {
  name: string;
  perSecond: number;
  /** Milliseconds. */
  p99: number;
  bytes: number;
}

const started = performance.now();
const sandbox = await startSandbox({ scale: records });
const startTime = performance.now() - started;
const headers = { 'X-Hydrogen-Client-ID': sandbox.applications[0]?.clientId ?? '' };
const before = process.memoryUsage.rss();
const first = performance.now();
const newest = (JSON.parse(await get(sandbox.origin + path)) as { objects: { created_by: number }[] }).objects[0];
const seedTime = performance.now() - first;
const memory = (process.memoryUsage.rss() - before) / 1024 / 1024;

const cases: [name: string, query: { where?: object; return_total_count?: string }][] = [
  ['the newest 20', {}],
  ['where on an index (20 match)', { where: { created_by: { $eq: newest?.created_by } } }],
  ['where without an index, page full early', { where: { on_sale: { $eq: true } } }],
  ['where without an index, to the last record', { where: { price: { $lt: 0 } } }],
  ['where without an index, counted', { where: { stock: { $lt: 10 } }, return_total_count: '1' }],
];
const rows: Row[] = [];
for (const [name, query] of cases) {
  const url = new URL(sandbox.origin + path);
  if (query.where) url.searchParams.set('where', JSON.stringify(query.where));
  if (query.return_total_count) url.searchParams.set('return_total_count', query.return_total_count);
  const body = await get(url.href);
  rows.push(await measure(`sandbox: ${name}`, url.href, body.length));
  if (rows.length > 2) continue;
  const { server, origin } = await bare(body);
  rows.push(await measure(`bare node:http, the same bytes as "${name}"`, origin, body.length));
  server.close();
}
await sandbox.close();

console.log('## Sandbox\n');
console.log(`| ${records} records, ${connections} connections | requests/s | p99 (ms) | bytes |`);
console.log('| --- | ---: | ---: | ---: |');
for (const { name, perSecond, p99, bytes } of rows) {
  console.log(`| ${name} | ${Math.round(perSecond)} | ${p99.toFixed(1)} | ${bytes} |`);
}
console.log(
  `\nStart ${startTime.toFixed(0)} ms; the first use of the table ${seedTime.toFixed(0)} ms and ${memory.toFixed(0)} MB.`,
);

async function measure(name: string, url: string, bytes: number): Promise<Row> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  // A full scan takes long, so fewer requests are enough.
  const probe = performance.now();
  await get(url, agent);
  const count = performance.now() - probe > 20 ? Math.ceil(requests / 20) : requests;
  const begin = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        const sent = performance.now();
        await get(url, agent);
        times.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  agent.destroy();
  times.sort((one, other) => one - other);
  return { name, perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? NaN, bytes };
}

async function bare(body: string): Promise<{ server: Server; origin: string }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function get(url: string, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers, ...(agent ? { agent } : {}) }, incoming => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    outgoing.on('error', reject).end();
  });
}
