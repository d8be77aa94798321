import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createHttpClient } from '../src/api/http/httpClient';
import { checkInputOf } from '../src/requests/checks/evaluate';
import { parseDocument } from '../src/requests/document/parse';
import { resolveRequest } from '../src/requests/sending/resolve';
import type { ResolvedRequest } from '../src/requests/sending/resolvedRequest';
import { runRequest } from '../src/requests/sending/runRequest';
import { RunSecrets } from '../src/requests/sending/runSecrets';
import { BackgroundWork } from '../src/ui/requests/responses/backgroundWork';
import { contextFor } from '../test/unit/requests/fixture';

const rounds = 15;
const work = new BackgroundWork(fileURLToPath(new URL('../../dist/responseWorker.js', import.meta.url)), error => {
  throw error;
});

/**
 * Processes a response like the window, without drawing: masking, secrets for later requests, checks, history,
 * document.
 */
async function receive(resolved: ResolvedRequest, fetch: ReturnType<typeof createHttpClient>['fetch']) {
  const known = new RunSecrets();
  const result = await runRequest(resolved, {
    fetch,
    readFile: () => Promise.reject(new Error('no file')),
    otherSecrets: () => Promise.resolve(known.list()),
    readBody: (bytes, contentType, masks, parts, signal) =>
      work.run('readBody', [bytes, contentType, masks.map(secret => secret.reveal()), parts], bytes.byteLength, signal),
  });
  known.addReceived('a', result.tokens());
  const checked = checkInputOf(resolved, result);
  await work.run('checks', [checked], checked.body.length, undefined);
  const body = result.maskedBody() ?? '';
  await work.run('keptText', [body, []], body.length, undefined);
  await work.run('document', ['HTTP 200', body], body.length, undefined);
  return { size: result.report.size, credentials: result.credentials().length };
}

/**
 * Measures a response and returns the shortest times of several rounds, because other load on the machine only makes
 * them longer.
 */
async function measure(origin: string, path: string): Promise<{ size: number; block: number; total: number }> {
  const text = `GET ${origin}${path}\n\n?? status == 200\n`;
  const [request] = parseDocument(text).requests;
  if (request === undefined) throw new Error('There is one request.');
  const client = createHttpClient({ noProxy: [], strictSSL: true, systemCertificates: false });
  const resolved = await resolveRequest(request, contextFor(text));
  let best = { size: 0, block: Infinity, total: Infinity };
  for (let round = 0; round < rounds; round++) {
    globalThis.gc?.();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    await setTimeout(20);
    delay.reset();
    const started = performance.now();
    const { size } = await receive(resolved, client.fetch);
    const total = performance.now() - started;
    await setTimeout(5);
    delay.disable();
    best = { size, block: Math.min(best.block, delay.max / 1e6), total: Math.min(best.total, total) };
  }
  await client.close();
  return best;
}

const server = new Worker(new URL('./requests/server.mjs', import.meta.url));
const [origin] = (await once(server, 'message')) as [string];
const cases: [what: string, path: string][] = [
  ['1', '/tokens/1/'],
  ['1,000', '/tokens/1000/'],
  ['10,000', '/tokens/10000/'],
  ['100,000', '/tokens/100000/'],
  ['500 in 60 kB, masked in the host itself', '/tokens/500/60'],
  ['10,000 in 240 kB', '/tokens/10000/240'],
  ['180,000 in 5.3 MB', '/tokens/180000/5300'],
];
await measure(origin, '/tokens/1/');
const rows: string[] = [];
for (const [what, path] of cases) {
  const { size, block, total } = await measure(origin, path);
  rows.push(`| ${what} | ${Math.round(size / 1000)} | ${block.toFixed(0)} | ${total.toFixed(0)} |`);
}
await server.terminate();
process.stdout.write(`## Masking

A response with 101 headers and the given number of different credentials: until it is masked, its checks are run, and its
history and document are written. The longest time that the extension host did nothing else, and the time in all; the shortest of
${rounds} runs. A response of more than 64 kB is masked in a thread.

| credentials | kB | block (ms) | in all (ms) |
| :--- | ---: | ---: | ---: |
${rows.join('\n')}
`);
