import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { startSandbox, type Sandbox, type SandboxApplication } from '../../../src/sandbox/sandbox';
import { readWorld, WorldError, writeWorld, type World } from '../../../src/world/world';
import { cases } from '../cases';
import { seeded, type Random } from '../records/random';
import { callerOf, obtainTokens } from '../sandbox/fixture';

const seed = 32;
const rounds = Math.max(150, cases(1500));
/** Different IDs that are the same JavaScript number. */
const beyond = ['9007199254740992', '9007199254740993'];

describe('a world file that was edited by hand', () => {
  let sandbox: Sandbox;
  let text: string;

  before(async () => {
    sandbox = await startSandbox({ categories: 3, scale: 3 });
    const [shop] = sandbox.applications;
    assert(shop !== undefined);
    text = writeWorld(sandbox.worldOf(shop.clientId, undefined));
  });
  after(() => sandbox.close());

  it('is refused with a place or used, but never breaks the sandbox', async () => {
    const random = seeded(seed);
    let [refused, used] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const edited = JSON.parse(text) as Json;
      const change = edit(edited, random);
      let world: World;
      try {
        world = readWorld(JSON.stringify(edited));
      } catch (error) {
        assert(error instanceof WorldError, `${change}: ${String(error)}`);
        refused++;
        continue;
      }
      assert.doesNotThrow(() => sandbox.addWorld(world), change);
      used++;
      if (round % 10 === 0) await answers(sandbox, change);
      assert.doesNotThrow(() => writeWorld(sandbox.worldOf(world.clientId, undefined)), change);
    }
    assert(refused > rounds / 15 && used > rounds / 5, `${refused} refused, ${used} used`);
  });

  it('may have tables with incomplete permissions and indexes, to which records are added', async () => {
    const world = JSON.parse(text) as { tables: Record<string, Json>[] };
    const incomplete: Record<string, Json>[] = [
      ...[null, {}, { _read_perm: ['user:*'] }, { _write_perm: 'user:*' }].map(perm => ({ default_row_perm: perm })),
      ...[null, {}, [{}], [{ fields: 'text' }]].map(indexes => ({ indexes })),
    ];
    const tables = incomplete.map((parts, at) => ({ id: at + 1, name: `t${at}`, write_perm: ['user:*'], ...parts }));
    sandbox.addWorld(readWorld(JSON.stringify({ ...world, tables, records: {} })));
    const call = await callerOf(sandbox.applications[0] as SandboxApplication);
    for (const { name } of tables) {
      const { read_perm } = await call.json<{ read_perm: string[] }>(
        `POST /oserve/v2.4/table/${name}/record/`,
        { body: {} },
        201,
      );
      assert.deepEqual(read_perm, ['user:*'], name);
      assert.equal(
        (await call.json<{ objects: object[] }>(`GET /oserve/v2.4/table/${name}/record/`)).objects.length,
        1,
      );
    }
  });

  it('may have IDs beyond 2^53, which stay exact in the file', () => {
    const edited = text
      .replace('"users": [', `"users": [${beyond.join(', ')}, `)
      .replace('"userGroups": [', `"userGroups": [\n{"id":${beyond[0]},"name":"a"},\n{"id":${beyond[1]},"name":"b"},`);
    const world = readWorld(edited);
    assert(beyond.every(id => writeWorld(world).split(id).length === 3));
    assert.doesNotThrow(() => sandbox.addWorld(world));
  });
});

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const others: readonly Json[] = [null, true, -1, 1e300, '', 'x', '\0', [], {}, [null], { id: null }];

/**
 * Replaces or removes one value at a random place.
 * @returns the place
 */
function edit(root: Json, random: Random): string {
  let at = root;
  let place = '';
  for (;;) {
    const names = typeof at === 'object' && at !== null ? Object.keys(at) : [];
    const name = names[random(names.length)];
    if (name === undefined) return place;
    place = `${place}.${name}`;
    const parent = at as Record<string, Json>;
    const next = parent[name] as Json;
    const isLeaf = typeof next !== 'object' || next === null || Object.keys(next).length === 0;
    if (isLeaf || random(4) === 0) {
      const kind = random(others.length + 1);
      const other = others[kind];
      if (other === undefined) delete parent[name];
      else parent[name] = other;
      return `${place} = ${JSON.stringify(other)}`;
    }
    at = next;
  }
}

/** Asserts that the sandbox answers requests for the lists of the changed application. */
async function answers({ applications: [application] }: Sandbox, change: string): Promise<void> {
  assert(application !== undefined);
  const { access_token: token } = await obtainTokens(application);
  const headers = { Authorization: `Bearer ${token}` };
  for (const path of [
    ...['/oserve/v1.8/table/', '/oserve/v1.3/cloud-function/', '/oserve/v2.2/content/', '/oserve/v1/user-group/'],
    '/oserve/v2.4/table/product/record/?limit=100',
  ]) {
    const { status } = await fetch(new URL(path, application.authUrl), { headers });
    assert(status < 500, `${change}: ${path} ${status}`);
  }
}
