import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { startSandbox, type Sandbox, type SandboxApplication, type SandboxOptions } from '../../../src/sandbox/sandbox';
import { idText, readWorld, writeWorld, type World } from '../../../src/world/world';
import { obtainTokens } from '../sandbox/fixture';

describe('worlds in a running sandbox', () => {
  const running: Sandbox[] = [];
  const start = async (options: SandboxOptions = {}) => {
    const sandbox = await startSandbox({ categories: 30, scale: 40, ...options });
    running.push(sandbox);
    return sandbox;
  };
  const first = ({ applications }: Sandbox): SandboxApplication => {
    const [application] = applications;
    assert(application !== undefined);
    return application;
  };
  const saved = (sandbox: Sandbox, envId?: string): World =>
    readWorld(writeWorld(sandbox.worldOf(first(sandbox).clientId, envId)));
  const shopWorld = async (): Promise<World> => saved(await start());

  afterEach(async () => {
    for (const sandbox of running.splice(0)) await sandbox.close();
  });

  it('give the same responses as the saved made-up shop', async () => {
    const shop = await start();
    const world = saved(shop);
    const copy = await start({ worlds: [world] });
    for (const path of [
      '/oserve/v1.8/table/?limit=100',
      ...[5001, 5002, 5003, 5004].flatMap(id => [
        `/oserve/v2.6/schema/${id}/index/`,
        `/oserve/v2.4/table/${id}/record/?limit=1000&return_total_count=1`,
      ]),
      '/oserve/v2.4/table/5001/record/?where={"price":{"$gt":100}}&order_by=-price',
      '/oserve/v1.3/cloud-function/',
      '/oserve/v2.2/content/?limit=100',
      '/oserve/v1/user-group/',
      ...world.lists.contentGroups.map(group => `/oserve/v2.2/content/${idText(group)}/category/?limit=100`),
    ]) {
      const [expected, actual] = [await read(first(shop), path), await read(first(copy), path)];
      assert.deepEqual(withoutApplication(actual), withoutApplication(expected), path);
    }
    assert.equal(first(copy).name, 'Sandbox Shop (Sandbox)');
  });

  it('are saved as the same bytes that they were loaded from', async () => {
    const world = await shopWorld();
    const copy = await start({ worlds: [world] });
    assert.equal(writeWorld(copy.worldOf(world.clientId, undefined)), writeWorld(world));
  });

  it('are saved with what was written, and without users, tokens and hashes', async () => {
    const shop = await start();
    const { id } = (await write(first(shop), 'POST', '/oserve/v2.4/table/5004/record/', { text: 'written' })) as {
      id: string;
    };
    const text = writeWorld(saved(shop));
    assert(text.includes(id) && text.includes('written'));
    assert.doesNotMatch(text, /customer@example|passwordHash|salt|accessToken|127\.0\.0\.1/);
    assert(!text.includes(first(shop).clientSecret));
  });

  it('can be read again after a number was written that is too large for a double', async () => {
    const shop = await start();
    const { authUrl } = first(shop);
    const body = '{"sku":"large","price":1e400,"details":{"weights":[-1e400]}}';
    const { access_token: token } = await obtainTokens(first(shop));
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const address = new URL('/oserve/v2.4/table/5001/record/', authUrl);
    const response = await fetch(address, { method: 'POST', headers, body });
    const { id } = (await response.json()) as { id: string };
    const record = [...(saved(shop).records.get('5001') ?? [])].find(each => idText(each) === id);
    assert.deepEqual([record?.get('price'), record?.get('details')], [null, new Map([['weights', [null]]])]);
  });

  it('have placeholders of 1 kB that begin like files of their type', async () => {
    const world = await shopWorld();
    const types = {
      ...{ 'image/png': '\x89PNG', 'image/gif': 'GIF89a', 'image/jpeg': '\xff\xd8\xff', 'image/webp': 'RIFF' },
      ...{ 'image/heic': '\x89PNG', 'image/svg+xml': '<svg', 'application/pdf': '%PDF-1.4', 'text/html': '<!doctype' },
      ...{ 'application/json': '{}', 'video/mp4': 'Placeholder' },
    };
    const made = Object.keys(types).map((type, index) => ({
      ...{ id: `f${index}`, name: `f${index}`, cdn_path: `path${index}`, mime_type: type, size: 1024, created_at: 1 },
    }));
    const text = writeWorld(world).replace(/"files": \[[^]*?\],\n"/, `"files": ${JSON.stringify(made)},\n"`);
    const copy = first(await start({ worlds: [readWorld(text)] }));
    const { objects } = (await read(copy, '/oserve/v1/file/?limit=100')) as { objects: { id: string; path: string }[] };
    for (const [index, start] of Object.values(types).entries()) {
      const file = objects.find(({ id }) => id === `f${index}`);
      const bytes = Buffer.from(await (await fetch(file?.path ?? '')).arrayBuffer());
      assert.equal(bytes.length, 1024);
      assert.equal(bytes.subarray(0, start.length).toString('latin1'), start);
    }
  });

  it('are added before the made-up applications, and replaced without what was written', async () => {
    const sandbox = await start();
    const world = await shopWorld();
    sandbox.addWorld(world);
    assert.deepEqual(
      sandbox.applications.map(({ name, world: from }) => [name, from]),
      [
        ['Sandbox Shop (Sandbox)', 'Production'],
        ['Sandbox Shop', undefined],
        ['Sandbox Blog', undefined],
      ],
    );
    const application = first(sandbox);
    await write(application, 'POST', '/oserve/v2.4/table/5004/record/', { text: 'written' });
    assert.equal(await countOf(application), 7);
    sandbox.addWorld(world);
    assert.equal(await countOf(application), 6, 'the written record is still there');
    assert.equal(sandbox.applications.length, 3);
    sandbox.removeWorld(world.clientId);
    assert.deepEqual(
      sandbox.applications.map(({ name }) => name),
      ['Sandbox Shop', 'Sandbox Blog'],
    );
  });

  it('never replace or remove a made-up application', async () => {
    const sandbox = await start();
    const world = { ...saved(sandbox), clientId: first(sandbox).clientId };
    assert.throws(() => sandbox.addWorld(world), RangeError);
    sandbox.removeWorld(world.clientId);
    assert.equal(sandbox.applications.length, 2);
    assert.throws(() => sandbox.worldOf('0'.repeat(20), undefined), RangeError);
  });
});

async function read(application: SandboxApplication, path: string): Promise<unknown> {
  return write(application, 'GET', path);
}

async function write(application: SandboxApplication, method: string, path: string, body?: object): Promise<unknown> {
  const { access_token: token } = await obtainTokens(application);
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(new URL(path, application.authUrl), { method, headers, ...content });
  assert(response.ok, `${path} ${response.status}`);
  return response.json();
}

async function countOf(application: SandboxApplication): Promise<number> {
  const { objects } = (await read(application, '/oserve/v2.4/table/5004/record/?limit=100')) as { objects: unknown[] };
  return objects.length;
}

/** Removes collection names, because they contain the number of the application. */
function withoutApplication(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, inner: unknown) => (name === 'collection_name' ? undefined : inner)));
}
