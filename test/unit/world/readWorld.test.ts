import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { readTable } from '../../../src/records/table/schema';
import { generateTypes } from '../../../src/records/table/types';
import { startSandbox, type Sandbox, type SandboxApplication } from '../../../src/sandbox/sandbox';
import { requestCount, surveyEnvironment, type WorldSelection, type Survey } from '../../../src/world/survey';
import { readWorld, WorldError, worldPieces, writeWorld, type World } from '../../../src/world/world';
import { WorldReader, type ReadResult, type WorldReadOptions } from '../../../src/world/worldReader';
import { plain } from '../records/documents';
import { newTable } from '../records/transfer/scene';
import { groupOf, obtainTokens, withCaller } from '../sandbox/fixture';
import { everything, withSource } from './source';

const origin = { application: 'Shop', environment: 'Production', clientId: 'a'.repeat(20), envId: undefined };

/** Reads a world of the sandbox's first application. */
async function pull(
  application: SandboxApplication,
  choose: (survey: Survey) => WorldSelection = everything,
  more: Partial<WorldReadOptions> = {},
): Promise<ReadResult> {
  return withSource(application, async source => {
    const survey = await surveyEnvironment(source);
    const selection = choose(survey);
    const before = source.requestCount;
    const result = await new WorldReader(source, { origin, survey, selection, ...more }).read();
    assert(source.requestCount - before <= requestCount(survey, selection), 'more requests than announced');
    return result;
  });
}

describe('a world of an environment', () => {
  let sandbox: Sandbox;
  let copy: Sandbox;
  let application: SandboxApplication;
  let target: SandboxApplication;
  let world: World;

  before(async () => {
    sandbox = await startSandbox({ categories: 1200, scale: 2500 });
    application = sandbox.applications[0] as SandboxApplication;
    ({ world } = await pull(application, survey => everything(survey, 3000)));
    copy = await startSandbox({ worlds: [readWorld(writeWorld(world))] });
    target = copy.applications[0] as SandboxApplication;
  });
  after(async () => {
    await copy?.close();
    await sandbox.close();
  });

  it('is read by GET requests of the Open API alone', () => {
    const methods = new Set(
      sandbox.requests.filter(({ path }) => path.startsWith('/oserve/')).map(({ method }) => method),
    );
    assert.deepEqual([...methods], ['GET']);
    assert(!sandbox.requests.some(({ path }) => path.includes('user_profile')), 'profiles were read');
  });

  it('is the same after writing and reading it', () => {
    const text = writeWorld(world);
    assert.equal(writeWorld(readWorld(text)), text);
    assert.equal((JSON.parse(text) as { format: string }).format, 'hydrogen-world');
    for (const line of text.split('\n').filter(each => each.startsWith('{"')))
      assert.doesNotThrow(() => JSON.parse(line.replace(/,$/, '')));
  });

  it('is written in pieces, so that a large one is never in memory as one text', () => {
    const pieces = [...worldPieces(world)];
    const longest = Math.max(...pieces.map(({ length }) => length));
    assert(longest < pieces.join('').length / 3, `${longest} characters`);
  });

  it('gives the same responses from another sandbox', async () => {
    assert(target.name === 'Shop (Sandbox)' && target.clientId === world.clientId);
    const tables = '/oserve/v1.8/table/';
    const paths = [
      tables,
      ...[5001, 5002, 5003].map(id => `/oserve/v2.6/schema/${id}/index/`),
      ...[5001, 5002, 5003].map(
        id => `/oserve/v2.4/table/${id}/record/?limit=1000&order_by=-created_at,id&return_total_count=1`,
      ),
      '/oserve/v2.4/table/product/record/?where={"price":{"$gt":100}}&order_by=id&limit=50',
      '/oserve/v1.3/cloud-function/',
      '/oserve/v2.2/content/?limit=100',
      '/oserve/v1/user-group/',
      '/oserve/v1/user-supergroup/',
      ...world.lists.contentGroups.flatMap(group => {
        const id = (group.get('id') as { text: string }).text;
        return [
          `/oserve/v2.2/content/${id}/category/?limit=1000`,
          `/oserve/v2.2/content/${id}/text/?limit=100&order_by=id`,
        ];
      }),
    ];
    for (const path of paths) {
      const expected = await readJson(application, path);
      assert.deepEqual(unstamped(await readJson(target, path)), unstamped(expected), path);
    }
  });

  it('gives the same generated types from another sandbox', async () => {
    const typesOf = async (from: SandboxApplication): Promise<string> => {
      const { objects } = (await readJson(from, '/oserve/v1.8/table/?limit=1000')) as { objects: unknown[] };
      const tables = objects.map(object => readTable(object) ?? assert.fail());
      return generateTypes(tables, { clientId: origin.clientId });
    };
    const expected = await typesOf(application);
    assert.match(expected, /product\?: Pointer<"product"> \| null;/);
    assert.equal(await typesOf(target), expected);
  });
});

describe('a world with a part of the contents', () => {
  it('has the newest contents of each group, regardless of the default order of the service', () =>
    withCaller(async (call, shop, moving) => {
      const path = `/oserve/v2.2/content/${groupOf(shop, 'Help')}/text/`;
      const titles = Array.from({ length: 120 }, (_, number) => `News ${number}`);
      for (const title of titles) {
        moving.moveClock(1000);
        await call.json(`POST ${path}`, { body: { title } }, 201);
      }
      const { world } = await pull(shop, survey => everything(survey, 0, { contents: 110 }));
      const all = world.lists.contents.map(content => plain(content.get('title') ?? null) as string);
      const news = all.filter(title => title.startsWith('News'));
      assert.deepEqual(news.toSorted(), titles.slice(-110).toSorted());
    }));
});

describe('a world of large records', () => {
  it('is read in smaller pages where one is too large', () =>
    withCaller(async (call, shop) => {
      const id = await newTable(call, false);
      const large = ' '.repeat(2_000_000);
      for (let at = 0; at < 12; at++) {
        await call(`POST /oserve/v2.4/table/${id}/record/`, { body: { sku: String(at), name: large } });
      }
      const read = await withSource(shop, async source => {
        const survey = await surveyEnvironment(source);
        return new WorldReader(source, { origin, survey, selection: everything(survey) }).read();
      });
      assert.equal([...(read.world.records.get(id) ?? [])].length, 12);
    }));
});

describe('a world that is read again', () => {
  it('keeps a content whose phone number is also in a new record', () =>
    withCaller(async (call, shop) => {
      const table = await newTable(call, false);
      const path = `/oserve/v2.2/content/${groupOf(shop, 'Help')}/text/`;
      await call.json(`POST ${path}`, { body: { title: 'Call 13812345678' } }, 201);
      const { world: previous } = await pull(shop);
      await call.json(`POST /oserve/v2.4/table/${table}/record/`, { body: { name: '13812345678' } }, 201);
      const { world } = await pull(shop, everything, { previous });
      assert.deepEqual(world.lists.contents, previous.lists.contents);
      const [record] = world.records.get(table) ?? [];
      const title = world.lists.contents.map(content => plain(content.get('title') ?? null) as string);
      assert(title.includes(`Call ${plain(record?.get('name') ?? null) as string}`));
    }));
});

describe('a damaged world file', () => {
  const good = writeWorld({
    source: { application: 'A', environment: 'B' },
    clientId: '0'.repeat(20),
    masks: new Map(),
    records: new Map(),
    users: [],
    lists: {
      tables: [],
      functions: [],
      contentGroups: [],
      contentCategories: [],
      contents: [],
      userGroups: [],
      userSupergroups: [],
      files: [],
    },
  });
  const cases: [string, string, WorldError['code'], string][] = [
    ['is no JSON', '{', 'notWorld', ''],
    ['is another file', '{"version":1}', 'notWorld', ''],
    ['comes from a newer version', good.replace('"version": 1', '"version": 2'), 'newer', ''],
    ['has no ClientID', good.replace('0'.repeat(20), 'x'), 'invalid', 'clientId'],
    [
      'has an ID twice',
      good.replace('"tables": []', '"tables": [{"id":1,"name":"a"},{"id":1,"name":"b"}]'),
      'invalid',
      'tables[1].id',
    ],
    ['has a table without a name', good.replace('"tables": []', '"tables": [{"id":1}]'), 'invalid', 'tables[0].name'],
    [
      'has columns that are no list',
      good.replace('"tables": []', '"tables": [{"id":1,"name":"a","schema":{"fields":{}}}]'),
      'invalid',
      'tables[0].schema.fields',
    ],
    ['has records of no table', good.replace('"records": {\n\n}', '"records": {"7": []}'), 'invalid', 'records.7'],
    ['has a user who is no number', good.replace('"users": []', '"users": ["a"]'), 'invalid', 'users[0]'],
  ];

  for (const [title, text, code, place] of cases) {
    it(`${title}: ${code} ${place}`.trim(), () => {
      assert.throws(
        () => readWorld(text),
        (error: unknown) => error instanceof WorldError && error.code === code && error.path === place,
      );
    });
  }
});

async function readJson(application: SandboxApplication, path: string): Promise<unknown> {
  const { access_token: token } = await obtainTokens(application);
  const response = await fetch(new URL(path, application.authUrl), { headers: { Authorization: `Bearer ${token}` } });
  assert.equal(response.status, 200, path);
  return response.json();
}

/**
 * Removes fields that differ in a copy: covers, which are placeholder files, collection names, which contain the
 * application, and members.
 */
function unstamped(value: unknown): unknown {
  const text = JSON.stringify(value, (name, inner: unknown) =>
    ['cover', 'collection_name', 'members'].includes(name) ? undefined : inner,
  );
  return JSON.parse(text);
}
