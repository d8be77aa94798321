import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { useGate } from '../../host/suite/gate';
import { ofDialogs, ofLists, violations } from '../driver/accessibility';
import { arrangeSettings, settingsEntry } from '../driver/arrangedSettings';
import { activeTab, activeText } from '../driver/editor';
import { eventually, plain } from '../driver/eventually';
import { expectFocus, pressUntil, runByKeyboard } from '../driver/keyboard';
import { notification, readModal } from '../driver/messages';
import { answerFileDialog, expectPicks, expectQuickInput, pickRow } from '../driver/quickInput';
import { webviewDocument, webviewFrame } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';
import { focusTables } from './tableRows';

const rows = Array.from({ length: 1100 }, (_, at) => `T${at},Hat ${at},${at === 7 ? 'cheap' : at}`);
const title = 'Import hats.csv into product · Shop · Production';
// VS Code separates label, description and detail by commas in the accessible name, but not in the visible text.
const ofPicks = { ...ofLists, rules: [...ofLists.rules, 'label-content-name-mismatch'] };

describe('an import into a table, with the keyboard', () => {
  const service = useSandbox();
  const gate = useGate(() => service().sandbox.origin);
  const workbench = useWorkbench({
    viewport: { width: 1400, height: 900 },
    arrange: async profile => {
      await writeFile(path.join(profile.workspace, 'hats.csv'), ['sku,label,price', ...rows, ''].join('\n'));
      const { origin } = gate();
      const shop = settingsEntry('Shop', { ...service().shop, authUrl: origin, serverDomain: origin });
      await arrangeSettings(profile, { 'hydrogen.applications': [shop] });
    },
  });
  const keyboard = () => workbench().page.keyboard;
  const picture = (name: string) => workbench().screenshot(`import ${name}`);
  /** Presses a key until a button or an entry has the focus, and then Enter. */
  const enter = async (key: string, name: string) => {
    await pressUntil(workbench().page, key, name);
    await keyboard().press('Enter');
  };

  before(() =>
    workbench().page.evaluate(`{
      globalThis.pointed = 0;
      for (const type of ['pointerdown', 'mousedown']) addEventListener(type, () => globalThis.pointed++, true);
    }`),
  );

  it('begins in the menu of a table', async () => {
    const { page } = workbench();
    await focusTables(page, service().shop.clientSecret);
    await pressUntil(page, 'ArrowDown', 'product');
    await keyboard().press('Shift+F10');
    await page.locator('.monaco-menu').waitFor();
    await pressUntil(page, 'ArrowDown', 'Import and Export');
    await keyboard().press('ArrowRight');
    await enter('ArrowDown', 'Import…');
    await answerFileDialog(page, path.join(workbench().profile.workspace, 'hats.csv'));
    await expectPicks(page, ['Continue', 'sku', 'label', 'price']);
  });

  it('shows which columns are imported, and takes another one', async () => {
    const { page } = workbench();
    await expectQuickInput(page, { title, placeholder: /^Check which column goes where/ });
    await enter('ArrowDown', 'label');
    await expectQuickInput(page, { title, placeholder: 'Choose the column for label' });
    await enter('ArrowDown', 'name');
    await expectPicks(page, ['Continue', 'sku', 'label', 'price']);
    await eventually(async () => assert.match(plain(await pickRow(page, 'label').textContent()), /→ name\s+string/));
    assert.deepEqual(await violations(page, '.quick-input-widget', ofPicks), []);
    await picture('columns');
    await enter('ArrowDown', 'Continue');
  });

  it('previews the rows, and shows an error in the cell', async () => {
    const { page } = workbench();
    await expectPicks(page, ['Import 1099 Rows', 'Show Preview', 'Change Columns…']);
    await expectQuickInput(page, { title, placeholder: 'Rows: 1100, with errors: 1' });
    await enter('ArrowDown', 'Show Preview');
    const document = webviewDocument(page);
    // axe-core would need minutes for all rows.
    const rest = { elements: ['tbody tr:nth-child(n + 20)'] };
    assert.equal(await document.locator('td.wrong').innerText(), 'cheap\n✗ price must be of type number.');
    assert.equal(await document.locator('tbody tr').count(), 1000);
    await expectQuickInput(page, { title });
    assert.deepEqual(await violations(await webviewFrame(page), 'html', rest), []);
    assert.deepEqual(await violations(page, '.quick-input-widget', ofPicks), []);
    await picture('preview');
    // F6 moves the focus into the preview. Tab moves over its errors and back to the question.
    await expectFocus(page, 'Import 1099 Rows');
    await keyboard().press('F6');
    const isInPreview = () => page.evaluate<boolean>(`document.activeElement.matches('iframe.webview')`);
    await eventually(async () => assert.ok(await isInPreview()));
    await pressUntil(page, 'Tab', 'Import 1099 Rows');
  });

  it('asks with the exact request, shows progress, and reports the rejected row', async () => {
    const { page } = workbench();
    const [first, second] = [gate().hold('POST'), gate().hold('POST')];
    await enter('ArrowDown', 'Import 1099 Rows');
    const { message, detail } = await readModal(page);
    assert.equal(message, 'Import 1099 rows into product in Shop · Production?');
    assert.match(
      detail,
      /Requests: 2, new records: 1099\. The first request:[^]*\[\{"sku":"T0","name":"Hat 0","price":0\b/,
    );
    assert.deepEqual(await violations(page, '.monaco-dialog-box', ofDialogs), []);
    await picture('question');
    await enter('Tab', 'Import');
    await first.arrived;
    first.release();
    await second.arrived;
    await notification(page, /Importing hats\.csv….*1000 \/ 1100 rows, \d+ a second/).waitFor();
    assert.deepEqual(await violations(page, '.notifications-toasts .notification-list-item-message'), []);
    await picture('progress');
    second.release();
    await notification(page, 'hats.csv: Rows stored: 1099, already there: 0, rejected: 1.').waitFor();
    await picture('report');
    await runByKeyboard(page, 'Notifications: Focus Notification Toast');
    await enter('Tab', 'Open Rejected Rows');
    await eventually(async () => assert.equal(await activeTab(page), 'hats.rejected.csv'));
    const rejected = 'sku,label,price,import_error\nT7,Hat 7,cheap,price must be of type number.\n';
    await eventually(async () => assert.equal(await activeText(page), rejected));
    await picture('rejected rows');
    assert.equal(await page.evaluate<number>('globalThis.pointed'), 0);
  });
});
