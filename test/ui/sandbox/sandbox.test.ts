import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { contentPath } from '../explorer/contentTree';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import {
  clearNotifications,
  expectNotification,
  notification,
  pressInModal,
  pressInNotification,
  readModal,
} from '../driver/messages';
import {
  answer,
  answerFileDialog,
  answerSaveDialog,
  cancelQuickInput,
  pick,
  readQuickInput,
  runCommand,
} from '../driver/quickInput';
import {
  type TreeRow,
  chooseFromMenu,
  chooseFromViewMenu,
  clickRow,
  collapse,
  expand,
  openHydrogen,
  pressRowAction,
  readMenu,
  readTree,
  treeRow,
  welcome,
} from '../driver/sidebar';
import { readStatusBar, statusMessage, type StatusBarItem } from '../driver/statusBar';
import { useWorkbench } from '../driver/workbench';

const shop = 'Sandbox Shop';
const requests = [shop, 'Requests'];
const group = contentPath(shop, 'Production', '商品 Products');

/** Returns the visible rows of the request log, newest first. */
async function readRequests(page: Page): Promise<TreeRow[]> {
  return (await readTree(page)).filter(
    ({ level, label }) => level === 3 && /^(\d+|no response) · [A-Z]+ …?\//.test(label),
  );
}

function newestIs(page: Page, label: RegExp, description: RegExp): Promise<TreeRow | undefined> {
  return eventually(async () => {
    const [row] = await readRequests(page);
    assert.match(row?.label ?? '', label);
    assert.match(row?.description ?? '', description);
    return row;
  });
}

async function chooseFault(page: Page, label: string): Promise<void> {
  await chooseFromMenu(page, [shop], 'Sandbox', 'Simulate Failures in the Sandbox…');
  await pick(page, label);
  await statusMessage(page, `Sandbox: ${label}`);
}

describe('the sandbox in the tree', () => {
  const workbench = useWorkbench({ viewport: { width: 1280, height: 1000 } });

  it('keeps the focus in a document that is opened while it starts', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await welcome(page).getByRole('button', { name: 'Try the Local Sandbox' }).click();
    const contentLibrary = page.locator('.part.sidebar [role=treeitem].selected', { hasText: 'Content Library' });
    // The command has begun.
    await notification(page, 'Starting the local sandbox…').or(contentLibrary).first().waitFor();
    await runCommand(page, 'File: New Untitled Text File');
    await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await contentLibrary.waitFor();
    await page.keyboard.type('written meanwhile');
    await eventually(async () => assert.equal(await activeText(page), 'written meanwhile'));
  });

  it('shows requests as they arrive', async () => {
    const { page } = workbench();
    await eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', /36\d days$/));
    await expand(page, ...requests);
    await runCommand(page, 'Hydrogen: Verify Token');
    await newestIs(page, /^200 · GET …\/server\/time\/$/, /^\d+ ms · Production · \/oserve\/v[\d.]+$/);
    // The request log is below the first application only, after its environments.
    const rows = (await readTree(page)).filter(({ level }) => level === 2).map(({ label }) => label);
    assert.equal(rows.filter(label => label === 'Requests').length, 1);
    assert.ok(rows.indexOf('Requests') > rows.indexOf('Staging'));
    await expand(page, shop, 'Staging', 'Content Library');
    const newest = await newestIs(page, /^200 · GET …\/content\/group\/$/, /^\d+ ms · Staging · \/hserve\/v1$/);
    assert.match(newest?.spoken ?? '', /^200 · GET \/hserve\/\S+, \d+ milliseconds?, Staging/);
    await workbench().screenshot('sandbox requests');
    await collapse(page, shop, 'Staging');
    await collapse(page, shop, 'Production');
  });

  it('opens a request with its response, without any credential', async () => {
    const { page } = workbench();
    const authorization = (await readRequests(page)).find(({ label }) => /access_token/.test(label));
    assert.ok(authorization);
    assert.match(authorization.description, /^\d+ ms · \/api$/);
    await clickRow(page, [...requests, authorization.label]);
    await eventually(async () => assert.equal(await activeTab(page), 'POST access_token · 200.json'));
    const text = await eventually(async () => {
      const shown = await activeText(page);
      const { request, response } = JSON.parse(shown) as { request: { body: unknown }; response: { body: unknown } };
      assert.match(JSON.stringify(request.body), /client_secret/);
      assert.match(JSON.stringify(response.body), /"access_token":"•••"/);
      return shown;
    });
    assert.doesNotMatch(text, /[A-Za-z0-9]{32,}/);
    await workbench().screenshot('sandbox exchange');
  });

  it('fails once on request, and the list can be read again', async () => {
    const { page } = workbench();
    await chooseFault(page, 'Respond with 500');
    await expand(page, ...group);
    const failed = await eventually(async () => {
      const row = (await readTree(page)).find(({ spoken }) => /^Could not be read: /.test(spoken));
      assert.ok(row);
      return row;
    });
    await newestIs(page, /^500 · .*content\/category/, / ms/);
    await workbench().screenshot('sandbox fault');
    await clickRow(page, [...group, failed.label]);
    await treeRow(page, ...group, '服装 Clothing');
    await newestIs(page, /^200 · .*content\/category/, / ms/);
    await collapse(page, shop, 'Production');
  });

  it('lets tokens expire, and the next call renews them', async () => {
    const { page } = workbench();
    await chooseFromMenu(page, [shop], 'Sandbox', 'Expire Sandbox Tokens');
    await statusMessage(page, `The access tokens of ${shop} have expired in the sandbox`);
    await runCommand(page, 'Hydrogen: Verify Token');
    await expectNotification(page, 'authorized again. The token is valid');
    await newestIs(page, /^200 · .*\/server\/time\//, / ms/);
    assert.ok((await readRequests(page)).some(({ label }) => label.startsWith('401 · ')));
  });

  it('moves its clock, and the status bar changes to a warning and an error', async () => {
    const { page } = workbench();
    const shows = (text: RegExp, kind: StatusBarItem['kind']) =>
      eventually(async () => {
        const [line] = await readStatusBar(page);
        assert.match(line?.text ?? '', text);
        assert.equal(line?.kind, kind);
      });
    const move = () => runCommand(page, 'Hydrogen: Move the Sandbox’s Clock…');
    await shows(/36\d days$/, 'standard');
    await move();
    await pick(page, 'Until 5 minutes before the access token expires');
    await expectNotification(page, 'The sandbox’s clock shows');
    await shows(/ [45] min$/, 'warning');
    await clearNotifications(page);
    await move();
    await pick(page, 'Another time…');
    await answer(page, '2 weeks', 'Move the Sandbox’s Clock');
    await answer(page, '1 h', { message: /Enter a number and a unit/ });
    await expectNotification(page, 'The sandbox’s clock shows');
    await shows(/expired$/, 'error');
    await workbench().screenshot('sandbox clock');
  });

  it('saves its state, and loads it again', async () => {
    const { page, profile } = workbench();
    const file = path.join(profile.workspace, 'sandbox.json');
    await chooseFromMenu(page, [shop], 'Sandbox', 'Save the Sandbox’s State…');
    await answerSaveDialog(page, file);
    await statusMessage(page, 'The sandbox’s state was saved');
    assert.match(await readFile(file, 'utf8'), /"clockOffset":/);
    await chooseFromMenu(page, [shop], 'Sandbox', 'Load a State into the Sandbox…');
    await answerFileDialog(page, file);
    await statusMessage(page, 'The state was loaded into the sandbox');
  });

  it('resets its data only after a question', async () => {
    const { page } = workbench();
    const orders = [shop, 'Production', 'Orders'];
    const listed = async () => (await readTree(page)).find(({ label }) => label === 'Orders')?.description;
    await pressRowAction(page, orders, 'Sign In as a User…');
    await pick(page, 'The sandbox’s user customer');
    await expand(page, ...orders);
    await eventually(async () => assert.equal(await listed(), '47'));
    await chooseFromMenu(page, [shop], 'Sandbox', 'Reset the Sandbox’s Data');
    const { message, detail, buttons } = await readModal(page);
    assert.equal(message, 'Reset the sandbox’s data to its initial state?');
    assert.match(detail, /^Everything that was written will be lost, and users will be signed out\./);
    assert.deepEqual(buttons.sort(), ['Cancel', 'Reset']);
    await pressInModal(page, 'Cancel');
    await chooseFromMenu(page, [shop], 'Sandbox', 'Reset the Sandbox’s Data');
    await pressInModal(page, 'Reset');
    await statusMessage(page, 'The sandbox’s data was reset');
    // The reset ended the user session, so the orders cannot be read again and the old count stays.
    await eventually(async () => assert.match((await listed()) ?? '', /^47 · as of /));
  });

  it('explains that commands for other applications do not apply to it', async () => {
    const { page } = workbench();
    const said = 'Sandbox applications cannot be changed.';
    const entries = await readMenu(page, [shop, 'Production', 'Content Library']);
    assert.deepEqual(
      entries.filter(entry => entry.includes('Content Group')),
      [],
    );
    await runCommand(page, 'Hydrogen: Rename Application…');
    await pressInNotification(page, said, 'Add Application…');
    await readQuickInput(page, 'Add Application (1/5)');
    await cancelQuickInput(page);
  });

  it('is stopped from the menu of the view', async () => {
    const { page } = workbench();
    await chooseFromViewMenu(page, 'Stop the Sandbox');
    await welcome(page).getByRole('button', { name: 'Try the Local Sandbox' }).waitFor();
    await eventually(async () => assert.deepEqual(await readTree(page), []));
    await eventually(async () => assert.deepEqual(await readStatusBar(page), []));
    await workbench().screenshot('stopped');
  });
});
