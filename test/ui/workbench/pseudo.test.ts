import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Frame, Page } from 'playwright-core';
import { installExtension } from '../../host/launcher/installExtension';
import { codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { pressInModal, readModal } from '../driver/messages';
import { answer, readQuickInput, runCommand } from '../driver/quickInput';
import { clickRow, openHydrogen, welcome } from '../driver/sidebar';
import { readStatusBar } from '../driver/statusBar';
import { webviewDocument, webviewFrame } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';
import { answersFor } from '../applications/addApplication';
import { openDocument, writeDocuments } from '../requests/requestsFixture';
import { useSandbox } from '../servers/useSandbox';
import { addPseudoLanguage, pseudo, pseudoText } from './pseudo';

/**
 * Runs inside the page. Finds the visible texts that are cut off, because they are wider or higher than their box.
 * Accents may exceed the height by 4 px.
 */
const cutOff = (selector: string) => `[...document.querySelectorAll(${JSON.stringify(selector)})]
  // The class is for text that only a screen reader reads.
  .filter(element => element.checkVisibility() && !element.classList.contains('unseen'))
  .filter(element => element.textContent.includes('［'))
  .filter(element => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const hides = value => value === 'hidden' || value === 'clip';
    return (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (hides(overflowY) && element.scrollHeight > element.clientHeight + 4);
  })
  .map(element => element.className + ': ' + element.textContent.slice(0, 200))`;

describe('in a language with longer words', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    locale: pseudo,
    install: async extensions => addPseudoLanguage(await installExtension('newest', extensions)),
    arrange: profile => writeDocuments(profile, { write: ['DELETE /hserve/v2.2/table/5004/record/1/'] }),
  });
  const says = async (where: Pick<Page | Frame, 'evaluate'>, selector: string) =>
    assert.deepEqual(await where.evaluate<string[]>(cutOff(selector)), []);
  const run = (title: string) => runCommand(workbench().page, `Hydrogen: ${pseudoText(title)}`);

  it('all texts of the first steps are readable', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await welcome(page).waitFor();
    await says(page, '.welcome-view-content *');
    await workbench().screenshot('pseudo welcome');
    await run('Get Started');
    await page.locator('.gettingStartedContainer .step-title').first().waitFor();
    await says(page, '.gettingStartedContainer .step-title, .getting-started-step.expanded *');
    await workbench().screenshot('pseudo walkthrough');
  });

  it('the steps of adding an application show their questions', async () => {
    const { page } = workbench();
    await run('Add Application…');
    const answers = answersFor(service().shop, 'Shop');
    for (const [index, text] of Object.values<string>({ ...answers }).entries()) {
      const title = `${pseudoText('Add Application')} (${index + 1}/5)`;
      await readQuickInput(page, title);
      await says(page, '.quick-input-widget *');
      await workbench().screenshot(`pseudo step ${index + 1}`);
      await answer(page, text, title);
    }
    await eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', /^Shop · ［/));
  });

  it('a question before a write shows all its buttons', async () => {
    const { page } = workbench();
    await openDocument(page, 'write');
    await codeLens(page, pseudoText('Send').slice(1, -1)).first().click();
    const { buttons } = await readModal(page);
    assert.ok(buttons.length > 2);
    await says(page, '.monaco-dialog-box *');
    await workbench().screenshot('pseudo guard');
    await pressInModal(page, 'Cancel');
  });

  it('a table shows its buttons, its menus and the types of its cells', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    const tables = ['Shop', pseudoText('Production'), pseudoText('Data Tables')];
    await clickRow(page, [...tables, 'note']);
    await webviewDocument(page).getByRole('gridcell').first().waitFor();
    const frame = await webviewFrame(page);
    await says(frame, 'button, [role=status], [role=toolbar] *');
    await workbench().screenshot('pseudo grid');
    await webviewDocument(page).locator('[data-row="0"] [data-name="text"]').click({ button: 'right' });
    await webviewDocument(page).getByRole('menuitem').first().waitFor();
    await says(frame, '[role=menu] *');
    await workbench().screenshot('pseudo grid menu');
  });
});
