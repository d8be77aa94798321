import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, it } from 'mocha';
import { createHttpClient } from '../../../src/api/http/httpClient';
import type { DataService } from '../../../src/api/openApi/dataService';
import { Secret } from '../../../src/api/secret';
import { execute } from '../../../src/change/execute';
import { replaceCode } from '../../../src/functions/deploy';
import { codeHash, functionPath } from '../../../src/functions/functionService';
import { cases } from '../cases';
import { seeded, type Random } from '../records/random';

const rounds = Math.max(30, cases(300));
const name = 'f';

interface Write {
  code: string;
  /** Code that this write replaced. */
  replaced: string;
  /** Time when the response was sent. */
  finishedAt: number;
}

/** A service with one function. It writes without comparing, and each request takes a random number of turns. */
class FunctionServer {
  readonly writes: Write[] = [];
  readonly #random: Random;
  #code = 'start';
  #clock = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Returns a time later than all times before. */
  now(): number {
    return ++this.#clock;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    await turns(this.#random(6));
    let write: Write | undefined;
    if (request.method === 'PATCH') {
      const { function_code: code } = JSON.parse(body) as { function_code: string };
      write = { code, replaced: this.#code, finishedAt: Infinity };
      this.writes.push(write);
      this.#code = code;
    }
    const answer = JSON.stringify({ name, function_code: this.#code, audit_status: 'approved' });
    await turns(this.#random(6));
    response.writeHead(write === undefined ? 200 : 202, { 'content-type': 'application/json' });
    response.end(answer, () => {
      if (write !== undefined) write.finishedAt = this.now();
    });
  }
}

async function turns(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await turn();
}

interface Counts {
  /** Number of writes that replaced unseen code which had been written before the read began. */
  before: number;
  /** Number of writes that replaced unseen code which was written between the read and the write. */
  inside: number;
  saved: number;
  conflicts: number;
}

/** Runs a race: two windows deploy three times each, while the service's own tool and the console write. */
async function race(seed: number, isBlind: boolean, counts: Counts): Promise<void> {
  const random = seeded(seed);
  const service = new FunctionServer(random);
  const server = createServer((request, response) => void service.handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createHttpClient({ strictSSL: true, systemCertificates: false });
  const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const token = new Secret('token');
  const data: DataService = {
    target: { authUrl, envId: undefined },
    context: { fetch: client.fetch },
    withToken: call => call(token),
  };
  const idle = () => turns(random(30));
  const blindly = async (code: string) => {
    const body = JSON.stringify({ function_code: code });
    assert.equal((await fetch(authUrl + functionPath(name), { method: 'PATCH', body })).status, 202);
  };
  /** For each write of a window: the code that the window has seen, and the time when its last read began. */
  const seen = new Map<string, { base: string; readAt: number }>();
  const window = async (id: string) => {
    let base = 'start';
    for (let index = 0; index < 3; index += 1) {
      await idle();
      const code = `${id}${index}`;
      if (isBlind) {
        seen.set(code, { base, readAt: service.now() });
        await blindly(code);
        base = code;
        continue;
      }
      const change = replaceCode(name, code, codeHash(base), async read => {
        seen.set(code, { base, readAt: service.now() });
        return read();
      });
      const [result] = await execute(data, [change]);
      const outcome = result?.outcome ?? assert.fail();
      assert.ok(outcome.status === 'saved' || outcome.status === 'conflict', outcome.status);
      if (outcome.status === 'saved') {
        counts.saved += 1;
        assert.ok((outcome.gap ?? 0) >= 1);
        base = code;
      } else {
        counts.conflicts += 1;
        // The user now sees the server's code.
        base = outcome.server?.code ?? assert.fail('the function exists');
      }
    }
  };
  const others = async (id: string) => {
    for (let index = 0; index < 2; index += 1) {
      await idle();
      await blindly(`${id}${index}`);
    }
  };
  try {
    await Promise.all([window('a'), window('b'), others('tool'), others('console')]);
  } finally {
    await client.close();
    server.close();
    server.closeAllConnections();
  }
  const finished = new Map(service.writes.map(({ code, finishedAt }) => [code, finishedAt]));
  for (const { code, replaced } of service.writes) {
    const own = seen.get(code);
    if (own === undefined || own.base === replaced) continue;
    if ((finished.get(replaced) ?? 0) < own.readAt) counts.before += 1;
    else counts.inside += 1;
  }
}

async function countsOf(isBlind: boolean): Promise<Counts> {
  const counts: Counts = { before: 0, inside: 0, saved: 0, conflicts: 0 };
  for (let seed = 1; seed <= rounds; seed += 1) await race(seed, isBlind, counts);
  console.log(`      ${isBlind ? 'blind' : 'with the read before'}: ${JSON.stringify(counts)}`);
  return counts;
}

describe('deployments of two windows, the tool of the service and the console', () => {
  it('never replace code unseen that was written before they read', async () => {
    const counts = await countsOf(false);
    assert.equal(counts.before, 0);
    assert.ok(counts.saved > rounds && counts.conflicts > rounds, 'the rounds have no races');
  });

  it('would replace much of it without the read', async () => {
    assert.ok((await countsOf(true)).before > rounds);
  });
});
