import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { flushHostMessages } from '../../../src/ui/explorer/flushHostMessages';
import { SearchPick } from '../../../src/ui/explorer/search/searchPick';
import { SearchWork } from '../../../src/ui/explorer/search/searchWork';
import { UiError } from '../../../src/ui/messages/uiError';
import { applicationNode } from '../../../src/ui/nodes/application';
import { nodeLabel } from '../../../src/ui/nodes/nodeLabel';

describe('a list whose rows arrive while it is open', () => {
  let pick: SearchPick;
  let shown: vscode.QuickPick<vscode.QuickPickItem>;
  let picked: string | undefined;
  const add = (name: string) =>
    pick.add([
      applicationNode({
        ...{ name, clientId: name, serverDomain: 'http://localhost', authUrl: 'http://localhost' },
        ...{ environments: [], contentGroups: [] },
      }),
    ]);
  const accept = () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');

  beforeEach(async () => {
    picked = undefined;
    const { window } = vscode;
    const create = window.createQuickPick;
    Object.assign(window, { createQuickPick: () => (shown = create()) });
    pick = new SearchPick('Rows');
    Object.assign(window, { createQuickPick: create });
    // Simulates typing by the user.
    shown.value = 'row';
    add('row one');
    add('row two');
    pick.refresh();
    void pick.picked().then(
      node => (picked = nodeLabel(node)),
      () => undefined,
    );
    // The pick waits for VS Code after each change above. These waits end later than its own.
    for (let times = 0; times < 3; times += 1) await flushHostMessages();
  });
  afterEach(() => pick.dispose());

  it('never opens a row that took the place of the accepted one', async () => {
    // The new row is an exact match, so it takes the first place.
    add('row');
    pick.refresh();
    // The Enter key reaches VS Code before the new rows.
    await accept();
    await flushHostMessages();
    assert.notEqual(picked, 'row');
    // Later rows arrive too: the change was not a move of the user. The row that the user saw is still the active one.
    const waiting = shown.items.length;
    add('row three');
    pick.refresh();
    assert.equal(shown.items.length, waiting + 1);
    await flushHostMessages();
    await accept();
    await flushHostMessages();
    assert.equal(picked, 'row one');
  });

  it('opens the active row while other rows arrive without a pause', async () => {
    add('row');
    for (let count = 3; count < 9; count += 1) {
      const flushed = flushHostMessages();
      // VS Code has not shown this refresh yet when the next row arrives.
      pick.refresh();
      await flushed;
      add(`row ${count}`);
    }
    pick.refresh();
    await accept();
    await flushHostMessages();
    assert.equal(picked, 'row one');
  });

  it('says that nothing was found as soon as the search has ended', () => {
    const labels = () => shown.items.map(({ label }) => label);
    shown.value = 'elsewhere';
    pick.busy = true;
    assert.deepEqual(labels(), ['Show what has been found so far']);
    pick.busy = false;
    assert.deepEqual(labels(), ['No results']);
    add('elsewhere');
    pick.refresh();
    assert.deepEqual(labels(), ['elsewhere']);
    shown.value = '';
    pick.refresh();
    assert.ok(!labels().includes('No results'));
  });

  it('shows the errors of the search, but not that a part of it was cancelled', async () => {
    const labels = () => shown.items.map(({ label }) => label);
    const work = new SearchWork(pick);
    shown.value = 'elsewhere';
    await work.run(() => Promise.reject(new vscode.CancellationError()));
    assert.deepEqual(labels(), ['No results']);
    await work.run(() => Promise.reject(new UiError('no network')));
    assert.deepEqual(labels(), ['no network']);
  });
});
