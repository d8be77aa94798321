import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import type * as vscode from 'vscode';
import { eventually } from '../../ui/driver/eventually';
import { argumentOf, rejection, run, storedApplications, useSandbox, writeApplications } from './fixture';
import { titlesOf, withUser } from './person';

describe('an application that another window changes during a question', () => {
  const service = useSandbox();
  const shop = () => ({ clientId: service().shop.clientId });
  const remove = () => run('application.remove', { ...shop(), confirmed: true });
  /** Moves the secrets to the other store, and then presses a button. */
  const moves = (button: string) => async () => {
    await run('application.keepForSession', { ...shop(), confirmed: true });
    return button;
  };

  afterEach(async () => {
    if (storedApplications().length > 0) await remove();
  });

  it('has its token refreshed and forgotten where the secrets are now', async () => {
    await run('application.add', argumentOf(service().shop));
    await run('application.select', shop());
    const asked = await withUser([[/^Refresh the token of/, moves('Refresh Token')]], () =>
      run('application.refreshToken'),
    );
    assert.match(titlesOf(asked).at(-1) ?? '', /^The token of .+ was refreshed$/);
    await run('application.keepInStorage', shop());
    await withUser([[/^Forget the token of/, moves('Forget Token')]], () => run('application.forgetToken'));
    const refresh = run('application.refreshToken', { ...shop(), confirmed: true });
    assert.match(await rejection(refresh), /is not authorized yet/);
  });

  it('gets no request with the typed ClientSecret after it was removed', async () => {
    const { clientSecret, ...entry } = argumentOf(service().shop);
    await writeApplications([entry]);
    await run('application.select', shop());
    const before = service().sandbox.requests.length;
    const removes = async () => {
      await remove();
      return clientSecret;
    };
    const asked = await withUser([[/^Authorize /, removes]], () => run('application.authorize'));
    assert.match(titlesOf(asked).at(-1) ?? '', /no longer exists\.$/);
    assert.equal(service().sandbox.requests.length, before);
  });

  it('shows no row that was picked from its earlier server', async () => {
    await run('application.add', argumentOf(service().shop));
    const { commands, window } = await import('vscode');
    const create = window.createQuickPick;
    const shown: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    Object.assign(window, { createQuickPick: () => (shown[0] = create()) });
    let isPicked = false;
    const picking = rejection(run('contentCategory.list', shop())).finally(() => (isPicked = true));
    await eventually(() => assert.ok(shown[0]?.items.some(({ description }) => description?.includes('Production'))));
    Object.assign(window, { createQuickPick: create });
    const serverDomain = service().shop.serverDomain.replace('127.0.0.1', 'localhost');
    await writeApplications(storedApplications().map(stored => ({ ...stored, serverDomain })));
    await eventually(async () => {
      await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      assert.ok(isPicked);
    });
    assert.match(await picking, /^The server of .+ was changed meanwhile\./);
  });
});
