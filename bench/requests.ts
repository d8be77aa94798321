import { fork } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Agent, fetch as undiciFetch } from 'undici';
import { createHttpClient } from '../src/api/http/httpClient';
import { diagnose } from '../src/requests/language/diagnose';
import { parseDocument } from '../src/requests/document/parse';
import { resolveRequest, type ResolveContext } from '../src/requests/sending/resolve';
import { textOf } from '../src/requests/sending/bodyText';
import { runRequest } from '../src/requests/sending/runRequest';
import { operationById } from '../src/api/operations/catalogue';
import { BackgroundWork } from '../src/ui/requests/responses/backgroundWork';
import { foldingOf, type Lines } from '../src/ui/requests/responses/folding';
import { bodyPreview } from '../src/ui/requests/responses/responseBody';
import { responseWork } from '../src/ui/requests/responses/responseWork';
import { LargeResponses } from '../src/ui/requests/responses/largeResponses';

const megabyte = 1_000_000;

async function main(): Promise<void> {
  // Runs in a separate process, because its memory is not that of the extension.
  const server = fork(fileURLToPath(new URL('./requests/server.mjs', import.meta.url)));
  const [origin] = (await once(server, 'message')) as [string];
  const client = createHttpClient({ noProxy: [], strictSSL: true, systemCertificates: false });
  // Runs first, while the process is small: garbage of other measurements would hide its memory.
  const large = await largeResponse(origin, client.fetch);
  const tables = [await overhead(origin, client.fetch), parsing(), large];
  process.stdout.write(`## Request documents\n\n${tables.join('\n\n')}\n`);
  await client.close();
  server.kill();
}

type Fetch = ReturnType<typeof createHttpClient>['fetch'];

/** Measures both ways in turn, so that other load on the machine affects both. */
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
    responseWork.document('HTTP 200', result.report.text ?? '');
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
  return `One request of a document, from its text to the text of its response, against the bare \`fetch\` of undici; 2,000
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
    machineValue: () => Promise.reject(new Error('no value of the machine is needed')),
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

/** Maximum duration of a block, in milliseconds. */
const longestBlock = 50;

/** Measures the longest time in which a large response blocks the event loop, and its memory. */
async function largeResponse(origin: string, fetch: Fetch): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-bench-'));
  const responses = new LargeResponses(folder);
  const work = new BackgroundWork(fileURLToPath(new URL('../../dist/responseWorker.js', import.meta.url)), error => {
    throw error;
  });
  const empty = await emptyThread();
  const rows: string[] = [];
  for (const size of [100, 4]) {
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    let most = before;
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
    const arriving = await blocked(() => arrive(origin, fetch, size, responses, work));
    const { file, charset, content } = arriving.result;
    const document = linesOf(content);
    const folded = await blocked(() => foldingOf(document, () => false));
    const opening = await blocked(async () => {
      if (file === undefined) return undefined;
      return work.run('fileText', [file, charset, []], (await stat(file)).size, undefined);
    });
    const onDisk = file === undefined ? '–' : `${((await stat(file)).size / megabyte).toFixed(0)} MB`;
    clearInterval(watching);
    const memory = ((most - before) / megabyte).toFixed(0);
    const opened = opening.result === undefined ? folded.block : Math.max(opening.block, folded.block);
    rows.push(
      `| ${size} MB | ${arriving.ms.toFixed(0)} | ${arriving.block.toFixed(0)} | ${opened.toFixed(0)} | ${longestBlock} | ${onDisk} | ${memory} MB |`,
    );
  }
  responses.dispose();
  await rm(folder, { recursive: true, force: true });
  return `A JSON response: the longest time in which the event loop of the extension host could do nothing else, while the
response arrives, is noted in the history, compared with the documented shape and made into a document; and while that is
folded and “Open Complete Response” reads the file. The server runs in a process of its own.
Memory is RSS with that of all threads. An empty thread takes ${empty} MB of it; the 100 MB response is opened as one buffer of its size.

| response | arrived in (ms) | longest block, arriving (ms) | longest block, opening (ms) | target, at most (ms) | on disk | most memory above the start |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`;
}

/** Measures the memory of a thread without any work, in MB. */
async function emptyThread(): Promise<string> {
  const before = process.memoryUsage.rss();
  const thread = new Worker("require('node:worker_threads').parentPort.once('message', () => undefined)", {
    eval: true,
  });
  await once(thread, 'online');
  const taken = process.memoryUsage.rss() - before;
  await thread.terminate();
  return (taken / megabyte).toFixed(0);
}

/** Does everything that the extension does until the document of a response can be shown. */
async function arrive(
  origin: string,
  fetch: Fetch,
  size: number,
  responses: LargeResponses,
  work: BackgroundWork,
): Promise<{ file: string | undefined; charset: string; content: Uint8Array }> {
  const large = responses.begin();
  const document = parseDocument(`GET ${origin.replace('127.0.0.1', 'localhost')}/large/${size}/\n`);
  const [request] = document.requests;
  if (request === undefined) throw new Error('There is one request.');
  const context = contextFor(origin, document);
  const resolved = await resolveRequest(request, context);
  const result = await runRequest(resolved, {
    fetch,
    readFile: context.readFile,
    sink: chunk => large.write(chunk),
    readBody: (bytes, contentType, known, parts, signal) =>
      work.run('readBody', [bytes, contentType, known.map(secret => secret.reveal()), parts], bytes.byteLength, signal),
  });
  const { truncated, charset } = result.report;
  const file = await large.end(truncated);
  const body = result.maskedBody() ?? '';
  const shown = truncated ? bodyPreview(textOf(body)) : body;
  const operation = operationById('content.list');
  const [content] = await Promise.all([
    work.run('document', ['HTTP 200', shown], shown.length, undefined),
    work.run('keptText', [body, []], body.length, undefined),
    operation && work.run('differences', [body, operation, ''], body.length, undefined),
  ]);
  return { file, charset, content };
}

/** Splits the text like VS Code when it receives a document from the extension host. */
function linesOf(content: Uint8Array): Lines {
  const starts = [0];
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) starts.push(at + 1);
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const lineAt = (line: number) => ({ text: bytes.toString('utf8', starts[line], (starts[line + 1] ?? 0) - 1) });
  return { lineCount: starts.length - 1, lineAt };
}

async function blocked<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; block: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  const result = await work();
  const ms = performance.now() - start;
  // The histogram records a block only when its timer fires next.
  await setTimeout(20);
  delay.disable();
  return { result, ms, block: delay.max / 1e6 };
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
