import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Application, Environment } from '../../../src/applications/application';
import { Guard } from '../../../src/ui/guard/guard';
import { eventually } from '../../ui/driver/eventually';
import { run, writeSetting } from './fixture';
import { titlesOf, withPerson } from './person';

/** Changes the guard, and resolves after all listeners were called: its own listener was added last. */
async function changeGuard(value: unknown): Promise<void> {
  let subscription: vscode.Disposable | undefined;
  const changed = new Promise<void>(resolve => {
    subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('hydrogen.guard')) resolve();
    });
  });
  await writeSetting('hydrogen.guard', value);
  await changed;
  subscription?.dispose();
}

describe('messages about settings', () => {
  after(() => writeSetting('hydrogen.guard', undefined));

  it('name the field of a setting and its problem', async () => {
    const change = (value: unknown) => writeSetting('hydrogen.variables', value);
    await run('application.list');
    for (const [value, problem] of [
      [{ Staging: { limit: [] } }, 'Staging.limit has a value that cannot be used'],
      [{ Staging: 'x' }, 'Staging must be an object'],
      [[1], 'the value must be an object'],
    ] as const) {
      const asked = await withPerson(
        () => undefined,
        async seen => {
          await change(value);
          await eventually(async () => assert.ok(seen.length > 0));
        },
      );
      assert.deepEqual(
        asked.map(({ title }) => title),
        [`The setting hydrogen.variables: ${problem}.`],
      );
    }
    await change(undefined);
  });

  it('name a problem of the workspace, even if the user settings have a valid value', async () => {
    const change = (value: unknown, target: vscode.ConfigurationTarget) =>
      vscode.workspace.getConfiguration().update('hydrogen.variables', value, target);
    const { Global, Workspace } = vscode.ConfigurationTarget;
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail();
    await run('application.list');
    await change({ Staging: { limit: '1' } }, Global);
    try {
      await withPerson(
        () => undefined,
        async asked => {
          await change({ Staging: 'x' }, Workspace);
          await eventually(() =>
            assert.match(titlesOf(asked).join(), /^The setting hydrogen.variables: Staging must be an object/),
          );
        },
      );
    } finally {
      await change(undefined, Workspace);
      await change(undefined, Global);
      await rm(path.join(root, '.vscode'), { recursive: true, force: true });
    }
  });

  it('say that the time of a warning must be a number', async () => {
    const asked = await withPerson(
      () => undefined,
      async seen => {
        await writeSetting('hydrogen.token.warnBefore', 'soon');
        await eventually(async () => assert.ok(seen.length > 0));
      },
    );
    const title = 'hydrogen.token.warnBefore must be a number of hours; “24” is used instead.';
    assert.deepEqual(
      asked.map(one => one.title),
      [title],
    );
    await writeSetting('hydrogen.token.warnBefore', undefined);
  });

  it('name the setting that makes an environment read-only', async () => {
    const guard = new Guard(undefined as never, { list: () => ({ applications: [], problems: [] }) });
    const named = (rules: Partial<Application>, environment?: Environment) => {
      const origins = { serverDomain: 'https://a.example', authUrl: 'https://a.example' };
      const application = { name: 'Shop', clientId: 'shop', ...origins, environments: [], contentGroups: [], ...rules };
      return /\S+(?=\.$)/.exec(guard.readOnlyText({ application, environment }) ?? '')?.[0];
    };
    const staging = { name: 'Staging', envId: 'staging' };
    await changeGuard('readOnly');
    assert.deepEqual(
      [named({}), named({ guard: 'confirm' }), named({}, staging)],
      ['hydrogen.guard', undefined, undefined],
    );
    await changeGuard('confirm');
    const others = [named({}), named({ guard: 'readOnly' }), named({}, { ...staging, guard: 'readOnly' })];
    assert.deepEqual(others, [undefined, 'hydrogen.applications', 'hydrogen.applications']);
    guard.dispose();
  });

  it('name the read-only rule that an environment got while a command used its earlier entry', async () => {
    const origins = { serverDomain: 'https://a.example', authUrl: 'https://a.example' };
    const staging = { name: 'Staging', envId: 'staging' };
    const application: Application = {
      ...{ name: 'Shop', clientId: 'shop', ...origins, environments: [staging], contentGroups: [] },
    };
    let now = application;
    const guard = new Guard(undefined as never, { list: () => ({ applications: [now], problems: [] }) });
    const write = () => guard.permit({ application, environment: staging }, { risk: 'writes', requests: [] });
    await write();
    now = { ...application, environments: [{ ...staging, guard: 'readOnly' }] };
    await assert.rejects(write(), /Staging is read-only/);
    guard.dispose();
  });

  it('are at most two, even if the settings change often', async () => {
    await run('application.list');
    let close = (): void => undefined;
    const closed = new Promise<undefined>(resolve => (close = () => resolve(undefined)));
    const asked = await withPerson(
      () => closed,
      async () => {
        await changeGuard('first');
        await writeSetting('hydrogen.token.warnBefore', 'soon');
        await writeSetting('hydrogen.token.warnBefore', undefined);
        await changeGuard('confirm');
        await changeGuard('second');
        close();
        await closed;
      },
    );
    assert.deepEqual(
      asked.map(({ title }) => title),
      ['Unknown value of hydrogen.guard; “confirm” is used instead.', 'There are other problems in your settings now.'],
    );
    await changeGuard('confirm');
    const again = await withPerson(
      () => undefined,
      () => changeGuard('third'),
    );
    assert.equal(again.length, 1);
  });
});
