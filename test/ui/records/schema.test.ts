import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeSettings, settingsEntry } from '../driver/arrangedSettings';
import { activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { pressInModal, readModal } from '../driver/messages';
import { answer } from '../driver/quickInput';
import { chooseFromMenu, clickRow, openHydrogen } from '../driver/sidebar';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';

const tables = ['Shop', 'Production', 'Data Tables'];

describe('the schema of a table in the workbench', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    settings: { 'files.autoSave': 'off' },
    arrange: profile => arrangeSettings(profile, { 'hydrogen.applications': [settingsEntry('Shop', service().shop)] }),
  });

  it('is edited as text, and shows its plan before it is saved', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, tables);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await chooseFromMenu(page, [...tables, 'note'], 'Edit Schema');
    await eventually(async () => assert.match(await activeText(page), /"fields"/));
    await workbench().screenshot('schema document');
    const description = page.locator('.part.editor .view-line', { hasText: '"description"' }).first();
    await description.click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(' of a note');
    await page.keyboard.press('Control+S');
    const plan = await readModal(page);
    await workbench().screenshot('schema plan');
    assert.match(JSON.stringify(plan), /text/);
    await pressInModal(page, 'Cancel');
  });

  it('asks for the name before a table is dropped', async () => {
    const { page } = workbench();
    await chooseFromMenu(page, [...tables, 'review'], 'Drop Table…');
    const question = await readModal(page);
    await workbench().screenshot('schema drop');
    assert.match(JSON.stringify(question), /review/);
    await pressInModal(page, 'Cancel');
  });
});
