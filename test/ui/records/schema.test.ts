import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ofDialogs, ofLists, violations } from '../driver/accessibility';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeTab, activeText, goToLine } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { pressUntil } from '../driver/keyboard';
import { readModal } from '../driver/messages';
import { answer, cancelQuickInput, expectComplaint, runCommand } from '../driver/quickInput';
import { statusBarItem } from '../driver/statusBar';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';
import { focusTables } from './tableRows';

describe('the schema of a table, with the keyboard', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    viewport: { width: 1400, height: 900 },
    settings: {
      'files.autoSave': 'off',
      'editor.autoClosingBrackets': 'never',
      'editor.autoClosingQuotes': 'never',
      'editor.quickSuggestions': false,
      'editor.suggestOnTriggerCharacters': false,
    },
    arrange: profile => arrangeShop(profile, service().shop),
  });
  const keyboard = () => workbench().page.keyboard;
  let questions = 0;
  const picture = (name: string) => workbench().screenshot(`schema ${name}`);
  /** Presses a key until a button, a list entry or a menu entry has the focus, and then Enter. */
  const enter = async (key: string, name: string) => {
    await pressUntil(workbench().page, key, name);
    await keyboard().press('Enter');
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
    await focusTables(page, service().shop.clientSecret);
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
    await runCommand(page, 'Hydrogen: Focus on Applications View');
    await keyboard().press('Home');
    await choose('review', 'Drop Table…');
    assert.equal((await asked('Type the Name…')).message, 'Drop the table review in Shop · Production?');
    await expectComplaint(page, 'note', 'The name does not match. Nothing was sent.');
    await cancelQuickInput(page);
  });
});
