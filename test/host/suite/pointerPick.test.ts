import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { searchTargets } from '../../../src/records/document/pointers';
import { getTable } from '../../../src/records/table/schema';
import { flushHostMessages } from '../../../src/ui/explorer/flushHostMessages';
import { pickPointer } from '../../../src/ui/records/grid/pickPointer';
import { eventually } from '../../ui/driver/eventually';
import { withService } from '../../unit/records/fixture';
import { withFetch } from '../../unit/records/transfer/scene';
import { useSandbox } from './fixture';

describe('the list of records for a pointer', () => {
  const sandbox = useSandbox();

  it('never gives a record that was found by an earlier text', () =>
    withService(sandbox().shop, async service => {
      let release = () => {};
      const released = new Promise<void>(resolve => (release = resolve));
      const slow = withFetch(service, fetch => async (url, init) => {
        if (String(url).includes('icontains')) await released;
        return fetch(url, init);
      });
      const { columns } = await getTable(service, '5003');
      const column = columns.find(({ name }) => name === 'product') ?? assert.fail();
      const [wanted] = await searchTargets(service, await getTable(service, '5001'), 'SKU-0000007');
      const { window } = vscode;
      const create = window.createQuickPick;
      const shown = create();
      Object.assign(window, { createQuickPick: () => shown });
      let picked: string | undefined;
      const picking = pickPointer(slow, column, undefined).then(id => (picked = id));
      Object.assign(window, { createQuickPick: create });
      await eventually(() => assert.equal(shown.items.length, 20));
      let isTyped = false;
      shown.onDidChangeValue(() => (isTyped = true));
      // Simulates typing by the user.
      shown.value = 'SKU-0000007';
      await eventually(() => assert.ok(isTyped));
      const accept = async () => {
        // The list waits for VS Code after each change.
        for (let times = 0; times < 3; times += 1) await flushHostMessages();
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        await flushHostMessages();
      };
      await accept();
      assert.equal(picked, undefined);
      release();
      await eventually(() => assert.equal(shown.items[0]?.label, 'SKU-0000007'));
      await accept();
      assert.equal(await picking, wanted?.id);
    }));
});
