import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeShop } from '../driver/arrangedSettings';
import { codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { cellShows, goToCell, grid, isOnCell } from '../driver/grid';
import { expectFocus } from '../driver/keyboard';
import { clearNotifications, expectNotification, notification, pressInModal, readModal } from '../driver/messages';
import { press } from '../driver/press';
import { answer, cancelQuickInput, pick, readQuickInput } from '../driver/quickInput';
import { readAloud } from '../driver/readingOrder';
import { chooseFromMenu, clickRow, expand, openHydrogen, pressRowAction } from '../driver/sidebar';
import type { PageElement } from '../driver/pageElement';
import { webviewDocument, webviewFrame } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';
import { openDocument, responseShows, writeDocuments } from '../requests/requestsFixture';
import { useSandbox } from '../servers/useSandbox';

const tables = ['Shop', 'Production', 'Data Tables'];
const request = [
  '### Groups',
  'GET /hserve/v1/content/group/',
  '',
  '### Write',
  'POST /hserve/v2.2/table/note/record/',
];

describe('the reading order of a screen reader', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    settings: { 'editor.accessibilitySupport': 'on', 'files.autoSave': 'off' },
    arrange: async profile => {
      await arrangeShop(profile, service().shop);
      await writeDocuments(profile, { groups: request });
    },
  });

  it('presents the name, position and level of each row in the tree', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, tables);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await expand(page, ...tables);
    const { clientId } = service().shop;
    await eventually(async () => {
      const rows = await readAloud(page, '.part.sidebar', ['treeitem']);
      const places = await page
        .locator('.part.sidebar [role=treeitem]')
        .evaluateAll((all: PageElement[]) =>
          all.map(row => [row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize')].join(' of ')),
        );
      assert.deepEqual(
        rows.map(({ level, name }, index) => `${level} ${name}: ${places[index]}`),
        [
          `1 Shop, ${clientId}: 1 of 1`,
          '2 Production environment, selected: 1 of 2',
          '3 Content Library: 1 of 5',
          '3 Data Tables, 6: 2 of 5',
          '4 _userprofile, 4998 · built-in: 1 of 6',
          '4 _richtextcontent, 4999 · built-in: 2 of 6',
          '4 product, 5001: 3 of 6',
          '4 store, 5002: 4 of 6',
          '4 review, 5003: 5 of 6',
          '4 note, 5004: 6 of 6',
          '3 Cloud Functions: 3 of 5',
          '3 Orders, sign in to see them: 4 of 5',
          '3 User, not signed in: 5 of 5',
          '2 Test environment, Staging: 2 of 2',
        ],
      );
    });
  });

  it('returns the focus to a row after a question and a dialog', async () => {
    const { page } = workbench();
    await pressRowAction(page, [...tables, 'product'], 'Filter…');
    await readQuickInput(page, 'Filter product');
    await cancelQuickInput(page);
    await expectFocus(page, 'Data Tables');
    await page.keyboard.press('Home');
    await expectFocus(page, 'Shop');
    await chooseFromMenu(page, ['Shop'], 'Remove Application');
    await readModal(page);
    await page.keyboard.press('Escape');
    await expectFocus(page, 'Shop');
  });

  it('presents the text of a request document, its lenses, and its response', async () => {
    const { page } = workbench();
    await openDocument(page, 'groups');
    await codeLens(page, 'Send · Shop · Production').last().waitFor();
    const read = () => readAloud(page, '.editor-group-container.active .editor-instance', ['textbox', 'button']);
    const [text, ...lenses] = await eventually(async () => {
      const spoken = await read();
      assert.equal(spoken.length, 9);
      return spoken;
    });
    assert.match(text?.name ?? '', /^groups\.hydrogen\.http/);
    assert.equal(text?.value, `${request.join('\n')}\n`);
    const each = ['Copy as…', 'Compare…'];
    assert.deepEqual(
      lenses.map(({ role, name }) => `${role} ${name}`),
      ['Send · Shop · Production', 'Send All', ...each, 'Send · Shop · Production', 'Send to Here', ...each].map(
        name => `button ${name}`,
      ),
    );
    await codeLens(page, 'Send · Shop · Production').first().click();
    await responseShows(page, 'HTTP 200');
    await expectFocus(page, 'groups.hydrogen.http');
    await page.keyboard.press('Control+2');
    await eventually(async () => {
      const [response] = await read();
      assert.ok(response?.isFocused);
      assert.match(response.name, /^Groups · Production,/);
      assert.match(response.value, /^HTTP 200 OK\n# GET \/hserve\/v1\/content\/group\/\n/);
    });
    await page.keyboard.press('Control+1');
  });

  it('presents the buttons of a grid, its column names, then each row with its number', async () => {
    const { page } = workbench();
    await clickRow(page, [...tables, 'product']);
    await cellShows(page, 0, 'sku', 'SKU-0000060');
    const spoken = await webviewDocument(page).locator('body').ariaSnapshot();
    const lines = spoken.split('\n').map(line => line.trim());
    const order = [
      '- button "New Record"',
      '- button "Columns…"',
      '- button "Open as Text"',
      '- status: 1–60 of 60',
      '- grid "Records":',
      '- columnheader "id"',
      '- columnheader "sku"',
      '- rowheader "1"',
      '- gridcell "SKU-0000060"',
      '- rowheader "2"',
      '- gridcell "SKU-0000059"',
    ].map(line => lines.indexOf(line));
    assert.ok(!order.includes(-1), spoken);
    assert.deepEqual(
      order,
      [...order].sort((one, other) => one - other),
    );
    await isInOrder();
  });

  it('stays correct in a grid that was scrolled and sorted', async () => {
    const { page } = workbench();
    await goToCell(page, 1, 'sku');
    // Scrolls without moving the focus: the focused row leaves the viewport, but keeps its position in the order.
    await webviewDocument(page).locator('.scroller').evaluate('document.querySelector(".scroller").scrollTop = 600');
    await eventually(async () => assert.ok((await isInOrder()).includes(31)));
    assert.deepEqual((await isInOrder()).slice(0, 2), [1, 3]);
    await page.keyboard.press('Control+End');
    await isOnCell(page, 59, 'updated_at');
    await eventually(async () => assert.equal((await isInOrder()).at(-1), 61));
    await page.keyboard.press('Control+Home');
    await isOnCell(page, 0, 'id');
    await eventually(async () => assert.deepEqual((await isInOrder()).slice(0, 3), [1, 2, 3]));
    await grid(page).getByRole('columnheader', { name: 'sku' }).click();
    await cellShows(page, 0, 'sku', 'SKU-0000001');
    assert.equal(await grid(page).getByRole('columnheader', { name: 'sku' }).getAttribute('aria-sort'), 'ascending');
    assert.deepEqual((await isInOrder()).slice(0, 3), [1, 2, 3]);
  });

  it('presents the changes of a save: their file, both sides, and the question', async () => {
    const { page } = workbench();
    await clickRow(page, [...tables, 'note']);
    await cellShows(page, 0, 'text', '私人便笺 Private note 6');
    await goToCell(page, 0, 'text');
    await page.keyboard.type('New');
    await page.keyboard.press('Enter');
    await isOnCell(page, 1, 'text');
    await page.keyboard.press('Control+S');
    const { message } = await readModal(page);
    await pressInModal(page, 'Show Changes');
    await readQuickInput(page, message);
    // No earlier step, such as sorting, has shown an error.
    assert.deepEqual(await notification(page, /./).allTextContents(), []);
    const sides = page.locator('.part.editor .monaco-diff-editor .view-line', { hasText: '"text"' });
    await eventually(async () => assert.equal(await sides.count(), 2));
    const question = await readAloud(page, '.quick-input-widget', ['textbox', 'option']);
    assert.deepEqual(
      question.map(({ name, isFocused }) => `${name}${isFocused ? ', with the keyboard' : ''}`),
      [`Read the text in the editor below, then choose - ${message}, with the keyboard`, 'Cancel', 'Save'],
    );
    const tab = await readAloud(page, '.editor-group-container.active .tab.active', ['tab']);
    assert.match(tab[0]?.name ?? '', /^Changes for Shop · Production \(1 file\)/);
    const heard = await readAloud(page, '.editor-group-container.active .editor-instance', ['button', 'textbox']);
    const names = heard.map(({ role, name }) => (role === 'textbox' ? role : name)).filter(name => name !== '');
    const unchanged = 'Click or drag to show more below';
    assert.match(names[0] ?? '', /^\/“私人便笺 Private note 6” \(\w+\)\.json$/);
    assert.deepEqual(names.slice(1), ['textbox', unchanged, 'textbox', unchanged]);
    assert.match(heard.filter(({ role }) => role === 'textbox').at(-1)?.value ?? '', /"text": "New"/);
  });

  it('returns the focus to a cell after a list', async () => {
    const { page } = workbench();
    await pick(page, 'Cancel');
    await isOnCell(page, 1, 'text');
    await expectNotification(page, 'Nothing was written.');
    await clearNotifications(page);
    await isOnCell(page, 1, 'text');
    await eventually(() => press(webviewDocument(page).getByRole('button', { name: 'Columns…' })));
    await readQuickInput(page, 'Columns');
    await cancelQuickInput(page);
    await isOnCell(page, 1, 'text');
  });

  /**
   * Checks the order and number of the grid rows, and that their cells match the header columns. Returns the row
   * indexes.
   */
  async function isInOrder(): Promise<number[]> {
    const rows = await (
      await webviewFrame(workbench().page)
    ).evaluate<[number, string, string][]>(
      `[...document.querySelectorAll('[role=grid] [role=row]')].map(row => [
        Number(row.getAttribute('aria-rowindex')),
        row.querySelector('[role=rowheader]')?.textContent ?? '',
        [...row.cells].map(cell => cell.getAttribute('aria-colindex')).join(),
      ])`,
    );
    const indexes = rows.map(([index]) => index);
    assert.deepEqual(
      indexes,
      [...indexes].sort((one, other) => one - other),
    );
    for (const [index, number, columns] of rows) {
      assert.equal(number, index === 1 ? '' : String(index - 1));
      assert.equal(columns, rows[0]?.[2]);
    }
    return indexes;
  }
});
