import assert from 'node:assert/strict';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { forgettableStore } from '../../../src/auth/forgettableStore';
import { listedStore } from '../../../src/auth/listedStore';
import { memoryStore } from '../../../src/auth/memoryStore';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox';
import { json, useServer } from '../requests/server';
import type { ForgetAnswer, ForgetOrder, ForgetSettings } from './forgetWorker';
import { startWorker, type Worker } from './workers';
import { eventually } from '../../ui/driver/eventually';

type Window = Worker<{ order: ForgetOrder }, ForgetAnswer>;

describe('forgetting all secrets with several windows, each with a copy of them', () => {
  let directory = '';
  let sandbox: Sandbox;
  let windows: Window[] = [];
  const server = useServer();

  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-forget-'));
    sandbox = await startSandbox({ categories: 1 });
  });
  afterEach(async () => {
    await Promise.all(windows.map(window => window.kill()));
    windows = [];
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  });

  const open = (authUrl = sandbox.applications[0]?.authUrl ?? ''): Window => {
    const { clientId, clientSecret } = sandbox.applications[0] ?? assert.fail();
    const settings: ForgetSettings = { authUrl, clientId, clientSecret, directory };
    const window: Window = startWorker('forgetWorker', [JSON.stringify(settings)]);
    windows.push(window);
    return window;
  };
  const ask = async (window: Window, order: ForgetOrder) => (await window.ask({ order })) ?? assert.fail('it died');
  const stored = async () => JSON.parse(await readFile(path.join(directory, 'localStorage.json'), 'utf8')) as unknown;
  /** Opens two windows that know the ClientSecret and a token set. */
  const twoWindows = async (authUrl?: string): Promise<[Window, Window]> => {
    const [one, other] = [open(authUrl), open(authUrl)];
    await ask(one, 'keep');
    await ask(one, 'authorize');
    assert.equal((await ask(other, 'copy')).keys.length, 2);
    return [one, other];
  };

  it('reaches an idle window', async () => {
    const [one, other] = await twoWindows();
    assert.deepEqual(await ask(one, 'forgetAll'), { keys: [] });
    await eventually(async () => assert.deepEqual((await ask(other, 'copy')).keys, []));
    assert.deepEqual(await stored(), []);
  });

  it('prevents a window from authorizing and from storing secrets again', async () => {
    const [one, other] = await twoWindows();
    await ask(one, 'forgetAll');
    assert.deepEqual(await ask(other, 'authorize'), { error: 'noClientSecret', keys: [] });
    assert.deepEqual(await stored(), []);
  });

  it('prevents storing a token set that a window was obtaining', async () => {
    const grant = json({ code: 'a code', access_token: 'an access token', refresh_token: 'a refresh token' });
    server.handler = grant;
    const [one, other] = await twoWindows(server.origin);
    const held = new Promise<() => void>(resolve => {
      server.handler = (...request) => resolve(() => grant(...request));
    });
    const obtaining = ask(other, 'authorize');
    const respond = await held;
    const forgetting = ask(one, 'forgetAll');
    await eventually(() => access(path.join(directory, 'forgotten.json')));
    server.handler = grant;
    respond();
    assert.deepEqual(await forgetting, { keys: [] });
    assert.deepEqual(await obtaining, { error: 'forgotten', keys: [] });
    assert.deepEqual(await stored(), []);
  });

  it('keeps secrets that the user enters afterwards, in any window', async () => {
    const [one, other] = await twoWindows();
    await ask(one, 'forgetAll');
    await eventually(async () => assert.deepEqual((await ask(other, 'copy')).keys, []));
    for (const window of [other, one]) {
      assert.equal((await ask(window, 'keep')).error, undefined);
      assert.equal((await ask(window, 'authorize')).error, undefined);
    }
    assert.equal(((await stored()) as unknown[]).length, 2);
  });
});

describe('forgetting all secrets, when the clock was set back afterwards', () => {
  let directory = '';
  let windows: ReturnType<typeof forgettableStore>[] = [];
  const store = memoryStore();

  afterEach(async () => {
    windows.forEach(window => window.dispose());
    windows = [];
    await rm(directory, { recursive: true, force: true });
  });
  /** Returns a function that opens a window. All secrets were forgotten `ahead` milliseconds after its start. */
  const forgotten = async (ahead: number) => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-forget-'));
    const file = path.join(directory, 'forgotten.json');
    await writeFile(file, JSON.stringify({ id: 'ahead', at: Date.now() + ahead }));
    const listed = listedStore(store, path.join(directory, 'keys'), () => Promise.resolve(['secret']));
    return () => {
      const window = forgettableStore(listed, { file, startedAt: Date.now(), isOwn: () => true });
      windows.push(window);
      return window;
    };
  };

  it('deletes the copies of a window after a step of some seconds', async () => {
    await store.write('secret', 'value');
    const open = await forgotten(20_000);
    assert.equal(await open().read('secret'), undefined);
  });

  it('keeps the secrets that were stored hours later, in windows that open later', async () => {
    const open = await forgotten(8 * 3600_000);
    await open().write('secret', 'value');
    assert.equal(await open().read('secret'), 'value');
    await open().write('secret', 'another');
    assert.equal(await open().read('secret'), 'another');
  });
});
