import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeTab } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { cellShows, chooseInGrid, goToCell, grid } from '../driver/grid';
import { pressInModal, readModal } from '../driver/messages';
import { answer, runCommand } from '../driver/quickInput';
import { clickRow, openHydrogen } from '../driver/sidebar';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';

const tables = ['Shop', 'Production', 'Data Tables'];

describe('records after a restart of the extensions', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    viewport: { width: 1280, height: 800 },
    settings: { 'files.autoSave': 'off' },
    arrange: profile => arrangeShop(profile, service().shop),
  });
  const deletions = () => service().sandbox.requests.filter(({ method }) => method === 'DELETE');

  it('are deleted by a save, as before', async () => {
    const { page, reload } = workbench();
    await openHydrogen(page);
    await clickRow(page, tables);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await clickRow(page, [...tables, 'note']);
    await eventually(async () => assert.equal(await activeTab(page), 'note · Production.json'));
    await cellShows(page, 0, 'text', '私人便笺 Private note 6');
    await runCommand(page, 'View: Keep Editor');
    // VS Code reads the document when it restores the tab.
    await reload();
    await cellShows(page, 0, 'text', '私人便笺 Private note 6');
    const reads = service().sandbox.requests.length;
    await runCommand(page, 'Developer: Restart Extension Host');
    await eventually(() => assert.ok(service().sandbox.requests.length > reads), 60_000);
    await goToCell(page, 0, 'text');
    await chooseInGrid(page, 'Delete Record');
    await page.keyboard.press('Control+S');
    assert.match((await readModal(page)).detail, /^Delete /);
    await pressInModal(page, 'Save');
    await readModal(page);
    await pressInModal(page, 'Save');
    await eventually(() => assert.equal(deletions().length, 1));
    await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '6'));
  });
});
