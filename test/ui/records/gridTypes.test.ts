import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { violations } from '../driver/accessibility';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeTab } from '../driver/editor';
import { eventually, plain } from '../driver/eventually';
import { cellShows, chooseInGrid, goToCell, grid, gridCell, isOnCell } from '../driver/grid';
import { press } from '../driver/press';
import { answer, pickRow, readQuickInput, runCommand, typeInQuickInput } from '../driver/quickInput';
import { clickRow, openHydrogen } from '../driver/sidebar';
import { themes, useTheme } from '../driver/themes';
import { webviewDocument, webviewFrame } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';
import { hostileTitle, makeEveryTable } from './everyTable';

const tables = ['Shop', 'Production', 'Data Tables'];

describe('the grid, with every type of column', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    viewport: { width: 1700, height: 600 },
    arrange: async profile => {
      await makeEveryTable(service().shop);
      await arrangeShop(profile, service().shop);
    },
  });
  const keyboard = () => workbench().page.keyboard;
  const cell = (row: number, column: string) => gridCell(workbench().page, row, column);
  const line = (row: number) => grid(workbench().page).locator(`tr[data-row="${row}"]`);
  const shows = (row: number, column: string, text: string) => cellShows(workbench().page, row, column, text);
  const goTo = (row: number, column: string) => goToCell(workbench().page, row, column);
  /** Asserts that a cell shows a date in the user's time zone, and that its hover has the raw value. */
  const showsTime = async (row: number, column: string, raw: string) => {
    const frame = await webviewFrame(workbench().page);
    const local = await frame.evaluate<string>(
      `new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }).format(Date.parse('${raw}'))`,
    );
    await shows(row, column, plain(local));
    await eventually(async () =>
      assert.equal((await cell(row, column).getAttribute('title'))?.split('\n').at(-1), raw),
    );
  };
  const isDirty = async () => (await workbench().page.locator('.tab.active.dirty').count()) > 0;
  const isClean = () => eventually(async () => assert.equal(await isDirty(), false));

  it('shows each value according to its type', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, tables);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await clickRow(page, [...tables, 'every']);
    await eventually(async () => assert.equal(await activeTab(page), 'every · Production.json'));
    await shows(0, 'title', hostileTitle);
    assert.equal(await webviewDocument(page).locator('img').count(), 0);
    await runCommand(page, 'View: Keep Editor');
    for (const [column, text] of [
      ['size', 'M'],
      ['amount', '12.25'],
      ['pieces', '9007199254740991'],
      ['active', 'true'],
      ['tags', '["<b>",""]'],
      ['mixed', '5'],
    ] as const) {
      await shows(0, column, text);
    }
    await showsTime(0, 'day', '2024-02-29T20:00:00+08:00');
    await shows(1, 'size', 'null');
    await shows(2, 'size', 'missing');
    await shows(2, 'mixed', 'a text');
    await workbench().screenshot('grid every type');
  });

  it('marks values that the column does not allow, with the reason', async () => {
    await goTo(1, 'pieces');
    await keyboard().press('5');
    await keyboard().type('x');
    await keyboard().press('Enter');
    await shows(1, 'pieces', '5x');
    await eventually(async () => assert.equal(await cell(1, 'pieces').getAttribute('aria-invalid'), 'true'));
    assert.equal(
      await cell(1, 'pieces').getAttribute('aria-description'),
      'pieces must be of the type integer. changed, not saved',
    );
    await isOnCell(workbench().page, 2, 'pieces');
    await keyboard().press('Shift+ArrowRight');
    await isOnCell(workbench().page, 2, 'active');
  });

  it('shows what was changed, added and deleted, counts it, and reverts it cell by cell', async () => {
    const { page } = workbench();
    const inPage = webviewDocument(page);
    const count = inPage.locator('.count');
    await eventually(async () => assert.equal(await count.textContent(), '1 change'));
    assert.equal(await cell(1, 'pieces').getAttribute('data-mark'), 'changed');
    await goTo(0, 'title');
    await chooseInGrid(page, 'Delete Record');
    await eventually(async () => assert.equal(await count.textContent(), '2 changes'));
    // A deleted record stays in its row until it is saved.
    await shows(0, 'title', hostileTitle);
    assert.equal(await line(0).getAttribute('data-mark'), 'deleted');
    assert.match(
      await (
        await webviewFrame(page)
      ).evaluate<string>(
        `getComputedStyle(document.querySelector('tr[data-row="0"] td[data-name=title]')).textDecorationLine`,
      ),
      /line-through/,
    );
    await inPage.getByRole('button', { name: 'New Record' }).click();
    await eventually(async () => assert.equal(await count.textContent(), '3 changes'));
    assert.equal(await line(1).getAttribute('data-mark'), 'added');
    await workbench().screenshot('grid marks');
    await goTo(2, 'pieces');
    await keyboard().press('Shift+ArrowDown');
    await keyboard().press('Shift+F10');
    await inPage.getByRole('menuitem', { name: 'Delete 2 Records', exact: true }).waitFor();
    await inPage.getByRole('menu', { name: 'pieces', exact: true }).waitFor();
    await keyboard().press('Escape');
    await keyboard().press('Control+Z');
    await eventually(async () => assert.equal(await count.textContent(), '2 changes'));
  });

  it('finds text in the loaded records by keyboard', async () => {
    const { page } = workbench();
    await goTo(1, 'pieces');
    await keyboard().press('Control+F');
    const field = webviewDocument(page).getByRole('textbox', { name: 'Find' });
    await field.waitFor();
    await keyboard().type('A TEXT');
    const matches = webviewDocument(page).locator('.matches');
    await eventually(async () => assert.equal(await matches.textContent(), '1 of 1'));
    await eventually(async () => assert.equal(await cell(2, 'mixed').getAttribute('data-found'), ''));
    await workbench().screenshot('grid find');
    assert.deepEqual(await violations(await webviewFrame(page), '.find'), []);
    await keyboard().press('Escape');
    await isOnCell(page, 2, 'mixed');
  });

  it('edits JSON in a separate editor, which validates it and changes nothing else', async () => {
    const { page } = workbench();
    await goTo(1, 'tags');
    await keyboard().press('Enter');
    const dialog = webviewDocument(page).getByRole('dialog', { name: 'Value of tags' });
    const field = dialog.getByRole('textbox');
    await field.fill('["one", ]');
    await keyboard().press('Control+Enter');
    const said = dialog.getByRole('status');
    await eventually(async () => assert.equal(await said.textContent(), 'Line 1, column 9: this is not JSON.'));
    await field.fill('{}');
    await eventually(async () => assert.equal(await said.textContent(), 'The value must be a list: […]'));
    await workbench().screenshot('grid value');
    assert.deepEqual(await violations(await webviewFrame(page), 'dialog'), []);
    await field.fill('["one", "two"]');
    await keyboard().press('Control+Enter');
    await shows(1, 'tags', '["one","two"]');
    await isOnCell(page, 1, 'tags');
    await chooseInGrid(page, 'Revert Cell');
    await eventually(async () => assert.equal(await cell(1, 'tags').getAttribute('data-mark'), null));
  });

  it('keeps the text of the separate editor while its tab is hidden', async () => {
    const { page } = workbench();
    await goTo(1, 'tags');
    await keyboard().press('Enter');
    const dialog = webviewDocument(page).getByRole('dialog', { name: 'Value of tags' });
    await dialog.getByRole('textbox').fill('["typed"]');
    // Uses the mouse, because the dialog handles all keys.
    const hideAndShow = async () => {
      await clickRow(page, [...tables, 'note']);
      await eventually(async () => assert.equal(await activeTab(page), 'note · Production.json'));
      await page.locator('.tab', { hasText: 'every' }).click();
      await eventually(async () => assert.equal(await activeTab(page), 'every · Production.json'));
    };
    await hideAndShow();
    await eventually(async () => assert.equal(await dialog.getByRole('textbox').inputValue(), '["typed"]'));
    await dialog.getByRole('textbox').press('Control+Enter');
    await shows(1, 'tags', '["typed"]');
    await hideAndShow();
    await shows(1, 'tags', '["typed"]');
    assert.equal(await dialog.count(), 0);
    await goTo(1, 'tags');
    await chooseInGrid(page, 'Revert Cell');
    await eventually(async () => assert.equal(await cell(1, 'tags').getAttribute('data-mark'), null));
  });

  for (const [theme, body] of themes) {
    it(`has no accessibility violations in ${theme}`, async () => {
      const { page } = workbench();
      await useTheme(page, theme);
      await goTo(2, 'pieces');
      await keyboard().press('Shift+ArrowRight');
      await isOnCell(page, 2, 'active');
      const frame = await webviewFrame(page);
      await webviewDocument(page).locator(`body.${body}`).waitFor();
      await workbench().screenshot(`grid ${theme}`);
      assert.deepEqual(await violations(frame, 'html'), []);
      await keyboard().press('Shift+F10');
      assert.deepEqual(await violations(frame, '[role=menu]'), []);
      await workbench().screenshot(`grid menu ${theme}`);
      await keyboard().press('Escape');
      await isOnCell(page, 2, 'active');
      await keyboard().press('F2');
      assert.deepEqual(await violations(frame, '.editing'), []);
      await keyboard().press('Escape');
      await isOnCell(page, 2, 'active');
      await keyboard().press('Control+F');
      await webviewDocument(page).getByRole('textbox', { name: 'Find' }).waitFor();
      assert.deepEqual(await violations(frame, '.find'), []);
      await keyboard().press('Escape');
      await goTo(1, 'tags');
      await keyboard().press('Enter');
      assert.deepEqual(await violations(frame, 'dialog'), []);
      await workbench().screenshot(`grid value ${theme}`);
      await keyboard().press('Escape');
      await isOnCell(page, 1, 'tags');
    });
  }

  it('offers a list for a boolean and for a column with choices', async () => {
    const { page } = workbench();
    await goTo(0, 'title');
    await chooseInGrid(page, 'Restore Record');
    await goTo(1, 'pieces');
    await chooseInGrid(page, 'Revert Cell');
    await eventually(async () =>
      assert.equal(await webviewDocument(page).locator('.count').textContent(), 'no changes'),
    );
    await runCommand(page, 'File: Revert File');
    await isClean();
    await goTo(1, 'size');
    await keyboard().press('Enter');
    const choice = cell(1, 'size').locator('select');
    await choice.waitFor();
    assert.deepEqual(await choice.locator('option').allTextContents(), ['', 'S', 'M', 'L']);
    await keyboard().press('ArrowDown');
    await keyboard().press('ArrowDown');
    await keyboard().press('Enter');
    await shows(1, 'size', 'M');
    await goTo(1, 'active');
    await keyboard().press('F2');
    await cell(1, 'active').locator('select').waitFor();
    await keyboard().press('End');
    await keyboard().press('Enter');
    await shows(1, 'active', 'false');
  });

  it('edits a date in the local time zone, and never loses one by an invalid date', async () => {
    const { page } = workbench();
    await goTo(0, 'day');
    await keyboard().press('Enter');
    const date = cell(0, 'day').locator('input[type=datetime-local]');
    await date.waitFor();
    const local = await (await webviewFrame(page)).evaluate<string>(`new Date('2024-02-29T12:00:00Z').toString()`);
    assert.ok(local.includes((await date.inputValue()).slice(11, 16)), local);
    await date.fill('2025-03-01T08:30');
    const written = await (await webviewFrame(page)).evaluate<string>(`new Date('2025-03-01T08:30').toISOString()`);
    await keyboard().press('Enter');
    await showsTime(0, 'day', written);
    await goTo(0, 'day');
    await keyboard().press('Enter');
    await date.fill('20251-03-01T08:30');
    await keyboard().press('Enter');
    await isOnCell(page, 1, 'day');
    await showsTime(0, 'day', written);
    // Any letter starts editing. A date with a missing part is invalid and is not applied.
    await goTo(0, 'day');
    await keyboard().press('x');
    await date.waitFor();
    await keyboard().press('Backspace');
    await keyboard().press('Enter');
    await isOnCell(page, 1, 'day');
    // Changes are applied in order: when this one is visible, no earlier change is pending.
    await keyboard().press('Delete');
    await shows(1, 'day', 'missing');
    await showsTime(0, 'day', written);
  });

  it('searches for the record of a pointer', async () => {
    const { page } = workbench();
    await goTo(1, 'shop');
    await keyboard().press('Enter');
    await readQuickInput(page, 'shop');
    await typeInQuickInput(page, '上海');
    const found = pickRow(page, /^上海 Shanghai/).first();
    await found.waitFor();
    await eventually(async () => assert.equal(await pickRow(page, /^广州/).count(), 0));
    await workbench().screenshot('grid pointer');
    const label = plain(await found.locator('.label-name').first().textContent());
    await eventually(() => press(pickRow(page, label)));
    // The cell shows the name of the record. Its hover also has the ID.
    await eventually(async () => assert.match((await cell(1, 'shop').getAttribute('title')) ?? '', /\n[0-9a-f]{24}$/));
    await eventually(async () => assert.match((await cell(1, 'shop').textContent()) ?? '', /^上海 Shanghai/));
    assert.notEqual(await cell(1, 'shop').getAttribute('title'), await cell(0, 'shop').getAttribute('title'));
    await goTo(1, 'shop');
    await chooseInGrid(page, 'Go to Record');
    await eventually(async () => assert.match(await activeTab(page), /^store [0-9a-f]{24} · Production\.json$/));
  });
});
