import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Agent, fetch as undiciFetch } from 'undici';
import { createHttpClient } from '../src/api/http/httpClient';
import { runChecks } from '../src/requests/checks/run';
import { parseDocument } from '../src/requests/document/parse';
import { executeRequest } from '../src/requests/sending/executeRequest';

const requests = 500;
const rounds = 15;

type Fetch = ReturnType<typeof createHttpClient>['fetch'];

async function main(): Promise<void> {
  const server = new Worker(new URL('./requests/server.mjs', import.meta.url));
  const [origin] = (await once(server, 'message')) as [string];
  const client = createHttpClient({ noProxy: [], strictSSL: true, systemCertificates: false });
  const dispatcher = new Agent();
  const taken: { bare: number; checks: number }[] = [];
  for (let round = -3; round < rounds; round++) {
    globalThis.gc?.();
    const one = await run(origin, client.fetch, dispatcher);
    if (round >= 0) taken.push(one);
  }
  await dispatcher.close();
  await client.close();
  await server.terminate();
  const [bare, checks] = [median(taken.map(one => one.bare)), median(taken.map(one => one.checks))];
  const ratio = median(taken.map(one => one.checks / one.bare));
  process.stdout.write(`## Checks

${requests} requests after each other over loopback: from the text of a document, with two checks for each, to the results; and the same with
the bare \`fetch\` of undici, which reads them as JSON and looks at the same values. Each request is sent once in either way, in turn,
in one run; the medians of ${rounds} runs. Target: at most 1.15.

| bare \`fetch\` (ms) | checks (ms) | ratio |
| --- | --- | --- |
| ${bare.toFixed(0)} | ${checks.toFixed(0)} | ${ratio.toFixed(2)} |
`);
}

/**
 * Measures plain requests, and a run of checks without them. Sends each plain request between those of the run, so that
 * other load on the machine affects both.
 */
async function run(origin: string, fetch: Fetch, dispatcher: Agent): Promise<{ bare: number; checks: number }> {
  const started = performance.now();
  let bare = 0;
  const sendBare = async (index: number) => {
    const start = performance.now();
    const response = await undiciFetch(`${origin}/hserve/v2.2/content/group/?limit=${index}`, {
      headers: { 'X-Hydrogen-Client-ID': 'client', Accept: '*/*' },
      redirect: 'manual',
      dispatcher,
    });
    const { objects } = (await response.json()) as { objects: { name: string }[] };
    if (response.status !== 200 || objects[0]?.name !== '商品') throw new Error('not what was asked for');
    bare += performance.now() - start;
  };
  const document = parseDocument(text);
  const nothing = () => Promise.reject(new Error('nothing of this is needed'));
  const target = {
    ...{ serverDomain: origin, authUrl: origin, clientId: 'client', environments: [] },
    userToken: () => Promise.resolve(undefined),
    accessToken: nothing,
  };
  const results = await runChecks(
    [{ name: 'a.hydrogen.http', document }],
    {
      async execute(_, request, { responsesOf, signal }) {
        await sendBare(request.index);
        return executeRequest(request, {
          ...{ document, responses: responsesOf(''), signal, target, fetch, environmentVariables: {} },
          ...{ prompt: nothing, secret: nothing, machineValue: nothing, readFile: nothing, now: () => Date.now() },
        });
      },
      describe: error => ({ code: 'unknown', text: String(error) }),
      wait: () => Promise.resolve(),
    },
    { signal: new AbortController().signal },
  );
  if (results.length !== requests || results.some(({ outcome }) => outcome !== 'passed')) throw new Error('not passed');
  return { bare, checks: performance.now() - started - bare };
}

const text = Array.from(
  { length: requests },
  (_, index) =>
    `### ${index}\nGET /hserve/v2.2/content/group/?limit=${index}\nAccept: */*\n\n?? status == 200\n?? body objects[0].name == 商品\n`,
).join('\n');

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

await main();
