import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { useGate } from '../../host/suite/gate';
import { arrangeSettings, settingsEntry } from '../driver/arrangedSettings';
import { eventually } from '../driver/eventually';
import { cellShows, chooseInGrid, goToCell, grid, gridCell, isOnCell } from '../driver/grid';
import { pressInModal, readModal } from '../driver/messages';
import { answer, runCommand } from '../driver/quickInput';
import { clickRow, openHydrogen } from '../driver/sidebar';
import { webviewFrame } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';

const tables = ['Shop', 'Production', 'Data Tables'];

describe('an open input of the grid', () => {
  const service = useSandbox();
  const gate = useGate(() => service().sandbox.origin);
  const workbench = useWorkbench({
    settings: { 'files.autoSave': 'off' },
    arrange: async profile => {
      const { origin } = gate();
      const shop = settingsEntry('Shop', { ...service().shop, authUrl: origin, serverDomain: origin });
      await arrangeSettings(profile, { 'hydrogen.applications': [shop] });
    },
  });
  const keyboard = () => workbench().page.keyboard;
  const input = (row: number) => gridCell(workbench().page, row, 'text').locator('textarea');
  const shows = (row: number, text: string) => cellShows(workbench().page, row, 'text', text);
  const idOf = async (row: number) => (await gridCell(workbench().page, row, 'id').textContent()) ?? assert.fail();
  const hasRows = (count: number) =>
    eventually(async () => assert.equal(await grid(workbench().page).getAttribute('aria-rowcount'), String(count + 1)));
  /** Confirms the plan and the production guard, and holds back the response. */
  const confirm = async (method: string) => {
    const { page } = workbench();
    const held = gate().hold(method);
    for (const pattern of [/\?$/, /\?$/]) {
      assert.match((await readModal(page)).message, pattern);
      await pressInModal(page, 'Save');
    }
    await held.arrived;
    return held;
  };
  /** Releases a held response, and waits until the page received a message of this type. */
  const releaseUntil = async (release: () => void, type: 'marks' | 'page') => {
    const frame = await webviewFrame(workbench().page);
    const isType = `({ data }) => data.type === '${type}' && done()`;
    await frame.evaluate(`void (globalThis.received = new Promise(done => addEventListener('message', ${isType})))`);
    release();
    await frame.evaluate('received');
  };
  const isSaved = () =>
    eventually(async () => assert.equal(await workbench().page.locator('.tab.active.dirty').count(), 0));
  const deleteFirst = async () => {
    await goToCell(workbench().page, 0, 'text');
    await chooseInGrid(workbench().page, 'Delete Record');
    await eventually(async () =>
      assert.equal(await grid(workbench().page).locator('tr[data-row="0"]').getAttribute('data-mark'), 'deleted'),
    );
    await goToCell(workbench().page, 1, 'text');
    await keyboard().press('Control+S');
  };

  /** Types into a row, moves it to row 1 with the input open, types on, and checks that the record got all of it. */
  const typeInMovedRow = async (row: number, move: () => Promise<void>) => {
    const { page } = workbench();
    const id = await idOf(row);
    await goToCell(page, row, 'text');
    await keyboard().type('half');
    await input(row).waitFor();
    await move();
    await keyboard().type(' and whole');
    await keyboard().press('Enter');
    await shows(1, 'half and whole');
    assert.equal(await idOf(1), id);
    await isOnCell(page, 2, 'text');
  };

  it('leaves the focus on its record when a save removes a deleted row', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, tables);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await clickRow(page, [...tables, 'note']);
    await hasRows(6);
    await deleteFirst();
    (await confirm('DELETE')).release();
    await hasRows(5);
    await isOnCell(page, 0, 'text');
    await isSaved();
  });

  it('stays on its record when the records are read again', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Revert My Last Save');
    const { release } = await confirm('POST');
    await typeInMovedRow(0, () => releaseUntil(release, 'page'));
    await keyboard().press('Control+S');
    (await confirm('PUT')).release();
    await isSaved();
  });

  it('stays on its record when a save removes a deleted row', async () => {
    await deleteFirst();
    const { release } = await confirm('DELETE');
    await typeInMovedRow(2, () => releaseUntil(release, 'marks'));
  });
});
