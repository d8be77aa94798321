import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { violations } from '../driver/accessibility';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { press } from '../driver/press';
import {
  answer,
  answerSaveDialog,
  expectQuickInput,
  openFile,
  pickRow,
  readPicks,
  runCommand,
  typeInQuickInput,
} from '../driver/quickInput';
import {
  chooseFromMenu,
  clickRow,
  expand,
  openHydrogen,
  pressRowAction,
  pressViewAction,
  readTree,
  treeRow,
} from '../driver/sidebar';
import { statusMessage } from '../driver/statusBar';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';

const tables = ['Shop', 'Production', 'Data Tables'];
const product = [...tables, 'product'];
/** Violations of VS Code itself; accessibility.test.ts gives the reasons. */
const except = { rules: ['label-content-name-mismatch'], elements: ['.label-description'] };

describe('data tables', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    viewport: { width: 1280, height: 1000 },
    arrange: profile => arrangeShop(profile, service().shop),
  });
  const rowOf = async (label: string) => (await readTree(workbench().page)).find(row => row.label === label);
  const reads = () => service().sandbox.requests.filter(({ path }) => path.startsWith('/oserve/'));
  const focused = (label: string) =>
    workbench().page.locator('.part.sidebar .monaco-list-row.focused', { hasText: label }).waitFor();

  it('appear after authorization, which one line offers', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await treeRow(page, ...tables);
    await eventually(async () => assert.equal((await rowOf('Data Tables'))?.description, 'authorize to see them'));
    assert.equal((await rowOf('Data Tables'))?.expanded, undefined);
    await workbench().screenshot('tables unauthorized');
    await clickRow(page, tables);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await statusMessage(page, /^Shop is authorized for \d+ days$/);
    assert.deepEqual(reads(), []);
    await expand(page, ...tables);
    await eventually(async () => assert.equal((await rowOf('Data Tables'))?.description, '6'));
    const rows = (await readTree(page)).filter(({ level }) => level === 4);
    assert.deepEqual(
      rows.map(({ label, description }) => `${label} ${description}`),
      [
        ...['_userprofile 4998 · built-in', '_richtextcontent 4999 · built-in'],
        ...['product 5001', 'store 5002', 'review 5003', 'note 5004'],
      ],
    );
    // Only one page of the table list was requested, and no single table.
    assert.equal(reads().length, 1);
  });

  it('show permissions, columns and indexes', async () => {
    const { page } = workbench();
    await expand(page, ...product);
    const rows = (await readTree(page)).filter(({ level }) => level === 5);
    const words = new Map(rows.map(({ label, description }) => [label, description]));
    assert.equal(words.get('Permissions'), 'add: users · read: everyone · change: users');
    assert.equal(words.get('sku'), 'string · required');
    assert.equal(words.get('tags'), 'array <string>');
    assert.equal(words.get('sku_1'), 'unique: sku');
    assert.equal(rows.length, 16);
    assert.deepEqual(await violations(page, '.part.sidebar .monaco-list-row', except), []);
    for (const { label, description, spoken } of rows) {
      assert.ok(spoken.includes(label) && spoken.includes(description), `${label}, ${description}: ${spoken}`);
    }
    await workbench().screenshot('table opened');
    await (await treeRow(page, ...product, 'stock')).hover();
    const hover = page.locator('.monaco-hover:visible', { hasText: 'stock: integer' });
    await eventually(async () => {
      await (await treeRow(page, ...product, 'stock')).hover();
      await hover.waitFor({ timeout: 3000 });
    });
    assert.match((await hover.textContent()) ?? '', /Default: 0/);
    await workbench().screenshot('column hovered');
    await expand(page, ...tables, 'review');
    await eventually(async () => {
      const review = (await readTree(page)).find(({ description }) => description.includes('→'));
      assert.deepEqual([review?.label, review?.description], ['product', 'reference → product']);
    });
  });

  it('open with their indexes as JSON in the documented format', async () => {
    const { page } = workbench();
    await chooseFromMenu(page, product, 'Show Schema');
    await eventually(async () => assert.equal(await activeTab(page), 'Schema of product · Production.json'));
    await eventually(async () => assert.match(await activeText(page), /"id": 5001,\s+"name": "product",/));
    await eventually(async () => {
      await page.keyboard.press('Control+End');
      assert.match(await activeText(page), /"index": "sku_1",\s+"fields": \[\s+"sku"\s+\]/);
    });
    assert.equal(await page.locator('.part.editor .squiggly-info').count(), 0);
    await workbench().screenshot('table as JSON');
  });

  it('are filtered, and so are their columns', async () => {
    const { page } = workbench();
    await pressRowAction(page, product, 'Filter…');
    await answer(page, 'string', 'Filter product');
    await eventually(async () => assert.equal((await rowOf('product'))?.description, 'filter “string” · 5001'));
    await eventually(async () => assert.ok((await rowOf('tags')) && !(await rowOf('price'))));
    await pressRowAction(page, product, 'Clear Filter');
    await eventually(async () => assert.ok(await rowOf('price')));
  });

  it('appear in “Go to…” with their columns as soon as something is typed', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Go to…');
    await expectQuickInput(page, { title: 'Go to…' });
    await pickRow(page, 'store').first().waitFor();
    assert.equal(await pickRow(page, 'released_at').count(), 0);
    await typeInQuickInput(page, 'manager');
    await eventually(async () => assert.equal((await readPicks(page))[0], 'manager'));
    await workbench().screenshot('go to column');
    await eventually(() => press(pickRow(page, 'manager').filter({ hasText: 'Production' })));
    await focused('manager');
    assert.equal((await rowOf('manager'))?.description, 'reference → _userprofile');
  });

  it('are written as TypeScript types, and the file shows when it is out of date', async () => {
    const { page } = workbench();
    const file = path.join(workbench().profile.workspace, 'hydrogen.d.ts');
    await eventually(async () => {
      await pressViewAction(page, 'Collapse All');
      assert.equal((await readTree(page)).length, 1);
    });
    await chooseFromMenu(page, tables, 'Generate TypeScript Types…');
    await answerSaveDialog(page, /hydrogen\.d\.ts$/);
    await eventually(async () => assert.equal(await activeTab(page), 'hydrogen.d.ts'));
    const written = await readFile(file, 'utf8');
    assert.match(written, /product: \{\s+Row: \{\s+id: string;/);
    await workbench().screenshot('types');
    await runCommand(page, 'View: Close Editor');
    await page.locator('.tab', { hasText: 'hydrogen.d.ts' }).waitFor({ state: 'detached' });
    await writeFile(file, written.replace(/"schema":"\w+"/, '"schema":"0000"'));
    await openFile(page, 'hydrogen.d.ts');
    const warning = page.locator('.part.editor .squiggly-warning');
    await warning.first().waitFor();
    await page.locator('.part.editor .view-line', { hasText: 'eslint-disable' }).click();
    const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'Generate TypeScript Types' });
    await eventually(async () => {
      await page.keyboard.press('Control+.');
      await fix.waitFor({ timeout: 5000 });
    });
    await workbench().screenshot('types moved on');
    await eventually(() => press(fix));
    await eventually(async () => assert.equal(await readFile(file, 'utf8'), written));
    await warning.waitFor({ state: 'detached' });
  });
});
