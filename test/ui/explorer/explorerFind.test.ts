import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { arrangeSettings } from '../driver/arrangedSettings';
import { bigCategory, useContentServer } from '../servers/contentServer';
import { contentPath } from './contentTree';
import { activeTab } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { notification } from '../driver/messages';
import {
  answer,
  answerSaveDialog,
  cancelQuickInput,
  pick,
  pickRow,
  quickInput,
  readPicks,
  readQuickInput,
  runCommand,
  typeInQuickInput,
} from '../driver/quickInput';
import {
  chooseFromMenu,
  clickRow,
  openHydrogen,
  pressRowAction,
  pressViewAction,
  readTree,
  treeRow,
} from '../driver/sidebar';
import { useWorkbench } from '../driver/workbench';

const library = contentPath('Library', 'Production');
const big = [...library, 'Big'];

describe('a content library of 10,000 categories and 100,000 contents', () => {
  const server = useContentServer();
  const workbench = useWorkbench({
    arrange: profile => arrangeSettings(profile, { 'hydrogen.applications': [server().application] }),
  });

  it('shows the first page after one request', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await treeRow(page, ...big);
    server().requests.length = 0;
    await treeRow(page, ...big, 'Category 00001');
    assert.equal(server().requests.length, 1, server().requests.join('\n'));
  });

  it('finds content 99,999 by its title, opens it and shows it in the tree', async () => {
    const { page } = workbench();
    server().requests.length = 0;
    await runCommand(page, 'Hydrogen: Go to…');
    await readQuickInput(page, 'Go to…');
    await typeInQuickInput(page, '099999');
    await pickRow(page, 'Article 099999').waitFor();
    await workbench().screenshot('go to');
    await pick(page, 'Article 099999');
    await eventually(async () => assert.equal(await activeTab(page), 'Article 099999 · Production.json'));
    await eventually(async () => {
      const row = (await readTree(page)).find(({ label }) => label === 'Article 099999');
      assert.equal(row?.level, 6);
    });
    const selected = page.locator('.part.sidebar .monaco-list-row.selected', { hasText: 'Article 099999' });
    await selected.waitFor();
    await workbench().screenshot('found in the tree');
    console.log(`requests to find it: ${server().requests.length}`);
  });

  it('keeps the rows while the user moves through them, and offers late results', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Go to…');
    await readQuickInput(page, 'Go to…');
    await pickRow(page, 'Category 00001').waitFor();
    let release = () => undefined as void;
    const when = new Promise<void>(resolve => (release = resolve));
    const late = { id: 2_000_000, title: 'Article before Category 0000', group_id: 1, categories: [70_007] };
    server().respondOnce('$contains', { body: { meta: { total_count: 1 }, objects: [late] }, when });
    server().requests.length = 0;
    await typeInQuickInput(page, 'Category 0000');
    // Wait until a row of the unfiltered list is gone. A key press before that would be lost when the rows are
    // replaced.
    await pickRow(page, 'Category 00010').waitFor({ state: 'detached' });
    await pickRow(page, 'Category 00009').waitFor();
    await eventually(() => assert.ok(server().requests.some(request => request.includes('contains'))));
    const focused = page.locator('.quick-input-widget .monaco-list-row.focused .label-name').first();
    for (const label of ['Category 00002', 'Category 00003']) {
      await page.keyboard.press('ArrowDown');
      await eventually(async () => assert.equal(await focused.textContent(), label));
    }
    // The search has ended when its progress indicator disappears.
    const progress = quickInput(page).locator('.quick-input-progress.active');
    await progress.waitFor();
    const before = await readPicks(page);
    const asked = server().requests.length;
    release();
    await progress.waitFor({ state: 'detached' });
    assert.ok(server().requests.length >= asked);
    assert.deepEqual(await readPicks(page), before);
    assert.equal(await focused.textContent(), 'Category 00003');
    await workbench().screenshot('go to, later finds wait');
    await pick(page, 'Show what has been found so far');
    await pickRow(page, late.title).waitFor();
    await cancelQuickInput(page);
  });

  it('shows exact matches first in any amount of data, and requests no content by a word', async () => {
    const { page } = workbench();
    const late = { id: 2_000_001, title: 'Category', group_id: 1, categories: [70_007] };
    server().respondOnce('$contains', { body: { meta: { total_count: 1 }, objects: [late] } });
    server().requests.length = 0;
    await runCommand(page, 'Hydrogen: Go to…');
    await readQuickInput(page, 'Go to…');
    await typeInQuickInput(page, 'Category');
    await eventually(async () => assert.equal((await readPicks(page))[0], 'Category'));
    assert.deepEqual(
      server().requests.filter(request => request.includes('/detail/Category')),
      [],
    );
    await cancelQuickInput(page);
  });

  it('finds a content by its ID', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Go to…');
    await readQuickInput(page, 'Go to…');
    await typeInQuickInput(page, '950000');
    await pick(page, 'Article 050000');
    await eventually(async () => assert.equal(await activeTab(page), 'Article 050000 · Production.json'));
  });

  it('finds a category that was never loaded', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Go to…');
    await readQuickInput(page, 'Go to…');
    await typeInQuickInput(page, '09876');
    // Results that arrive late may move the rows, so wait for them.
    await pickRow(page, 'Article 009876').waitFor();
    await pick(page, 'Category 09876');
    await eventually(async () => assert.equal(await activeTab(page), 'Category 09876 · Production.json'));
    // The row follows the last row of the loaded page, so the search did not load the pages in between.
    await eventually(async () => {
      const labels = (await readTree(page)).map(({ label }) => label);
      assert.equal(labels[labels.indexOf('Category 09876') - 1], 'Category 00500');
    });
    await page.locator('.part.sidebar .monaco-list-row.selected', { hasText: 'Category 09876' }).waitFor();
  });

  it('filters a group, shows the filter, and clears it with one click', async () => {
    const { page } = workbench();
    await eventually(async () => {
      await pressViewAction(page, 'Collapse All');
      assert.equal((await readTree(page)).length, 1);
    });
    await chooseFromMenu(page, big, 'Filter…');
    await answer(page, '0007', 'Filter Big');
    await eventually(async () => {
      const rows = await readTree(page);
      assert.equal(rows.find(({ label }) => label === 'Big')?.description, 'filter “0007” · 11');
    });
    await treeRow(page, ...big, bigCategory.name);
    await workbench().screenshot('filter');
    await pressRowAction(page, big, 'Clear Filter');
    await eventually(async () => {
      const rows = await readTree(page);
      assert.equal(rows.find(({ label }) => label === 'Big')?.description, '10000');
    });
  });

  it('leaves no file after a cancelled export and reports it', async () => {
    const { page } = workbench();
    let release = () => undefined as void;
    server().respondOnce('offset=2000', { body: {}, when: new Promise<void>(resolve => (release = resolve)) });
    await chooseFromMenu(page, [...big, bigCategory.name], 'Export as JSON or CSV…');
    await answerSaveDialog(page, /Category 00007\.json$/, path.join(workbench().profile.workspace, 'cancelled.json'));
    await notification(page, 'Exporting Category 00007…').getByRole('button', { name: 'Cancel' }).click();
    await notification(page, 'The export was cancelled. No file was written.').waitFor();
    release();
    assert.deepEqual(await readdir(workbench().profile.workspace), []);
  });

  it('shows how much of a list was read, reads more and all, and lists it in the palette', async () => {
    const { page } = workbench();
    const more = page.locator('.part.sidebar').getByRole('treeitem', { name: /^Load more/ });
    // `press` focuses the tree first, because an opening document may have taken the focus.
    const end = () => page.locator('.part.sidebar').getByRole('tree').first().press('End');
    const isRead = (description: string) =>
      eventually(async () => {
        await end();
        const rows = await readTree(page);
        assert.equal(rows.find(({ label }) => label === 'Load more…')?.description, description);
      });
    await chooseFromMenu(page, big, 'Refresh');
    await clickRow(page, [...big, 'Category 00001']);
    await isRead('500 of 10000 read');
    await more.click();
    await isRead('1000 of 10000 read');
    await more.hover();
    await more.getByRole('button', { name: 'Load All' }).click();
    await eventually(async () => {
      await end();
      assert.ok((await readTree(page)).some(({ label }) => label === 'Category 10000'));
    });
    await runCommand(page, 'Hydrogen: List Content Categories');
    await readQuickInput(page, 'Content Categories');
    await typeInQuickInput(page, 'Category 04321');
    await pick(page, 'Category 04321');
    await eventually(async () => assert.equal(await activeTab(page), 'Category 04321 · Production.json'));
  });
});
