import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { after, before, describe, it } from 'mocha';
import { createHttpClient, type HttpClient } from '../../../src/api/http/httpClient';
import { Secret } from '../../../src/api/secret';
import type { DataService } from '../../../src/api/openApi/dataService';
import { pollInterval, RunFollower } from '../../../src/functions/runs';

interface Job {
  id: number;
  created_at: number;
  status: string;
}

/** A server whose runs end in another order than they begin. Its next requests can lose their connections. */
class JobServer {
  readonly jobs: Job[] = [];
  requests = 0;
  /** The number of following requests whose connection is lost. The client repeats a request once. */
  loses = 0;
  /** True: each page is the first one. */
  ignoresOffset = false;
  /** True: runs of any start time are returned. */
  ignoresStart = false;
  /** Called after each page. */
  afterPage: () => void = () => undefined;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.requests += 1;
      if (this.loses > 0) {
        this.loses -= 1;
        request.socket.destroy();
        return;
      }
      const { searchParams } = new URL(request.url ?? '', 'http://server');
      const [offset, limit] = ['offset', 'limit'].map(name => Number(searchParams.get(name) ?? 0));
      const from = this.ignoresStart ? 0 : Number(searchParams.get('created_at__gte') ?? 0);
      const all = this.jobs.filter(job => job.created_at >= from).sort((one, other) => other.id - one.id);
      const start = this.ignoresOffset ? 0 : (offset ?? 0);
      const objects = all.slice(start, start + (limit ?? 20));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ meta: { total_count: all.length, limit, offset, next: null }, objects }));
      this.afterPage();
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    this.#server.close();
  }
}

describe('following the runs of a cloud function', () => {
  const server = new JobServer();
  let client: HttpClient;
  let service: DataService;

  before(async () => {
    client = createHttpClient({ strictSSL: true, systemCertificates: false });
    service = {
      target: { authUrl: await server.listen(), envId: undefined },
      context: { fetch: client.fetch },
      withToken: call => call(new Secret('token')),
    };
  });
  after(async () => {
    await client.close();
    server.close();
  });

  it('returns each of 1,000 new runs once despite lost connections, and no earlier run', async () => {
    server.jobs.push(
      { id: 1, created_at: 1000, status: 'fulfilled' },
      { id: 2, created_at: 1000.5, status: 'executing' },
    );
    const follower = new RunFollower(() => Promise.resolve(service), 'adder');
    assert.deepEqual(await follower.poll(), []);
    const seen: string[] = [];
    let lost = 0;
    for (let index = 0; index < 1000; index += 1) {
      const created = 1001 + Math.floor(index / 7);
      server.jobs.push({ id: 3 + index, created_at: created, status: index % 5 === 0 ? 'executing' : 'fulfilled' });
      // Some runs end long after runs that began later.
      const late = server.jobs[index - 40];
      if (late?.status === 'executing') late.status = index % 2 === 0 ? 'execution_failed' : 'fulfilled';
      if (index % 13 !== 0) continue;
      server.loses = index % 91 === 0 ? 2 : 0;
      const runs = await follower.poll().catch(() => {
        lost += 1;
        return [];
      });
      seen.push(...runs.map(({ id }) => id));
    }
    for (const job of server.jobs) if (job.status === 'executing') job.status = 'fulfilled';
    seen.push(...(await follower.poll()).map(({ id }) => id));
    assert.deepEqual(await follower.poll(), []);
    assert.ok(lost >= 10, String(lost));
    assert.equal(seen.length, new Set(seen).size, 'a run came twice');
    assert.deepEqual([...seen].sort((one, other) => Number(one) - Number(other)).slice(0, 3), ['2', '3', '4']);
    assert.equal(seen.length, 1001);
  });

  it('returns no run that ended before, although more of them began in the last minute than the first poll reads', async () => {
    server.jobs.splice(0);
    const at = (id: number) => 5000 + id * 0.3;
    for (let id = 1; id <= 400; id += 1) server.jobs.push({ id, created_at: at(id), status: 'fulfilled' });
    const executing = server.jobs[350] ?? assert.fail();
    executing.status = 'executing';
    const follower = new RunFollower(() => Promise.resolve(service), 'adder');
    assert.deepEqual(await follower.poll(), []);
    const ids = async () => (await follower.poll()).map(({ id }) => id);
    assert.deepEqual(await ids(), []);
    executing.status = 'fulfilled';
    for (let id = 401; id <= 700; id += 1) server.jobs.push({ id, created_at: at(id), status: 'fulfilled' });
    assert.deepEqual(await ids(), ['351', ...Array.from({ length: 300 }, (_, index) => String(401 + index))]);
    assert.deepEqual(await ids(), []);
  });

  it('does not lose runs after one with a time that is no date', async () => {
    server.jobs.splice(0);
    const follower = new RunFollower(() => Promise.resolve(service), 'adder');
    assert.deepEqual(await follower.poll(), []);
    const poll = async () => (await follower.poll()).map(({ id, createdAt }) => [id, createdAt]);
    server.jobs.push({ id: 1, created_at: 1e300, status: 'fulfilled' });
    assert.deepEqual(await poll(), [['1', 0]]);
    server.jobs.push({ id: 2, created_at: 5000, status: 'fulfilled' });
    assert.deepEqual(await poll(), [['2', 5000]]);
    assert.deepEqual([await poll(), await poll()], [[], []]);
    server.jobs.splice(0);
  });

  it('returns no run again if the service ignores the start time', async () => {
    server.jobs.splice(0);
    for (let id = 1; id <= 5; id += 1) server.jobs.push({ id, created_at: 1000 * id, status: 'fulfilled' });
    server.ignoresStart = true;
    const follower = new RunFollower(() => Promise.resolve(service), 'adder');
    await follower.poll();
    server.jobs.push({ id: 6, created_at: 6000, status: 'fulfilled' });
    const poll = async () => (await follower.poll()).map(({ id }) => id);
    assert.deepEqual([await poll(), await poll(), await poll()], [['6'], [], []]);
    server.ignoresStart = false;
    server.jobs.splice(0);
  });

  it('reads only what can be new', async () => {
    const follower = new RunFollower(() => Promise.resolve(service), 'adder');
    await follower.poll();
    const before = server.requests;
    await follower.poll();
    assert.ok(server.requests - before <= 5, String(server.requests - before));
  });

  it('reads only what can be new, although a run never ends', async () => {
    server.jobs.splice(0);
    server.jobs.push({ id: 1, created_at: 1000, status: 'executing' });
    const follower = new RunFollower(() => Promise.resolve(service), 'adder');
    await follower.poll();
    for (let id = 2; id <= 1001; id += 1) server.jobs.push({ id, created_at: 1000 + id, status: 'fulfilled' });
    assert.equal((await follower.poll()).length, 1000);
    const before = server.requests;
    await follower.poll();
    assert.equal(server.requests - before, 1);
  });

  it('ends at a repeated page', async () => {
    server.jobs.splice(0);
    const follower = new RunFollower(() => Promise.resolve(service), 'adder');
    await follower.poll();
    for (let id = 1; id <= 300; id += 1) server.jobs.push({ id, created_at: 1000 + id, status: 'fulfilled' });
    server.ignoresOffset = true;
    const before = server.requests;
    try {
      assert.equal((await follower.poll()).length, 100);
    } finally {
      server.ignoresOffset = false;
    }
    assert.equal(server.requests - before, 2);
  });

  it('does not end when exactly one page of runs begins between two requests', async () => {
    server.jobs.splice(0);
    const begin = (from: number, to: number) => {
      for (let id = from; id <= to; id += 1) server.jobs.push({ id, created_at: 1000 + id, status: 'fulfilled' });
    };
    const follower = new RunFollower(() => Promise.resolve(service), 'adder');
    await follower.poll();
    begin(1, 300);
    server.afterPage = () => {
      server.afterPage = () => undefined;
      begin(301, 400);
    };
    const seen = await follower.poll();
    assert.equal(seen.length, 300);
    seen.push(...(await follower.poll()));
    assert.equal(new Set(seen.map(({ id }) => id)).size, 400);
  });

  it('polls more slowly without focus and after refusals, and stops after half an hour without focus', () => {
    const state = { isSandbox: true, isFocused: true, unfocusedMs: 0, rateLimited: 0 };
    assert.equal(pollInterval(state), 3000);
    assert.equal(pollInterval({ ...state, isSandbox: false }), 10_000);
    assert.equal(pollInterval({ ...state, isFocused: false }), 30_000);
    assert.equal(pollInterval({ ...state, isSandbox: false, rateLimited: 2 }), 40_000);
    assert.equal(pollInterval({ ...state, rateLimited: 50 }), 300_000);
    assert.equal(pollInterval({ ...state, unfocusedMs: 30 * 60_000 }), undefined);
  });
});
