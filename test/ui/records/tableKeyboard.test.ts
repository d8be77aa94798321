import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { useGate } from '../../host/suite/gate';
import { ofDialogs, ofLists, violations } from '../driver/accessibility';
import { arrangeSettings, settingsEntry } from '../driver/arrangedSettings';
import { activeTab, activeText, goToLine } from '../driver/editor';
import { eventually, plain } from '../driver/eventually';
import { expectFocus, pressUntil, runByKeyboard } from '../driver/keyboard';
import { expectNotification, notification, readModal } from '../driver/messages';
import {
  answer,
  answerFileDialog,
  cancelQuickInput,
  expectComplaint,
  expectPicks,
  expectQuickInput,
  pickRow,
  runCommand,
} from '../driver/quickInput';
import { statusBarItem } from '../driver/statusBar';
import { webviewDocument, webviewFrame } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';
import { focusTables } from './tableRows';

const rows = Array.from({ length: 1100 }, (_, at) => `T${at},Hat ${at},${at === 7 ? 'cheap' : at}`);
const title = 'Import hats.csv into product · Shop · Production';
// VS Code separates label, description and detail by commas in the accessible name, but not in the visible text.
const ofPicks = { ...ofLists, rules: [...ofLists.rules, 'label-content-name-mismatch'] };

describe('tables, with the keyboard', () => {
  const service = useSandbox();
  const gate = useGate(() => service().sandbox.origin);
  const workbench = useWorkbench({
    viewport: { width: 1400, height: 900 },
    settings: {
      'files.autoSave': 'off',
      'editor.autoClosingBrackets': 'never',
      'editor.autoClosingQuotes': 'never',
      'editor.quickSuggestions': false,
      'editor.suggestOnTriggerCharacters': false,
    },
    arrange: async profile => {
      await writeFile(path.join(profile.workspace, 'hats.csv'), ['sku,label,price', ...rows, ''].join('\n'));
      const { origin } = gate();
      const shop = settingsEntry('Shop', { ...service().shop, authUrl: origin, serverDomain: origin });
      await arrangeSettings(profile, { 'hydrogen.applications': [shop] });
    },
  });
  const keyboard = () => workbench().page.keyboard;
  const picture = (name: string) => workbench().screenshot(`table ${name}`);
  /** Presses a key until a button, a list entry or a menu entry has the focus, and then Enter. */
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

  describe('an import', () => {
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
      await expectNotification(page, 'hats.csv: Rows stored: 1099, already there: 0, rejected: 1.');
      await picture('report');
      // VS Code hides the notification after some seconds, but not in the notification centre.
      await runByKeyboard(page, 'Notifications: Show Notifications');
      await enter('Tab', 'Open Rejected Rows');
      await eventually(async () => assert.equal(await activeTab(page), 'hats.rejected.csv'));
      const rejected = 'sku,label,price,import_error\nT7,Hat 7,cheap,price must be of type number.\n';
      await eventually(async () => assert.equal(await activeText(page), rejected));
      await picture('rejected rows');
      assert.equal(await page.evaluate<number>('globalThis.pointed'), 0);
    });
  });

  describe('the schema', () => {
    let questions = 0;
    const focusFirstRow = async () => {
      await runCommand(workbench().page, 'Hydrogen: Focus on Applications View');
      await keyboard().press('Home');
    };
    /** Moves the focus to a tree row, and chooses an entry of its context menu. */
    const choose = async (row: string, entry: string) => {
      await pressUntil(workbench().page, 'ArrowDown', row);
      await keyboard().press('Shift+F10');
      await workbench().page.locator('.monaco-menu').waitFor();
      await enter('ArrowDown', entry);
    };
    /** Waits for the next question, checks its accessibility, and presses a button. Returns the texts of the question. */
    const asked = async (button: string) => {
      const { page } = workbench();
      const modal = await readModal(page);
      assert.deepEqual(await violations(page, '.monaco-dialog-box', ofDialogs), []);
      await picture(`question ${++questions}`);
      const box = await page.locator('.monaco-dialog-box').elementHandle();
      await enter('Tab', button);
      await box?.waitForElementState('hidden');
      return modal;
    };
    /** Waits until the saved document matches a pattern, and returns its lines. */
    const schemaLines = (expected: RegExp) =>
      eventually(async () => {
        const { page } = workbench();
        assert.equal(await activeTab(page), 'note · Production.schema.json');
        assert.equal(await page.locator('.tab.active.dirty').count(), 0);
        const text = await activeText(page);
        assert.match(text, expected);
        return text.split('\n');
      });

    it('shows the plan of a new column before it is added', async () => {
      const { page } = workbench();
      await focusFirstRow();
      await choose('note', 'Edit Schema');
      const lines = await schemaLines(/"fields": \[/);
      await goToLine(page, lines.findIndex(line => line.includes('"fields": [')) + 2);
      await keyboard().type('{ "name": "stars", "type": "integer" },');
      await picture('new column');
      await keyboard().press('Control+S');
      const { message, detail } = await asked('Save');
      assert.equal(message, 'Save the schema of note to Shop · Production?');
      assert.equal(detail, 'Add the column stars: {"type":"integer"}');
      const guard = await asked('Save');
      assert.equal(guard.message, 'Save to Shop · Production: the schema of note?');
      assert.match(guard.detail, /PUT [^]*"stars"/);
      await statusBarItem(page, /Written \d+ ms after it was compared/).waitFor();
    });

    it('asks for the name of a removed column, with the number of its values', async () => {
      const { page } = workbench();
      // The save has formatted the typed line: each property now has its own line.
      const lines = await schemaLines(/^ {8}"name": "stars",$[^]*"text"/m);
      const ends = lines.flatMap((line, at) => (/^ {6}\},?$/.test(line) ? [at] : []));
      assert.equal(ends.length, 2);
      // Selects from the closing brace of the first column to that of the second one.
      await goToLine(page, (ends[0] ?? 0) + 1, (ends[1] ?? 0) + 1);
      await keyboard().type('}');
      await keyboard().press('Control+S');
      const { message, detail } = await asked('Type the Name…');
      assert.equal(message, 'Drop the column text of note in Shop · Production?');
      assert.equal(detail, 'Records with a value in it: 6. These values are lost and cannot be restored.');
      await expectComplaint(page, 'test', 'The name does not match. Nothing was sent.');
      assert.deepEqual(await violations(page, '.quick-input-widget', ofLists), []);
      await picture('name of the column');
      await answer(page, 'text', 'Shop · Production');
      assert.equal((await asked('Save')).detail, 'Drop the column text with all its values');
      await asked('Save');
      await eventually(async () => assert.doesNotMatch(await activeText(page), /"text"/));
      await schemaLines(/"stars"/);
    });

    it('asks for the name of a dropped table', async () => {
      const { page } = workbench();
      await focusFirstRow();
      await choose('review', 'Drop Table…');
      assert.equal((await asked('Type the Name…')).message, 'Drop the table review in Shop · Production?');
      await expectComplaint(page, 'note', 'The name does not match. Nothing was sent.');
      await cancelQuickInput(page);
    });
  });
});
