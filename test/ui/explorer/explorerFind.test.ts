import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeSettings } from '../driver/arrangedSettings';
import { useContentServer } from '../servers/contentServer';
import { contentPath } from './contentTree';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { notification } from '../driver/messages';
import {
  answer,
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
  collapse,
  expand,
  expandEmpty,
  openHydrogen,
  pressRowAction,
  pressViewAction,
  readTree,
  treeRow,
} from '../driver/sidebar';
import { pressEditorAction } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';

const library = contentPath('Library', 'Production');
const big = [...library, 'Big'];
const odd = [...library, 'Odd'];

describe('a content library of 10,000 categories and 100,000 contents', () => {
  const server = useContentServer();
  const workbench = useWorkbench({
    viewport: { width: 1280, height: 900 },
    arrange: profile => arrangeSettings(profile, { 'hydrogen.applications': [server().application] }),
  });

  const selected = (label: string) =>
    workbench().page.locator('.part.sidebar .monaco-list-row.selected', { hasText: label });
  const collapseAll = () =>
    eventually(async () => {
      await pressViewAction(workbench().page, 'Collapse All');
      assert.equal((await readTree(workbench().page)).length, 1);
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
    await selected('Article 099999').waitFor();
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
    await selected('Category 09876').waitFor();
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
    await collapseAll();
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
    await selected('Category 04321').waitFor();
  });

  it('shows every item that has an ID, and names as text', async () => {
    const { page } = workbench();
    await collapseAll();
    await expand(page, ...odd);
    await eventually(async () => {
      const rows = (await readTree(page)).filter(({ level }) => level === 5).map(({ label }) => label);
      assert.equal(rows.length, 9, rows.join('\n'));
      assert.deepEqual(rows.slice(0, 4), [
        'Content category 1',
        'the same ID',
        'Content category 2',
        'Content category 3',
      ]);
      assert.equal(rows[4]?.length, 300);
      assert.ok(rows[6]?.includes('**bold** <b>markup</b>'));
      assert.ok(rows[7]?.includes('(command:workbench.action.toggleZenMode)'));
    });
    await workbench().screenshot('odd names');
  });

  it('keeps reading a list that is collapsed, and shows it when it is expanded again', async () => {
    const { page } = workbench();
    let release = () => undefined as void;
    await chooseFromMenu(page, big, 'Refresh');
    await collapse(page, ...big);
    server().respondOnce('category_id=70003', {
      body: { objects: [] },
      when: new Promise<void>(resolve => (release = resolve)),
    });
    const row = await treeRow(page, ...big, 'Category 00003');
    await row.locator('.monaco-tl-twistie').click();
    await eventually(() => assert.ok(server().requests.some(request => request.includes('category_id=70003'))));
    await row.locator('.monaco-tl-twistie').click();
    release();
    await expandEmpty(page, ...big, 'Category 00003');
    await eventually(async () => {
      const rows = await readTree(page);
      assert.equal(rows.find(({ label }) => label === 'Category 00003')?.description, 'empty');
    });
  });

  it('shows that “Load all” waits for the service, and keeps the loaded rows when it is cancelled', async () => {
    const { page } = workbench();
    await chooseFromMenu(page, library, 'Filter…');
    await answer(page, 'Big', 'Filter Content Library');
    server().respondOnce('content_group_id=1&limit=500&offset=1000', {
      status: 429,
      headers: { 'retry-after': '200' },
      body: {},
    });
    await chooseFromMenu(page, big, 'Filter…');
    await answer(page, '0001', 'Filter Big');
    const waiting = notification(page, 'Continuing in 200 s.');
    await waiting.waitFor();
    await workbench().screenshot('waiting');
    await waiting.getByRole('button', { name: 'Cancel' }).click();
    await waiting.waitFor({ state: 'detached' });
    await eventually(async () => {
      const rows = await readTree(page);
      assert.equal(rows.find(({ label }) => label === 'Content Library')?.description, 'filter “Big” · 1');
      assert.match(rows.find(({ label }) => label === 'Big')?.description ?? '', /^10000/);
    });
    await treeRow(page, ...big, 'Category 00001');
    await pressRowAction(page, library, 'Clear Filter');
    await eventually(async () => {
      const rows = await readTree(page);
      assert.equal(rows.find(({ label }) => label === 'Content Library')?.description, '2');
    });
  });

  it('reads a document again in place', async () => {
    const { page } = workbench();
    await clickRow(page, [...big, 'Category 00002']);
    await eventually(async () => assert.match(await activeText(page), /"name": "Category 00002"/));
    server().respondOnce('/category/70002/', { body: { id: 70_002, name: 'Renamed meanwhile' } });
    await pressEditorAction(page, 'Refresh Document');
    await eventually(async () => assert.match(await activeText(page), /"name": "Renamed meanwhile"/));
    assert.equal(await activeTab(page), 'Category 00002 · Production.json');
  });

  it('shows how many items an incomplete filter has searched, and searches the rest with one click', async () => {
    const { page } = workbench();
    const filtered = async () => (await readTree(page)).find(({ label }) => label === 'Big')?.description;
    await chooseFromMenu(page, big, 'Refresh');
    server().respondOnce('content_group_id=1&limit=500&offset=1000', { status: 500, body: { error_msg: 'broken' } });
    await chooseFromMenu(page, big, 'Filter…');
    await answer(page, '0999', 'Filter Big');
    await treeRow(page, ...big, 'Category 00999');
    await eventually(async () => {
      const rest = (await readTree(page)).find(({ label }) => label === 'Search the rest…');
      assert.equal(rest?.spoken, 'Search the rest…, 1000 of 10000 searched');
    });
    await workbench().screenshot('filter of a part');
    await clickRow(page, [...big, 'Search the rest…']);
    await eventually(async () => assert.equal(await filtered(), 'filter “0999” · 11'));
    await treeRow(page, ...big, 'Category 09999');
    await pressRowAction(page, big, 'Clear Filter');
    await eventually(async () => assert.equal(await filtered(), '10000'));
  });

  it('names in Go to… the lists that could not be searched', async () => {
    const { page } = workbench();
    server().respondOnce('$contains', { status: 500, body: { error_msg: 'broken' } });
    await runCommand(page, 'Hydrogen: Go to…');
    await readQuickInput(page, 'Go to…');
    await typeInQuickInput(page, 'nothing has this name');
    await pickRow(page, /reports an internal error \(500, “broken”\)/).waitFor();
    await workbench().screenshot('go to with an error');
    await cancelQuickInput(page);
  });
});
