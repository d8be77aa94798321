import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { LocalSandbox } from '../../../src/ui/sandbox/localSandbox';
import { eventually } from '../../ui/driver/eventually';
import { rejection, run, useSandbox } from './fixture';
import { withPerson } from './person';

const day = 86_400_000;

/** A memory for the state of a window. */
function newMemento(): vscode.Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key: string) => kept.get(key),
    update: async (key: string, value: unknown) => void kept.set(key, value),
  } as vscode.Memento;
}

type Others = ConstructorParameters<typeof LocalSandbox> extends [unknown, ...infer Rest] ? Rest : never;

describe('the data of the sandbox', () => {
  it('is saved, reset and loaded', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sandbox-data-'));
    const [file, later] = ['saved.json', 'later.json'].map(name => path.join(folder, name)) as [string, string];
    const clockIn = async (name: string) => {
      await vscode.commands.executeCommand('hydrogen.sandbox.save', { uri: vscode.Uri.file(name), confirmed: true });
      const saved = JSON.parse(await readFile(name, 'utf8')) as { clockOffset: number };
      return Math.round(saved.clockOffset / day);
    };
    try {
      await vscode.commands.executeCommand('hydrogen.sandbox.start');
      await vscode.commands.executeCommand('hydrogen.sandbox.moveClock', { milliseconds: 400 * day });
      assert.equal(await clockIn(file), 400);
      await vscode.commands.executeCommand('hydrogen.sandbox.reset', {});
      await vscode.commands.executeCommand('hydrogen.sandbox.moveClock', { milliseconds: 100 * day });
      assert.equal(await clockIn(later), 500);
      const tooFar = async () => run('sandbox.moveClock', { milliseconds: Number.MAX_SAFE_INTEGER });
      await assert.rejects(tooFar, /at most 1,000 years/);
      assert.equal(await clockIn(later), 500);
      await vscode.commands.executeCommand('hydrogen.sandbox.load', { uri: vscode.Uri.file(file) });
      assert.equal(await clockIn(later), 400);
    } finally {
      await vscode.commands.executeCommand('hydrogen.sandbox.stop');
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('can be saved to a file when it becomes too large to outlive a reload', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sandbox-data-'));
    const file = vscode.Uri.file(path.join(folder, 'large.json'));
    try {
      await run('sandbox.start');
      await run('sandbox.save', { uri: file, confirmed: true });
      const state = JSON.parse(await readFile(file.fsPath, 'utf8')) as { documents: object[] };
      const doc = { id: '1', text: 'x'.repeat(6_000_000) };
      state.documents.push({ realm: 'realm', collection: 'collection', id: '1', doc });
      await writeFile(file.fsPath, JSON.stringify(state));
      await withPerson(
        () => undefined,
        async asked => {
          await run('sandbox.load', { uri: file });
          await eventually(() => {
            assert.match(asked[0]?.title ?? '', /^The sandbox holds more than 5 MB/);
            assert.deepEqual(asked[0]?.choices, ['Save the Sandbox’s State…']);
          });
        },
      );
    } finally {
      await run('sandbox.stop');
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the sandbox that VS Code starts with', () => {
  // A command starts it, so this instance needs no dependencies.
  const sandbox = new LocalSandbox(newMemento(), ...([] as unknown as Others));

  before(() => (process.env['HYDROGEN_START_SANDBOX'] = '1'));
  after(() => {
    delete process.env['HYDROGEN_START_SANDBOX'];
  });

  it('starts with the first window, and stays stopped in the next', async () => {
    await sandbox.restore();
    await run('sandbox.reset', {});
    await run('sandbox.stop');
    await sandbox.restore();
    assert.match(await rejection(run('sandbox.reset', {})), /The sandbox is not running/);
  });
});

describe('a sandbox that is stopped while a world is added', () => {
  const service = useSandbox();

  it('shows no application and keeps no credential', async () => {
    const { sandbox, shop } = service();
    const world = sandbox.worldOf(shop.clientId, undefined);
    let shown: readonly unknown[] = [];
    const secrets = new Set<string>();
    let [noteWrite, endWrite] = [() => {}, () => {}];
    const writing = new Promise<void>(resolve => (noteWrite = resolve));
    const written = new Promise<void>(resolve => (endWrite = resolve));
    const others = [
      { showSandbox: (applications: readonly unknown[]) => (shown = applications) },
      undefined,
      {
        of: ({ clientId }: { clientId: string }) => ({
          clientSecret: async () => undefined,
          keep: async () => void secrets.add(clientId),
          forgetAll: async () => void secrets.delete(clientId),
        }),
      },
      { info: () => undefined, warn: () => undefined, error: () => undefined },
      {
        readAll: async () => [],
        write: () => {
          noteWrite();
          return written;
        },
      },
    ];
    const memento = newMemento();
    const local = new LocalSandbox(memento, ...(others as unknown as Others));
    const adding = local.addWorld(world, undefined);
    await writing;
    const stopping = local.stop();
    endWrite();
    assert.equal((await adding).clientId, world.clientId);
    await stopping;
    assert.deepEqual([shown, [...secrets], local.running], [[], [], false]);
    assert.equal(memento.get('hydrogen.sandbox'), undefined);
  });
});
