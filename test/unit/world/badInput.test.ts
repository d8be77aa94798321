import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, it } from 'mocha';
import { createHttpClient, type HttpClient } from '../../../src/api/http/httpClient';
import { ApiError } from '../../../src/api/errors';
import { Secret } from '../../../src/api/secret';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox';
import { defaultChoice, selectionOf } from '../../../src/world/choice';
import { danglingPointers } from '../../../src/world/dangling';
import { planWorld } from '../../../src/world/plan';
import { EnvironmentReader } from '../../../src/world/environmentReader';
import { surveyEnvironment } from '../../../src/world/survey';
import { readWorld, writeWorld } from '../../../src/world/world';
import { WorldReader } from '../../../src/world/worldReader';
import { everything, withSource } from './source';

const origin = { application: 'Shop', environment: 'Production', clientId: 'a'.repeat(20), envId: undefined };
const perm = { write_perm: ['user:*'], default_row_perm: {}, protected_fields: null, created_at: 1, updated_at: 1 };

const named = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `name ${at}` }));

/** The tables and records of a server that has no other data. */
interface Served {
  tables: object[];
  /** Returns the JSON of one page of records. */
  records?: (where: string | null, offset: number, limit: number) => string;
  /** The objects of the lists that contain neither tables nor records, by path. */
  lists?: Record<string, object[]>;
  /** True if another client creates an object after each first page, so the second page begins with one of the first. */
  moves?: boolean;
  /** The number of objects on a page of a list, which then has no total, but says whether a page follows. */
  longest?: number;
  /** True if the service ignores the offset. */
  repeats?: boolean;
  status?: number;
}

describe('an unusual environment', () => {
  let server: Server | undefined;
  let client: HttpClient | undefined;
  let sandbox: Sandbox | undefined;

  afterEach(async () => {
    await client?.close();
    await sandbox?.close();
    server?.close();
    [server, client, sandbox] = [undefined, undefined, undefined];
  });

  async function serve({
    tables,
    records,
    lists,
    moves,
    longest,
    repeats,
    status = 200,
  }: Served): Promise<EnvironmentReader> {
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
      const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit') ?? 20)];
      const answer = (text: string) => response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      if (pathname.endsWith('/record/') && records !== undefined)
        return answer(records(searchParams.get('where'), offset, limit));
      const objects = pathname === '/oserve/v1.8/table/' ? tables : (lists?.[pathname] ?? []);
      if (longest !== undefined) {
        const from = repeats === true ? 0 : offset;
        const end = from + Math.min(longest, limit);
        const meta = { next: end < objects.length ? '/next' : null };
        return answer(JSON.stringify({ meta, objects: objects.slice(from, end) }));
      }
      const moved = moves === true && offset > 0 ? 1 : 0;
      const page = objects.slice(offset - moved, offset - moved + limit);
      return answer(JSON.stringify({ meta: { total_count: objects.length + moved }, objects: page }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    client = createHttpClient({ strictSSL: true, systemCertificates: false });
    const token = async () => new Secret('t'.repeat(20));
    const options = { fetch: client.fetch, signal: new AbortController().signal, rate: 1000 };
    return new EnvironmentReader(
      { authUrl: `http://127.0.0.1:${port}`, envId: undefined },
      { get: token, renew: token },
      options,
    );
  }

  async function read(served: Served, newest = 2000) {
    const source = await serve(served);
    const survey = await surveyEnvironment(source);
    return new WorldReader(source, { origin, survey, selection: everything(survey, newest) }).read();
  }

  it('names a table whose records move between two pages', async () => {
    // Another client adds a record after the first page, so the second page begins with a record of the first.
    const records = (_: string | null, offset: number, limit: number) => {
      const moved = offset === 0 ? 0 : 1;
      const objects = Array.from({ length: Math.min(limit, 1500 - offset) }, (__, at) => ({
        id: `r${offset + at - moved}`,
      }));
      return JSON.stringify({ meta: { total_count: 1500 + moved }, objects });
    };
    const { changedTables, world } = await read({ tables: [{ id: 7, name: 'busy', ...perm }], records });
    assert.deepEqual(changedTables, ['busy']);
    assert.equal(world.records.get('7')?.length, 1499);
    assert.equal(readWorld(writeWorld(world)).records.get('7')?.length, 1499);
  });

  it('has every record when the service gives shorter pages than requested', async () => {
    const records = (_: string | null, offset: number) => {
      const objects = Array.from({ length: Math.min(100, 250 - offset) }, (__, at) => ({ id: `r${offset + at}` }));
      return JSON.stringify({ meta: { total_count: 250, limit: 100 }, objects });
    };
    const { changedTables, world } = await read({ tables: [{ id: 7, name: 'capped', ...perm }], records });
    assert.equal(world.records.get('7')?.length, 250);
    assert.deepEqual(changedTables, []);
  });

  it('has every object when short pages have no total but name a next page', async () => {
    const records = (_: string | null, offset: number) => {
      const objects = Array.from({ length: Math.min(100, 250 - offset) }, (__, at) => ({ id: `r${offset + at}` }));
      return JSON.stringify({ meta: { next: offset + 100 < 250 ? '/next' : null }, objects });
    };
    const { world } = await read({
      tables: named(150).map(table => ({ ...table, ...perm })),
      records,
      lists: {
        '/oserve/v1.3/cloud-function/': named(30),
        '/oserve/v2.2/content/': [{ id: 1, name: 'News' }],
        '/oserve/v2.2/content/1/category/': named(50),
        '/oserve/v2.2/content/1/text/': named(40),
        '/oserve/v1/user-group/': named(30),
      },
      longest: 15,
    });
    assert.equal(world.records.get('7')?.length, 250);
    const { tables, functions, contentCategories, contents, userGroups } = world.lists;
    const counts = [tables, functions, contentCategories, contents, userGroups].map(({ length }) => length);
    assert.deepEqual(counts, [150, 30, 50, 40, 30]);
  });

  it('ends a list when the service sends the same page again', async () => {
    const { world } = await read({
      tables: [],
      lists: { '/oserve/v1/user-group/': named(30) },
      longest: 15,
      repeats: true,
    });
    assert.equal(world.lists.userGroups.length, 15);
  });

  it('has every object once when objects move between two pages', async () => {
    const { world } = await read({
      tables: named(150).map(table => ({ ...table, ...perm })),
      lists: {
        '/oserve/v1.3/cloud-function/': named(30),
        '/oserve/v2.2/content/': [{ id: 1, name: 'News' }],
        '/oserve/v2.2/content/1/category/': named(1500),
        '/oserve/v2.2/content/1/text/': named(250),
        '/oserve/v1/user-group/': named(150),
      },
      moves: true,
    });
    const { lists } = readWorld(writeWorld(world));
    const { tables, functions, contentCategories, contents, userGroups } = lists;
    const counts = [tables, functions, contentCategories, contents, userGroups].map(({ length }) => length);
    assert.deepEqual(counts, [150, 30, 1500, 250, 150]);
  });

  it('may have 500 columns, some of unknown types, and exact IDs beyond 2^53', async () => {
    const fields = Array.from({ length: 500 }, (_, index) => ({
      name: `c${index}`,
      type: index % 2 === 0 ? 'string' : `kind${index}`,
      size: { wide: index },
    }));
    const [id, user, deep] = ['90071992547409931', '36845069000107771', '12345678901234567890'];
    const row = `{"id":"a1","created_by":${user},"c0":"x","c1":{"deep":${deep}},"later":3}`;
    const { world } = await read({
      tables: [{ id: 7, name: 'wide', schema: { fields }, ...perm }],
      records: () => `{"meta":{"total_count":1},"objects":[${row}]}`.replace('"a1"', id ?? ''),
    });
    const text = writeWorld(world);
    for (const exact of [id, user, deep]) assert(text.includes(String(exact)), exact);
    assert(text.includes('"type":"kind499"') && text.includes('"later":3'));
    sandbox = await startSandbox({ worlds: [readWorld(text)] });
    const saved = writeWorld(sandbox.worldOf(world.clientId, undefined));
    assert(saved.includes('"type":"kind499"') && saved.includes('"size":{"wide":499}'), 'unknown attributes are lost');
  });

  it('keeps and names pointers to a table that is not read', async () => {
    const schema = { fields: [{ name: 'of', type: 'reference', schema_id: 8 }] };
    const tables = [
      { id: 7, name: 'review', schema, ...perm },
      { id: 8, name: 'product', ...perm },
    ];
    const records = () => '{"meta":{"total_count":1},"objects":[{"id":"a1","of":{"id":"5f0000000000000000000001"}}]}';
    const source = await serve({ tables, records });
    const survey = await surveyEnvironment(source);
    const choice = { ...defaultChoice(survey), tables: { 7: { newest: 10, masked: [] } } };
    const selection = selectionOf(choice, survey);
    assert.deepEqual(planWorld(survey, selection, source.requestCount, 40).missing, [
      { table: 'review', column: 'of', target: '8' },
    ]);
    const { world } = await new WorldReader(source, { origin, survey, selection }).read();
    assert.equal([...(world.records.get('7') ?? [])][0]?.get('of'), '5f0000000000000000000001');
    assert.deepEqual(danglingPointers(world), [{ table: 'review', column: 'of', count: 1 }]);
  });

  it('with a million records is refused above 50,000, and a query brings some of them', async () => {
    const records = (where: string | null) => {
      const objects = where === '{"level":{"$eq":9}}' ? [{ id: 'a1' }] : [];
      return JSON.stringify({ meta: { total_count: 1 }, objects });
    };
    const source = await serve({ tables: [{ id: 7, name: 'log', ...perm }], records });
    const survey = await surveyEnvironment(source);
    const plan = (newest: number) => planWorld(survey, everything(survey, newest), source.requestCount, 40);
    assert.deepEqual(
      [50_000, 50_001, 1_000_000].map(newest => plan(newest).isTooLarge),
      [false, true, true],
    );
    assert.equal(plan(50_000).requests, source.requestCount + 51);
    const table = { newest: 50_000, masked: [], where: '{"level":{"$eq":9}}' };
    const selection = selectionOf({ ...defaultChoice(survey), tables: { 7: table } }, survey);
    const { world } = await new WorldReader(source, { origin, survey, selection }).read();
    assert.equal(world.records.get('7')?.length, 1);
  });

  it('without authorization is not read', async () => {
    const source = await serve({ tables: [], status: 401 });
    await assert.rejects(
      surveyEnvironment(source),
      (error: unknown) => error instanceof ApiError && error.status === 401,
    );
  });
});

describe('a reading that stops', () => {
  let sandbox: Sandbox | undefined;
  afterEach(() => sandbox?.close());

  it('at any request continues after the last complete table, and gives the same world', async () => {
    sandbox = await startSandbox({ categories: 20, scale: 40 });
    const [shop] = sandbox.applications;
    assert(shop !== undefined);
    let stopsAt = Infinity;
    let sent = 0;
    const client = createHttpClient({ strictSSL: true, systemCertificates: false });
    const stopping: typeof client.fetch = (url, init) => {
      if (++sent >= stopsAt) throw new TypeError('stopped');
      return client.fetch(url, init);
    };
    try {
      await withSource(
        shop,
        async source => {
          const survey = await surveyEnvironment(source);
          const selection = everything(survey, 100);
          const surveyed = source.requestCount;
          const complete = await new WorldReader(source, { origin, survey, selection }).read();
          const count = source.requestCount - surveyed;
          for (let at = 1; at <= count; at++) {
            const reader = new WorldReader(source, { origin, survey, selection, previous: complete.world });
            const before = source.requestCount;
            [sent, stopsAt] = [0, at];
            const isAbsent = await reader.read().then(
              () => false,
              () => true,
            );
            assert(isAbsent, `request ${at} was not sent`);
            stopsAt = Infinity;
            const { world } = await reader.read();
            // Only the part that failed is read again, and the failed request is repeated.
            assert(
              source.requestCount - before <= count + 4,
              `${at}: ${source.requestCount - before} requests of ${count}`,
            );
            assert.equal(writeWorld(world), writeWorld(complete.world), `stopped at ${at}`);
          }
          assert(count >= 15);
        },
        { fetch: stopping },
      );
    } finally {
      await client.close();
    }
  });
});
