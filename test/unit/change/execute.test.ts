import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'mocha';
import { createHttpClient } from '../../../src/api/http/httpClient';
import type { Fetch } from '../../../src/api/http/sendOnce';
import { Secret } from '../../../src/api/secret';
import type { Change } from '../../../src/change/change';
import { execute } from '../../../src/change/execute';
import { guardedFacts } from '../../../src/change/guardedFacts';
import { call, type DataService } from '../../../src/api/openApi/dataService';

type NoteChange = Change<string, string>;
type Behave = (request: IncomingMessage, response: ServerResponse, carryOut: () => void) => boolean;

/** A service with named texts: PATCH changes a text, POST adds one. */
class Notes {
  readonly texts = new Map<string, string>();
  readonly requests: string[] = [];
  /** Responds instead of the server if it wants to. Returns whether it responded. */
  behave: Behave = () => false;

  async run(body: (service: DataService) => Promise<void>): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const client = createHttpClient({ strictSSL: true, systemCertificates: false });
    const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const token = new Secret('t');
    try {
      await body({
        target: { authUrl, envId: undefined },
        context: { fetch: client.fetch },
        withToken: send => send(token),
      });
    } finally {
      await client.close();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = Buffer.concat(await request.toArray()).toString();
    const { method = '', url = '' } = request;
    const name = url.slice(1);
    this.requests.push(`${method} ${name}`);
    const carryOut = () => {
      if (method !== 'GET') this.texts.set(name, JSON.parse(sent) as string);
    };
    if (this.behave(request, response, carryOut)) return;
    carryOut();
    const text = this.texts.get(name);
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ text: text ?? null }));
  }
}

const textOf = (body: string): string | undefined => (JSON.parse(body) as { text: string | null }).text ?? undefined;

function change(name: string, before: string, after: string, more: Partial<NoteChange> = {}): NoteChange {
  return {
    ...{ kind: 'note', key: name, title: name, before, after, check: 'readBefore' },
    request: { method: 'PATCH', path: `/${name}`, body: JSON.stringify(after) },
    read: async service => textOf((await call(service, { method: 'GET', path: `/${name}` })).text),
    stateOf: now => (now === after ? 'done' : now === before ? 'expected' : 'changed'),
    answer: text => ({ status: 'written', state: textOf(text) }),
    differences: stored => (stored === after ? [] : [stored]),
    undo: { restores: before },
    ...more,
  };
}

const statuses = (outcomes: readonly { outcome: { status: string } }[]) =>
  outcomes.map(({ outcome }) => outcome.status);
const lose: Behave = (request, response, carryOut) => {
  if (request.method === 'GET') return false;
  carryOut();
  response.destroy();
  return true;
};
const refuse =
  (status: number): Behave =>
  (request, response) => {
    if (request.method === 'GET') return false;
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end('{"error_msg":"no"}');
    return true;
  };

describe('the executor of changes', () => {
  it('reads right before a write that the service cannot compare, and measures the gap', async () => {
    const notes = new Notes();
    notes.texts.set('a', 'one');
    await notes.run(async service => {
      const [done] = await execute(service, [change('a', 'one', 'two')]);
      assert.ok(done?.outcome.status === 'saved');
      assert.equal(done.outcome.conditional, false);
      assert.ok((done.outcome.gap ?? 0) >= 1);
      assert.deepEqual(notes.requests, ['GET a', 'PATCH a']);
      assert.equal(notes.texts.get('a'), 'two');
    });
  });

  it('sends nothing over the changes of somebody else', async () => {
    const notes = new Notes();
    notes.texts.set('a', 'theirs');
    await notes.run(async service => {
      const [done] = await execute(service, [change('a', 'one', 'two')]);
      assert.deepEqual(done?.outcome, { status: 'conflict', server: 'theirs' });
      assert.deepEqual(notes.requests, ['GET a']);
    });
  });

  it('reads after a lost response and does not send the write again', async () => {
    const notes = new Notes();
    notes.behave = lose;
    notes.texts.set('a', 'one');
    await notes.run(async service => {
      const [done] = await execute(service, [change('a', 'one', 'two')]);
      assert.equal(done?.outcome.status, 'saved');
      assert.deepEqual(notes.requests, ['GET a', 'PATCH a', 'GET a']);
    });
  });

  it('does not call a write saved whose response was lost and whose result is not there', async () => {
    const notes = new Notes();
    notes.behave = (request, response) => lose(request, response, () => undefined);
    notes.texts.set('a', 'one');
    await notes.run(async service => {
      const outcomes = await execute(service, [change('a', 'one', 'two'), change('b', 'x', 'y')]);
      assert.deepEqual(statuses(outcomes), ['unknown', 'notSent']);
      assert.equal(notes.requests.filter(line => line.startsWith('PATCH')).length, 1);
    });
  });

  for (const status of [401, 500, 502, 503]) {
    it(`stops after ${status} and reports the rest as not sent`, async () => {
      const notes = new Notes();
      notes.behave = refuse(status);
      for (const name of ['a', 'b', 'c']) notes.texts.set(name, 'one');
      await notes.run(async service => {
        const changes = ['a', 'b', 'c'].map(name => change(name, 'one', 'two'));
        const outcomes = await execute(service, changes);
        assert.deepEqual(statuses(outcomes), [status === 401 ? 'refused' : 'unknown', 'notSent', 'notSent']);
        assert.equal(notes.requests.filter(line => line.startsWith('PATCH')).length, 1);
      });
    });
  }

  it('stops after 429 when its waiting is cancelled, and reports the rest as not sent', async () => {
    const notes = new Notes();
    notes.behave = refuse(429);
    notes.texts.set('a', 'one').set('b', 'one');
    const cancel = new AbortController();
    await notes.run(async service => {
      const outcomes = await execute(service, [change('a', 'one', 'two'), change('b', 'one', 'two')], {
        signal: cancel.signal,
        waiting: () => cancel.abort(),
      });
      assert.deepEqual(statuses(outcomes), ['refused', 'notSent']);
    });
  });

  it('reads and compares again after the wait that a 429 asks for', async () => {
    const notes = new Notes();
    notes.texts.set('a', 'one');
    notes.behave = (request, response, carryOut) => {
      if (request.method === 'GET' || notes.requests.length > 2) return false;
      // Somebody else writes during the wait.
      notes.texts.set('a', 'theirs');
      return refuse(429)(request, response, carryOut);
    };
    await notes.run(async service => {
      const waits: number[] = [];
      const [done] = await execute(service, [change('a', 'one', 'two')], { waiting: seconds => waits.push(seconds) });
      assert.deepEqual(done?.outcome, { status: 'conflict', server: 'theirs' });
      assert.deepEqual([notes.requests, waits], [['GET a', 'PATCH a', 'GET a'], [1]]);
      assert.equal(notes.texts.get('a'), 'theirs');
    });
  });

  it('ends the wait before a result is read when it is cancelled', async () => {
    const notes = new Notes();
    notes.texts.set('a', 'one');
    notes.behave = (request, response) => {
      if (request.method !== 'GET' || notes.texts.get('a') === 'one') return false;
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '300' }).end('{}');
      return true;
    };
    const cancel = new AbortController();
    await notes.run(async service => {
      const unproven = change('a', 'one', 'two', { answer: () => ({ status: 'written' }) });
      const [done] = await execute(service, [unproven], { signal: cancel.signal, waiting: () => cancel.abort() });
      assert.equal(done?.outcome.status, 'unknown');
    });
  });

  for (const [problem, read] of [
    ['cannot be read back', () => Promise.reject(new Error('cannot be read'))],
    ['does not show yet', () => Promise.resolve([undefined])],
  ] as const) {
    it(`takes a created object from the response if it ${problem}`, async () => {
      const notes = new Notes();
      notes.behave = (request, response) => {
        if (request.method === 'GET') response.writeHead(404).end();
        else response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"TWO"}');
        return true;
      };
      await notes.run(async service => {
        const readBack = { atOnce: 1, read };
        const { read: _, ...creation } = change('a', 'one', 'two', {
          before: undefined,
          check: 'conditional',
          readBack,
        });
        const [done] = await execute(service, [creation]);
        assert.deepEqual(done?.outcome, { status: 'partly', state: 'TWO', differences: ['TWO'], conditional: true });
      });
    });
  }

  for (const [reason, created] of [
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'unknown'],
    ['CERT_HAS_EXPIRED', 'refused'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'refused'],
  ] as const) {
    it(`reports a creation as ${created} after ${reason}`, async () => {
      const notes = new Notes();
      await notes.run(async service => {
        const fetch: Fetch = async (...sent) => {
          await service.context.fetch(...sent);
          throw Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(), { code: reason }) });
        };
        const { read: _, ...creation } = change('a', 'one', 'two', { before: undefined, check: 'conditional' });
        const [done] = await execute({ ...service, context: { ...service.context, fetch } }, [creation]);
        assert.equal(done?.outcome.status, created);
      });
    });
  }

  it('continues after a refusal of one change', async () => {
    const notes = new Notes();
    notes.behave = (request, response, carryOut) =>
      request.url === '/a' ? refuse(400)(request, response, carryOut) : false;
    notes.texts.set('a', 'one').set('b', 'one');
    await notes.run(async service => {
      const outcomes = await execute(service, [change('a', 'one', 'two'), change('b', 'one', 'two')]);
      assert.deepEqual(statuses(outcomes), ['refused', 'saved']);
    });
  });

  it('reports what the service stored differently', async () => {
    const notes = new Notes();
    notes.behave = (request, response) => {
      if (request.method === 'GET') return false;
      notes.texts.set('a', 'TWO');
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"TWO"}');
      return true;
    };
    notes.texts.set('a', 'one');
    await notes.run(async service => {
      const [done] = await execute(service, [change('a', 'one', 'two')]);
      assert.ok(done?.outcome.status === 'partly');
      assert.deepEqual([...done.outcome.differences], ['TWO']);
    });
  });

  it('completes a change with the result of the one that it needs, and does not send it without', async () => {
    const first = change('a', 'one', 'two');
    const second = change('?', 'x', 'y', { needs: [first], bind: ([needed]) => change(`b-${needed}`, 'x', 'y') });
    const notes = new Notes();
    notes.texts.set('a', 'one').set('b-two', 'x');
    await notes.run(async service => {
      assert.deepEqual(statuses(await execute(service, [first, second])), ['saved', 'saved']);
      assert.deepEqual(notes.requests, ['GET a', 'PATCH a', 'GET b-two', 'PATCH b-two']);
      notes.texts.set('a', 'theirs');
      assert.deepEqual(statuses(await execute(service, [first, second])), ['conflict', 'notSent']);
    });
  });
});

describe('the guarded facts of changes', () => {
  it('include that a change cannot be compared, needs another one, deploys code, or destroys values of many records', () => {
    const plain = change('a', 'one', 'two', { check: 'conditional' });
    assert.deepEqual(guardedFacts([plain]), {
      ...{ risk: 'writes', unprotected: 0, mayDropCondition: false, needOtherResults: false },
    });
    assert.equal(guardedFacts([plain, change('d', 'x', 'y', { deploysCode: true })]).risk, 'runsCode');
    const dependent = change('b', 'x', 'y', { bind: () => plain });
    const facts = guardedFacts([plain, dependent, change('c', 'x', 'y', { destroysRecords: true })]);
    assert.deepEqual(facts, { risk: 'changesAll', unprotected: 2, mayDropCondition: false, needOtherResults: true });
  });
});
