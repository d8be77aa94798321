import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeSettings } from '../driver/arrangedSettings';
import { useContentServer } from '../servers/contentServer';
import { contentPath } from './contentTree';
import { eventually } from '../driver/eventually';
import { notification } from '../driver/messages';
import { answer, cancelQuickInput, pickRow, readQuickInput, runCommand, typeInQuickInput } from '../driver/quickInput';
import {
  chooseFromMenu,
  clickRow,
  collapse,
  expand,
  expandEmpty,
  openHydrogen,
  pressRowAction,
  readTree,
  treeRow,
} from '../driver/sidebar';
import { activeTab, activeText } from '../driver/editor';
import { pressEditorAction } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';

const library = contentPath('Library', 'Production');
const big = [...library, 'Big'];
const odd = [...library, 'Odd'];

describe('the tree with odd responses', () => {
  const server = useContentServer();
  const workbench = useWorkbench({
    theme: 'Light Modern',
    viewport: { width: 1000, height: 900 },
    arrange: profile => arrangeSettings(profile, { 'hydrogen.applications': [server().application] }),
  });

  it('shows every item that has an ID, and names as text', async () => {
    const { page } = workbench();
    await openHydrogen(page);
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
    await workbench().screenshot('odd names, light');
  });

  it('explains why a list was refused, and reads it at the next click', async () => {
    const { page } = workbench();
    server().respondOnce('content_group_id=1', {
      status: 403,
      body: { error_msg: 'no [luck](command:workbench.action.quit)' },
    });
    await expand(page, ...big);
    const refused = await eventually(async () => {
      const row = (await readTree(page)).find(({ label }) => label === 'Not permitted (403)');
      return row ?? assert.fail('nothing was refused');
    });
    await workbench().screenshot('refused, light');
    await clickRow(page, [...big, refused.label]);
    await treeRow(page, ...big, 'Category 00001');
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

  it('shows that “Load all” waits for the service, and keeps what it has when it is cancelled', async () => {
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
    await workbench().screenshot('waiting, light');
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

  it('shows how far an incomplete filter came, and searches the rest with one click', async () => {
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
    await workbench().screenshot('filter of a part, light');
    await clickRow(page, [...big, 'Search the rest…']);
    await eventually(async () => assert.equal(await filtered(), 'filter “0999” · 11'));
    await treeRow(page, ...big, 'Category 09999');
    await pressRowAction(page, big, 'Clear Filter');
    await eventually(async () => assert.equal(await filtered(), '10000'));
  });

  it('lists in Go to… what could not be searched', async () => {
    const { page } = workbench();
    server().respondOnce('$contains', { status: 500, body: { error_msg: 'broken' } });
    await runCommand(page, 'Hydrogen: Go to…');
    await readQuickInput(page, 'Go to…');
    await typeInQuickInput(page, 'nothing has this name');
    await pickRow(page, /reports an internal error \(500, “broken”\)/).waitFor();
    await workbench().screenshot('go to with an error, light');
    await cancelQuickInput(page);
  });
});
