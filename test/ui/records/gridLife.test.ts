import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { cellShows, chooseInGrid, goToCell, grid, isOnCell } from '../driver/grid';
import { expectFocus, focusApplications, pressUntil } from '../driver/keyboard';
import { pressInModal, readModal } from '../driver/messages';
import { acceptQuickInput, answer, pick, pickRow, readQuickInput, runCommand } from '../driver/quickInput';
import { clickRow, openHydrogen, treeRow } from '../driver/sidebar';
import { webviewDocument, webviewFrame } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';
import { makeEveryTable } from './everyTable';

const tables = ['Shop', 'Production', 'Data Tables'];

describe('the grid from opening to saving', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    viewport: { width: 1280, height: 800 },
    arrange: async profile => {
      await makeEveryTable(service().shop);
      await arrangeShop(profile, service().shop);
    },
  });
  const keyboard = () => workbench().page.keyboard;
  const shows = (row: number, column: string, text: string) => cellShows(workbench().page, row, column, text);
  const goTo = (row: number, column: string) => goToCell(workbench().page, row, column);
  const isOn = (row: number, column: string) => isOnCell(workbench().page, row, column);
  const isDirty = (expected: boolean) =>
    eventually(async () => assert.equal((await workbench().page.locator('.tab.active.dirty').count()) > 0, expected));
  const puts = () =>
    service().sandbox.requests.filter(({ method, path }) => method === 'PUT' && path.includes('/record/'));
  const written = (index: number) =>
    JSON.parse(service().sandbox.exchange(puts()[index]?.id ?? -1)?.request.body ?? 'null') as unknown;
  /** Saves with the keyboard only. The first button of the plan and of the production guard writes nothing. */
  const save = async (column: string) => {
    const { page } = workbench();
    await keyboard().press('Control+S');
    for (const [first, detail] of [
      ['Show Changes', new RegExp(`^Change (“.+” \\(\\w+\\)|\\w+): ${column} .+ → .+$`)],
      ['Show Complete Request', /PUT http/],
    ] as const) {
      await expectFocus(page, first);
      assert.match((await readModal(page)).detail, detail);
      await pressUntil(page, 'Tab', 'Save');
      await keyboard().press('Enter');
    }
  };
  /** Returns the name and width of each column from left to right, and `pinned` for pinned columns. */
  const names = async () =>
    (await webviewFrame(workbench().page)).evaluate<string[]>(
      `[...document.querySelectorAll('thead th[data-name]')].map(name =>
        [name.dataset.name, getComputedStyle(name).width, ...(name.classList.contains('pinned') ? ['pinned'] : [])].join(' '))`,
    );

  it('can be reached, edited and saved by keyboard', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, tables);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await treeRow(page, ...tables, 'every');
    await page.mouse.move(0, 0);
    await focusApplications(page, 'Data Tables');
    await pressUntil(page, 'ArrowDown', 'every');
    await keyboard().press('Enter');
    await eventually(async () => assert.equal(await activeTab(page), 'every · Production.json'));
    await isOn(0, 'id');
    await keyboard().press('ArrowRight');
    await keyboard().press('ArrowRight');
    await isOn(0, 'title');
    await keyboard().type('By keyboard');
    await keyboard().press('Enter');
    await shows(0, 'title', 'By keyboard');
    await save('title');
    await eventually(() => assert.equal(puts().length, 1));
    assert.deepEqual(written(0), { $set: { title: 'By keyboard' } });
    await isDirty(false);
    // The focus has returned to the cell where it was before the dialogs.
    await isOn(1, 'title');
    await runCommand(page, 'View: Keep Editor');
  });

  it('remembers the column layout of each table, over a reload and for another query', async () => {
    const { page, reload } = workbench();
    const isNamed = (name: string) => isOn(-1, name);
    const has = (columns: number) =>
      eventually(async () => assert.equal(await grid(page).getAttribute('aria-colcount'), String(columns)));
    await goTo(0, 'mixed');
    await keyboard().press('ArrowUp');
    await isNamed('mixed');
    await has(19);
    await chooseInGrid(page, 'Hide');
    await has(18);
    await isNamed('title');
    await chooseInGrid(page, 'Move Right');
    await eventually(async () => assert.match((await names())[1] ?? '', /^size /));
    await isNamed('title');
    await chooseInGrid(page, 'Pin');
    await eventually(async () => assert.match((await names())[0] ?? '', /^title .*pinned$/));
    await isNamed('title');
    await chooseInGrid(page, 'Wider');
    await eventually(async () => assert.equal((await names())[0], 'title 180px pinned'));
    const grip = grid(page).locator('th[data-name=size] .grip');
    const box = (await grip.boundingBox()) ?? assert.fail();
    await page.mouse.move(box.x + 3, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 63, box.y + 10, { steps: 3 });
    await page.mouse.up();
    const expected = ['title 180px pinned', 'id 120px', 'size 200px', 'amount 94px'];
    const stand = () => eventually(async () => assert.deepEqual((await names()).slice(0, 4), expected));
    await stand();
    await workbench().screenshot('grid arranged');
    await reload();
    await eventually(async () => assert.equal(await activeTab(page), 'every · Production.json'));
    await stand();
    await goTo(0, 'size');
    await chooseInGrid(page, 'Only Records with This Value');
    await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '2'));
    await stand();
    await webviewDocument(page).getByRole('button', { name: 'Columns…' }).click();
    await readQuickInput(page, 'Columns');
    await pickRow(page, 'mixed').click();
    await acceptQuickInput(page);
    await has(19);
  });

  it('shares one document with its text: undo, redo, revert', async () => {
    const { page } = workbench();
    await clickRow(page, [...tables, 'every']);
    await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '4'));
    await runCommand(page, 'View: Keep Editor');
    await goTo(0, 'title');
    await keyboard().type('In the grid');
    await keyboard().press('Enter');
    await shows(0, 'title', 'In the grid');
    await webviewDocument(page).getByRole('button', { name: 'Open as Text' }).click();
    const line = page.locator('.part.editor .view-line', { hasText: '"In the grid"' });
    await line.waitFor();
    await line.click();
    await keyboard().press('End');
    await keyboard().press('ArrowLeft');
    await keyboard().press('ArrowLeft');
    await keyboard().type('!');
    const has = (pattern: RegExp) => eventually(async () => assert.match(await activeText(page), pattern));
    await has(/"In the grid!"/);
    await keyboard().press('Control+Z');
    await has(/"In the grid"/);
    await keyboard().press('Control+Z');
    await has(/"By keyboard"/);
    await isDirty(false);
    await keyboard().press('Control+Y');
    await has(/"In the grid"/);
    await keyboard().press('Control+Y');
    await has(/"In the grid!"/);
    await isDirty(true);
    await runCommand(page, 'View: Reopen Editor With...');
    await pick(page, /^Grid of Records/);
    await shows(0, 'title', 'In the grid!');
    await goTo(0, 'title');
    await keyboard().press('Delete');
    await shows(0, 'title', 'missing');
    await keyboard().press('Control+Z');
    await shows(0, 'title', 'In the grid!');
    await runCommand(page, 'File: Revert File');
    await shows(0, 'title', 'By keyboard');
    await isDirty(false);
    assert.equal(puts().length, 1);
  });

  it('shows no changes and no position after a discard whose records cannot be read', async () => {
    const { page } = workbench();
    const inPage = webviewDocument(page);
    await goTo(0, 'title');
    await keyboard().type('Discarded');
    await keyboard().press('Enter');
    await isDirty(true);
    service().sandbox.fail({ kind: 'status', path: '/oserve/', times: 100 });
    await inPage.getByRole('button', { name: 'Discard' }).click();
    await pressInModal(page, 'Discard');
    await inPage.getByRole('alert').waitFor();
    await isDirty(false);
    await inPage.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' });
    await inPage.locator('.paging').waitFor({ state: 'hidden' });
    await inPage.getByRole('button', { name: 'Find' }).waitFor({ state: 'hidden' });
    await workbench().screenshot('grid that cannot be read');
    service().sandbox.clearFaults();
    await inPage.getByRole('button', { name: 'Try Again' }).click();
    await shows(0, 'title', 'By keyboard');
    await inPage.locator('.paging').waitFor();
  });
});
