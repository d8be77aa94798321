import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'mocha';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox';
import { writeWorld, type World } from '../../../src/world/world';
import { WorldFolder } from '../../../src/world/worldFolder';
import { useFolder } from '../folder';

function diskIsFull(): Error {
  return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}

describe('a world that cannot be stored', () => {
  let sandbox: Sandbox;
  let world: World;
  const here = useFolder();
  let ofWorld: string;
  let worlds: WorldFolder;

  before(async () => {
    sandbox = await startSandbox({ categories: 3, scale: 3 });
    const [shop] = sandbox.applications;
    assert(shop !== undefined);
    world = sandbox.worldOf(shop.clientId, undefined);
  });
  after(() => sandbox.close());

  beforeEach(() => {
    ofWorld = here(world.clientId);
    worlds = new WorldFolder(here());
  });

  it('leaves no part of its file when the last step fails', async () => {
    // A folder in the place of the file: the file system refuses to rename onto it.
    await mkdir(path.join(ofWorld, 'world.json', 'taken'), { recursive: true });
    await assert.rejects(worlds.write(world, undefined), { syscall: 'rename' });
    assert.deepEqual(await readdir(ofWorld), ['world.json']);
  });

  it('leaves the earlier one when the disk is full in the middle', async () => {
    await worlds.write(world, undefined);
    const [table] = [...world.records.keys()].slice(-1);
    const full = { length: 1, [Symbol.iterator]: () => assert.fail(diskIsFull()) };
    const records = new Map([...world.records, [table ?? '', full]]);
    await assert.rejects(worlds.write({ ...world, records }, undefined), { code: 'ENOSPC' });
    assert.deepEqual(await readdir(ofWorld), ['world.json']);
    assert.equal(writeWorld(await worlds.read(world.clientId)), writeWorld(world));
  });

  it('keeps the earlier world when the new one is too large to be read again', async () => {
    await worlds.write(world, undefined);
    const [table] = [...world.records.keys()].slice(-1);
    // Each of these characters has three bytes, and a file is limited in bytes.
    const rows = Array.from(
      { length: 101 },
      (_, id) =>
        new Map([
          ['id', `${id}`],
          ['text', '，'.repeat(333_000)],
        ]),
    );
    const records = new Map([...world.records, [table ?? '', rows]]);
    await assert.rejects(worlds.write({ ...world, records }, undefined), { code: 'tooLarge' });
    assert.deepEqual(await readdir(ofWorld), ['world.json']);
    assert.equal(writeWorld(await worlds.read(world.clientId)), writeWorld(world));
  });

  it('removes what a crash left unfinished, but not what another window may be writing', async () => {
    const [left, current] = ['world.json', 'world.json'].map(name => `${name}.${randomUUID()}`);
    assert(left !== undefined && current !== undefined);
    await mkdir(ofWorld, { recursive: true });
    for (const name of [left, current]) await writeFile(path.join(ofWorld, name), '{');
    const longAgo = new Date(Date.now() - 2 * 3600_000);
    await utimes(path.join(ofWorld, left), longAgo, longAgo);
    await worlds.write(world, undefined);
    assert.deepEqual((await readdir(ofWorld)).sort(), ['world.json', current]);
  });

  it('is absent when its folder cannot be made', async () => {
    await writeFile(ofWorld, '');
    await assert.rejects(worlds.write(world, undefined), { syscall: 'mkdir' });
    assert.deepEqual(await worlds.list(), []);
  });
});
