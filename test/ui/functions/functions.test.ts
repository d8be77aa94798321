import assert from 'node:assert/strict';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { callerOf } from '../../unit/sandbox/fixture';
import { activeTab, activeText, codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { pressInModal, readModal } from '../driver/messages';
import { answer, cancelQuickInput, openFile, pick, quickInput, readQuickInput, runCommand } from '../driver/quickInput';
import { chooseFromMenu, clickRow, expand, openHydrogen } from '../driver/sidebar';
import { statusBarItem, statusMessage } from '../driver/statusBar';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';
import { arrangeFunction, functionsPath } from './functionFixture';

const functions = ['Shop', 'Production', 'Cloud Functions'];
const row = [...functions, 'counts'];
const code = `exports.main = async event => {
  const count = await new BaaS.TableObject('product').count();
  console.log('counted', event.data);
  return { count };
};
`;

/** An expression for the badge of the row `counts`. VS Code draws the badge as CSS content, so it is not in the DOM. */
const mark = `getComputedStyle([...document.querySelectorAll('.part.sidebar .monaco-icon-label')].find(
  label => label.querySelector('.label-name')?.textContent === 'counts'), '::after').content`;

describe('cloud functions', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    with: ['javascript', 'ms-vscode.js-debug'],
    viewport: { width: 1400, height: 900 },
    settings: { 'files.autoSave': 'off' },
    arrange: async profile => {
      await writeFile(path.join(profile.workspace, 'wrong.event.json'), '{ "subject": "nobody",\n"Records": [] }');
      await writeFile(path.join(profile.workspace, 'foreign.event.json'), '{ "Records": [], }');
      await arrangeFunction(profile, service().shop, code);
    },
  });
  const deployed = async () => {
    const call = await callerOf(service().shop);
    return (await call.json<{ function_code: string }>(`GET ${functionsPath}counts/`)).function_code;
  };
  const local = () => readFile(path.join(workbench().profile.workspace, 'functions', 'counts', 'index.js'), 'utf8');
  const line = (text: string) => workbench().page.locator('.part.editor .view-line', { hasText: text }).first();
  /** Types a comment at the end of the line with `return`, and saves. */
  const edit = async (comment: string) => {
    const { page } = workbench();
    await line('return').click();
    await page.keyboard.press('End');
    await page.keyboard.type(` // ${comment}`);
    await page.keyboard.press('Control+S');
    await eventually(async () => assert.ok((await local()).includes(comment)));
    await page.locator('.tab.active:not(.dirty)').waitFor();
  };
  const variable = (spoken: RegExp) => workbench().page.locator('.debug-pane').getByRole('treeitem', { name: spoken });
  const marked = (expected: RegExp) =>
    eventually(async () => assert.match(await workbench().page.evaluate<string>(mark), expected));

  it('are added to the workspace from the tree, with lenses above their entry', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, functions);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await expand(page, ...functions);
    await chooseFromMenu(page, row, 'Add to Workspace…');
    await eventually(async () => assert.equal(await activeTab(page), 'index.js'));
    assert.equal(await local(), code);
    for (const title of ['Run', 'Debug', 'Deploy…']) await codeLens(page, title).waitFor();
    await workbench().screenshot('functions lenses');
  });

  it('have lenses as long as hydrogen.json names their folder', async () => {
    const { page, profile } = workbench();
    const settings = path.join(profile.workspace, 'hydrogen.json');
    await rename(settings, `${settings}.old`);
    await codeLens(page, 'Run').waitFor({ state: 'detached' });
    await rename(`${settings}.old`, settings);
    await codeLens(page, 'Run').waitFor();
  });

  it('run after one question, and show their value with their log', async () => {
    const { page } = workbench();
    await codeLens(page, 'Run').click();
    assert.equal((await readModal(page)).message, 'Run counts on this machine?');
    await pressInModal(page, 'Run');
    await eventually(async () => assert.match(await activeTab(page), /^counts \d+\.jsonc$/));
    assert.match(await activeText(page), /"count": 60\n[^]*\n\/\/ .* LOG counted \{\}/);
    await workbench().screenshot('functions run');
  });

  it('have events whose wrong fields are marked, in a folder of any name', async () => {
    const { page } = workbench();
    const problems = (errorsAndWarnings: RegExp) =>
      page.locator('[id="status.problems"]', { hasText: errorsAndWarnings }).waitFor();
    await runCommand(page, 'View: Show Explorer');
    await clickRow(page, ['wrong.event.json']);
    await problems(/0\s*2/);
    // This event belongs to another service. Its trailing comma is an error, which shows that the file was checked.
    await clickRow(page, ['foreign.event.json']);
    await problems(/1\s*0/);
    await openHydrogen(page);
  });

  it('stop at a breakpoint with their variables, and show their value afterwards', async () => {
    const { page } = workbench();
    await openFile(page, 'index.js');
    await line('console.log').click();
    await page.keyboard.press('F9');
    await page.locator('.part.editor .codicon-debug-breakpoint').first().waitFor();
    await codeLens(page, 'Debug').click();
    await page.locator('.part.editor .debug-top-stack-frame-line').first().waitFor();
    // The debugger redraws the list while it reads the scopes, so a click may be lost.
    await eventually(async () => {
      await variable(/^Scope Local/).click();
      await page.keyboard.press('ArrowRight');
      await variable(/^count, value 60/).waitFor({ timeout: 10_000 });
    });
    await workbench().screenshot('functions breakpoint');
    await page.keyboard.press('F5');
    await eventually(async () => assert.match(await activeTab(page), /^counts \d+\.jsonc$/));
    assert.match(await activeText(page), /"count": 60/);
  });

  it('are marked in the tree when their file changes, until they are deployed', async () => {
    const { page } = workbench();
    await openFile(page, 'index.js');
    await openHydrogen(page);
    await marked(/none/);
    await edit('changed here');
    await marked(/↑/);
    await workbench().screenshot('functions changed here');
    await codeLens(page, 'Deploy…').click();
    assert.equal((await readModal(page)).message, 'Deploy counts to Shop · Production?');
    await pressInModal(page, 'Deploy');
    await statusBarItem(page, /Written \d+ ms after it was compared/).waitFor();
    assert.equal(await deployed(), await local());
    await marked(/none/);
  });

  it('are compared with the code of somebody else before anything is sent', async () => {
    const { page } = workbench();
    const call = await callerOf(service().shop);
    await edit('mine');
    await marked(/↑/);
    const theirs = code.replace('counted', 'somebody else');
    await call.json(`PATCH ${functionsPath}counts/`, { body: { function_code: theirs } }, 202);
    await codeLens(page, 'Deploy…').click();
    const { message } = await readModal(page);
    assert.equal(message, 'counts in Shop · Production has other code than expected.');
    await workbench().screenshot('functions conflict');
    await pressInModal(page, 'Compare');
    await readQuickInput(page, message);
    await page.locator('.part.editor .monaco-diff-editor').nth(1).waitFor();
    await workbench().screenshot('functions three way');
    await pick(page, 'Keep Theirs');
    await statusMessage(page, 'counts has the deployed code of Shop · Production now');
    assert.deepEqual([await local(), await deployed()], [theirs, theirs]);
    await marked(/none/);
  });

  it('have versions on this machine', async () => {
    const { page } = workbench();
    await openFile(page, 'index.js');
    await runCommand(page, 'Hydrogen: Function Versions…');
    await readQuickInput(page, 'Versions of counts, Shop · Production');
    for (const origin of ['deployed here', 'read']) await quickInput(page).getByText(origin, { exact: true }).waitFor();
    await workbench().screenshot('functions versions');
    await cancelQuickInput(page);
  });

  it('are rolled back to a version after a comparison', async () => {
    const { page } = workbench();
    const replaced = await deployed();
    await runCommand(page, 'Hydrogen: Function Versions…');
    await readQuickInput(page, 'Versions of counts, Shop · Production');
    // The newest version was deployed by somebody else. The version before it was deployed here.
    await quickInput(page).getByText('deployed here', { exact: true }).first().click();
    await readQuickInput(page, 'Deploy this version of counts to Shop · Production?');
    await page.locator('.part.editor .monaco-diff-editor').first().waitFor();
    await workbench().screenshot('functions roll back');
    await pick(page, 'Roll Back');
    assert.equal((await readModal(page)).message, 'Deploy counts to Shop · Production?');
    await pressInModal(page, 'Deploy');
    await eventually(async () =>
      assert.equal(await deployed(), code.replace('{ count };', '{ count }; // changed here')),
    );
    assert.notEqual(await deployed(), replaced);
    await marked(/↓/);
  });
});
