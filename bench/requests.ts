import { mkdtemp, rm, stat } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Agent, fetch as undiciFetch } from 'undici';
import { createHttpClient } from '../src/api/http/httpClient';
import { diagnose } from '../src/requests/language/diagnose';
import { parseDocument } from '../src/requests/document/parse';
import { resolveRequest, type ResolveContext } from '../src/requests/sending/resolve';
import { runRequest } from '../src/requests/sending/runRequest';
import { bodyText, fileText } from '../src/ui/requests/responses/responseBody';
import { createLargeResponses } from '../src/ui/requests/responses/largeResponses';

const megabyte = 1_000_000;
const small = JSON.stringify({ time: '2026-01-01T00:00:00Z', objects: [{ id: 1, name: '商品' }] });

async function main(): Promise<void> {
  const server = http.createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/large/') === true) sendLarge(response, Number(request.url.split('/')[2]));
    else response.end(small);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createHttpClient({ noProxy: [], strictSSL: true, systemCertificates: false });
  // First, while the process is small: what garbage the others leave would hide the memory it takes.
  const large = await largeAnswer(origin, client.fetch);
  const tables = [await overhead(origin, client.fetch), parsing(), large];
  process.stdout.write(`## Request documents\n\n${tables.join('\n\n')}\n`);
  await client.close();
  server.closeAllConnections();
  server.close();
}

type Fetch = ReturnType<typeof createHttpClient>['fetch'];

/** Alternates, so that whatever else the machine does falls on both alike. */
async function overhead(origin: string, fetch: Fetch): Promise<string> {
  const document = parseDocument(
    '@limit = 20\n\n### List\nGET /hserve/v1/content/group/?limit={{limit}}\nAccept: */*\n',
  );
  const [request] = document.requests;
  if (request === undefined) throw new Error('There is one request.');
  const context: ResolveContext = contextFor(origin, document);
  const dispatcher = new Agent();
  const bare = async () => {
    const response = await undiciFetch(`${origin}/hserve/v1/content/group/?limit=20`, {
      method: 'GET',
      headers: { 'X-Hydrogen-Client-ID': 'client', Accept: '*/*' },
      redirect: 'manual',
      dispatcher,
    });
    await response.text();
  };
  const sent = async () => {
    const outgoing = await resolveRequest(request, context);
    const result = await runRequest(outgoing, { fetch, readFile: context.readFile });
    bodyText(result, false);
  };
  const times = { bare: [] as number[], sent: [] as number[] };
  for (let count = -300; count < 2000; count++) {
    const order = count % 2 === 0 ? (['bare', 'sent'] as const) : (['sent', 'bare'] as const);
    for (const kind of order) {
      const start = performance.now();
      await (kind === 'bare' ? bare() : sent());
      if (count >= 0) times[kind].push(performance.now() - start);
    }
  }
  await dispatcher.close();
  const row = (name: string, part: number) => {
    const [one, other] = [quantile(times.bare, part), quantile(times.sent, part)];
    return `| ${name} | ${one.toFixed(3)} | ${other.toFixed(3)} | ${(other / one).toFixed(2)} |`;
  };
  return `One request of a document, from its text to the text of its answer, against the bare \`fetch\` of undici; 2,000
of each in one run over loopback, in turn.

| | \`fetch\` (ms) | request of a document (ms) | ratio |
| --- | --- | --- | --- |
${row('p50', 0.5)}
${row('p99', 0.99)}`;
}

function contextFor(origin: string, document: ReturnType<typeof parseDocument>): ResolveContext {
  return {
    document,
    environmentVariables: {},
    responses: new Map(),
    prompt: () => Promise.reject(new Error('nobody is asked')),
    secret: () => Promise.reject(new Error('no secret is needed')),
    now: () => Date.now(),
    readFile: () => Promise.reject(new Error('no file is read')),
    target: {
      serverDomain: origin,
      authUrl: origin,
      clientId: 'client',
      environments: [],
      userToken: () => Promise.resolve(undefined),
      accessToken: () => Promise.reject(new Error('no token is needed')),
    },
  };
}

function parsing(): string {
  const section =
    '### 商品 list\n# @name list\nGET /hserve/v1/content/group/?limit={{limit}}\n  &offset=0\nAccept: */*\n\n{\n  "a": "{{limit}}"\n}\n\n';
  const documentOf = (bytes: number) =>
    `@limit = 20\n\n${section.repeat(Math.ceil(bytes / Buffer.byteLength(section)))}`;
  const rows = [1, 2, 5].map(size => {
    const text = documentOf(size * megabyte);
    const parse = median(7, () => parseDocument(text));
    const parsed = parseDocument(text);
    const check = median(3, () => diagnose(parsed, { environmentVariables: {} }));
    return { size, parse, check };
  });
  const [one, two] = rows;
  const lines = rows.map(({ size, parse, check }) => `| ${size} MB | ${parse.toFixed(0)} | ${check.toFixed(0)} |`);
  return `Documents: once for each version, in the extension host; the editor itself does not wait.

| document | parsed in (ms) | diagnosed in (ms) |
| --- | --- | --- |
${lines.join('\n')}

Parsing: time for 2 MB over time for 1 MB: ${((two?.parse ?? 0) / (one?.parse ?? 1)).toFixed(2)}.`;
}

/** The longest time in which nothing else could run, in milliseconds. */
async function largeAnswer(origin: string, fetch: Fetch): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-bench-'));
  const answers = createLargeResponses(folder);
  const rows: string[] = [];
  for (const size of [100, 4]) {
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    let most = before;
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const start = performance.now();
    const large = answers.begin();
    const document = parseDocument(`GET ${origin.replace('127.0.0.1', 'localhost')}/large/${size}/\n`);
    const [request] = document.requests;
    if (request === undefined) throw new Error('There is one request.');
    const context = contextFor(origin, document);
    const outgoing = await resolveRequest(request, context);
    const result = await runRequest(outgoing, { fetch, readFile: context.readFile, sink: chunk => large.write(chunk) });
    const file = await large.end(result.report.truncated);
    Buffer.from(bodyText(result, false));
    const ended = performance.now();
    // The histogram learns of a block when its timer fires the next time.
    await new Promise(resolve => setTimeout(resolve, 20));
    const arrived = { ms: ended - start, block: delay.max / 1e6 };
    delay.reset();
    const text = file === undefined ? undefined : await fileText(file, result.report.charset, []);
    await new Promise(resolve => setTimeout(resolve, 20));
    const opened = text === undefined ? '–' : (delay.max / 1e6).toFixed(0);
    const onDisk = file === undefined ? '–' : `${((await stat(file)).size / megabyte).toFixed(0)} MB`;
    delay.disable();
    clearInterval(watching);
    const memory = ((most - before) / megabyte).toFixed(0);
    rows.push(
      `| ${size} MB | ${arrived.ms.toFixed(0)} | ${arrived.block.toFixed(0)} | ${opened} | ${onDisk} | ${memory} MB |`,
    );
  }
  answers.dispose();
  await rm(folder, { recursive: true, force: true });
  return `A JSON answer: the longest time in which the event loop of the extension host could do nothing else, while the
answer arrives and its document is made, and while “Open Complete Answer” reads the file. Server and client share the
process, so part of it is the server's.

| answer | arrived in (ms) | longest block, arriving (ms) | longest block, opening all of it (ms) | on disk | most memory above the start |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`;
}

function sendLarge(response: http.ServerResponse, megabytes: number): void {
  const item = `${JSON.stringify({ id: 1, name: '商品 Product', price: 9.5, token: 'x'.repeat(32) })},`;
  const piece = item.repeat(Math.floor(64_000 / Buffer.byteLength(item)));
  let left = megabytes * megabyte;
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

function median(times: number, work: () => unknown): number {
  const taken = Array.from({ length: times }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return quantile(taken, 0.5);
}

function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

await main();
