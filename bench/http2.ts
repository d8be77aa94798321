import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';

// Compares HTTP/2 with the product's connections for the same requests.

const requests = 500;
/** Number of parts. Each is short, so that no connection is closed as idle while the other protocol is measured. */
const parts = 50;
/** Parallel requests: 1 as in lists, checks and saves, more as with `--jobs`. */
const atOnce = [1, 4];
const delays = [0, 20, 100];
const ways = [
  { name: 'HTTP/1.1', version: '1.1', options: {} },
  // Without pipelining, undici opens a connection for each parallel request, as with HTTP/1.1.
  { name: 'HTTP/2', version: '2.0', options: { allowH2: true, pipelining: 100 } },
];

async function main(): Promise<void> {
  const server = fork(fileURLToPath(new URL('./http2/server.mjs', import.meta.url)), { execArgv: [] });
  const [{ origin, ca }] = (await once(server, 'message')) as [{ origin: string; ca: string }];
  const rows: string[] = [];
  for (const jobs of atOnce) {
    for (const delay of delays) rows.push(...(await compare(`${origin}/${delay}`, ca, jobs, delay)));
  }
  server.kill();
  process.stdout.write(`## HTTP/2

${requests} requests for a page of 20 records, over TLS and loopback, to a server that speaks HTTP/1.1 and HTTP/2 and waits before each
response. Both ways in one run, ${parts} parts of each, in turn, over connections that were made and used before.

| at a time | the server waits (ms) | | all (ms) | processor of the client (ms) | connections |
| ---: | ---: | --- | ---: | ---: | ---: |
${rows.join('\n')}
`);
}

async function compare(url: string, ca: string, jobs: number, delay: number): Promise<string[]> {
  const clients = ways.map(way => {
    const agent = new Agent({ ...way.options, connect: { ca } });
    const client = { ...way, agent, wall: 0, cpu: 0, connections: 0 };
    agent.on('connect', () => (client.connections += 1));
    return client;
  });
  for (const client of clients) await getAll(client, url, jobs);
  for (let part = 0; part < parts; part++) {
    for (const client of part % 2 === 0 ? clients : clients.toReversed()) {
      globalThis.gc?.();
      const [start, used] = [performance.now(), process.cpuUsage()];
      await getAll(client, url, jobs);
      client.wall += performance.now() - start;
      const { user, system } = process.cpuUsage(used);
      client.cpu += (user + system) / 1000;
    }
  }
  for (const { agent } of clients) await agent.close();
  return clients.map(
    ({ name, wall, cpu, connections }) =>
      `| ${jobs} | ${delay} | ${name} | ${wall.toFixed(0)} | ${cpu.toFixed(0)} | ${connections} |`,
  );
}

interface Client {
  agent: Agent;
  version: string;
}

async function getAll(client: Client, url: string, jobs: number): Promise<void> {
  let left = requests / parts;
  const work = async () => {
    while (left-- > 0) await get(client, url);
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

async function get({ agent, version }: Client, url: string): Promise<void> {
  const { origin, pathname } = new URL(url);
  const { headers, body } = await agent.request({ origin, path: pathname, method: 'GET' });
  const { objects } = (await body.json()) as { objects: unknown[] };
  if (headers['x-version'] !== version || objects.length !== 20) throw new Error('not what was asked for');
}

await main();
