import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { Locator, Page } from 'playwright-core';
import { arrangeSettings } from '../driver/arrangedSettings';
import { writeClipboard } from '../driver/clipboard';
import { codeLens } from '../driver/editor';
import { clearNotifications, expectNotification, pressInModal } from '../driver/messages';
import type { PageElement } from '../driver/pageElement';
import { answer, cancelQuickInput, quickInput, readQuickInput, runAndPick, runCommand } from '../driver/quickInput';
import { openHydrogen } from '../driver/sidebar';
import { statusBarItem, statusMessage } from '../driver/statusBar';
import { useWorkbench } from '../driver/workbench';
import { openDocument, sendLens, writeDocuments } from '../requests/requestsFixture';
import { useHostileServer } from '../servers/hostileServer';

/** Hostile text: a link that runs a command, an icon, and a character that reverses the text direction. */
const hostile = '[Press](command:workbench.action.closeSidebar)$(trash)\u202eevil';
/**
 * The hostile text without that character and the word after it, for places where the syntax allows no such characters.
 */
const word = '[Press](command:workbench.action.closeSidebar)$(trash)';

/** Waits until an element shows the hostile text, and asserts that it renders no link, icon or reversed text. */
async function staysText(box: Locator): Promise<void> {
  const shown = box.filter({ hasText: 'Press', visible: true }).first();
  // Reads everything at once, because VS Code can hide a notification in between.
  const { links, icons, text } = await shown.evaluate((element: PageElement) => ({
    links: [...element.querySelectorAll('a')].filter(link => link.textContent?.trim() === 'Press').length,
    icons: element.querySelectorAll('.codicon-trash').length,
    text: element.textContent ?? '',
  }));
  assert.deepEqual({ links, icons }, { links: 0, icons: 0 });
  assert.doesNotMatch(text, /\u202e/, 'a mark');
}

const modal = (page: Page) => page.locator('.monaco-dialog-box');

/** Request documents whose first request fails with an error message that quotes the hostile text. */
const documents: Record<string, string[]> = {
  variable: [`GET /hserve/v1/content/group/?x={{${word}}}`],
  environment: [`# @environment ${hostile}`, 'GET /hserve/v1/content/group/'],
  file: ['POST /hserve/v2.1/login/email/', '', `<@ ./${word}`],
  header: ['GET /hserve/v1/content/group/', `${word}: x`],
};

describe('foreign text', () => {
  const server = useHostileServer(hostile);
  const workbench = useWorkbench({
    arrange: async profile => {
      const { origin } = server();
      const common = { serverDomain: origin, authUrl: origin, contentGroups: [] };
      const environments = [{ name: `Test ${hostile}`, envId: 'env-1' }];
      const shop = { name: `Shop ${hostile}`, clientId: 'shop-1', ...common, environments };
      const broken = { name: hostile, clientId: 'two words', ...common };
      await arrangeSettings(profile, { 'hydrogen.applications': [shop, broken] });
      const folder = path.join(profile.workspace, hostile);
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'app.js'), `wx.BaaS.init('0a1b2c3d4e5f60718293')\n`);
      await writeDocuments(profile, { ...documents, prompt: [`GET /hserve/v1/content/group/?x={{$prompt ${word}}}`] });
    },
  });

  it('stays text in a message about the settings', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    // The list of notifications keeps one that VS Code has already hidden.
    await runCommand(page, 'Notifications: Show Notifications');
    await staysText(page.locator('.notifications-center .notification-list-item'));
    await clearNotifications(page);
  });

  it('stays text in the status bar and the lists of applications and environments', async () => {
    const { page } = workbench();
    await staysText(statusBarItem(page, /Shop/));
    await runCommand(page, 'Hydrogen: Select Environment…');
    await readQuickInput(page, /Select Environment/);
    await staysText(quickInput(page).locator('.quick-input-titlebar'));
    await staysText(quickInput(page).locator('.monaco-list-row', { hasText: 'Test' }));
    await cancelQuickInput(page);
  });

  it('stays text in the validation message of an input', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Add Environment…');
    await answer(page, 'Second', /Add Environment to Shop.*\(1\/2\)/);
    await answer(page, 'env-1', /\(2\/2\)/);
    await staysText(quickInput(page).locator('.quick-input-message'));
    await workbench().screenshot('hostile complaint');
    await cancelQuickInput(page);
  });

  it('stays text when the service refuses credentials, and when it redirects', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Authorize');
    for (const authorization of ['refuse', 'redirect', 'take'] as const) {
      server().authorization = authorization;
      await answer(page, 'secret', /^Authorize Shop/);
      if (authorization === 'take') break;
      await staysText(modal(page));
      await pressInModal(page, authorization === 'refuse' ? 'Try Again' : 'Edit');
    }
    const said = await statusMessage(page, / is authorized for \d+ days$/);
    assert.match(said, /\[Press\] \(command:workbench\.action\.closeSidebar\)\$ \(trash\) evil/);
  });

  it('is not accepted as a time of the service', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Verify Token');
    await staysText(await expectNotification(page, 'has no "time (a date)"'));
    await workbench().screenshot('hostile time');
    await clearNotifications(page);
  });

  for (const name of Object.keys(documents)) {
    it(`stays text in the error of a request document: ${name}`, async () => {
      const { page } = workbench();
      await openDocument(page, name);
      await codeLens(page, sendLens).first().waitFor();
      await runCommand(page, 'Hydrogen: Send Request');
      await staysText(await expectNotification(page, 'Press'));
      await clearNotifications(page);
    });
  }

  it('stays text in the question of a request document', async () => {
    const { page } = workbench();
    await openDocument(page, 'prompt');
    await runCommand(page, 'Hydrogen: Send Request');
    await staysText(quickInput(page).locator('.quick-input-message'));
    await workbench().screenshot('hostile prompt');
    await cancelQuickInput(page);
  });

  it('stays text in the question before an import', async () => {
    const { page } = workbench();
    const { origin } = server();
    const application = { name: hostile, clientId: 'third-3', serverDomain: origin, authUrl: origin };
    const file = { format: 'hydrogen-applications', version: 1, applications: [application] };
    await writeClipboard(page, JSON.stringify(file));
    await runAndPick(page, 'Hydrogen: Import Applications…', 'Clipboard');
    await staysText(modal(page));
    await pressInModal(page, 'Cancel');
  });

  it('stays text in the name of a workspace folder', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Find ClientIDs in This Workspace…');
    await staysText(quickInput(page).locator('.monaco-list-row', { hasText: '0a1b2c' }));
    await cancelQuickInput(page);
  });
});
