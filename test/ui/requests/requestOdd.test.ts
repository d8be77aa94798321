import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { activeText, codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, notification, pressInModal, readModal } from '../driver/messages';
import { pick, readQuickInput, runCommand } from '../driver/quickInput';
import {
  responseShows,
  heldResponse,
  openDocument,
  sendFirst,
  sendLens,
  useOtherServer,
  writeApplication,
  writeDocuments,
} from './requestsFixture';
import { statusBarItem } from '../driver/statusBar';
import { unusedOrigin, useSandbox } from '../servers/useSandbox';
import { editApplications } from '../driver/userSettings';
import { useWorkbench } from '../driver/workbench';

const path = '/hserve/v1/content/group/';
const held = heldResponse();

/** The number of requests that fill five million characters. */
const many = Array.from(
  { length: 50_000 },
  (_, number) => `### Request ${number}\nGET ${path}?limit=${number}\n${'#'.padEnd(60)}\n`,
);

async function replaceText(page: Page, text: string): Promise<void> {
  await page.locator('.editor-group-container.active .view-line').first().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await codeLens(page, /./).first().waitFor({ state: 'detached' }); // those of the previous text
  await page.keyboard.insertText(text);
}

/** Opens an untitled document with this text. */
async function newDocument(page: Page, text: string): Promise<void> {
  await runCommand(page, 'Hydrogen: New Request…');
  await readQuickInput(page, 'New Request');
  await pick(page, /A first document with examples/);
  await eventually(async () => assert.match(await activeText(page), /# @name login/));
  await replaceText(page, text);
}

describe('a request document in odd circumstances', () => {
  const service = useSandbox();
  const other = useOtherServer({ [path]: held.respond });
  const workbench = useWorkbench({
    arrange: async profile => {
      await writeApplication(profile, { ...service().shop, serverDomain: other().origin });
      await writeDocuments(profile, {
        held: [`GET ${path}`],
        elsewhere: [`GET ${other().origin}/elsewhere`],
        nobody: [`GET ${await unusedOrigin()}/nobody`],
        large: many,
      });
    },
  });
  const requestArrives = () => eventually(() => assert.equal(held.waiting(), 1));

  it('is sent without a file, but cannot use files beside it', async () => {
    const { page } = workbench();
    await newDocument(page, `POST ${other().origin}/file\n\n< ./hello.txt\n`);
    await codeLens(page, sendLens).click();
    // A request that cannot be sent asks no question.
    await notification(page, 'Save the document first: ./hello.txt is relative to it.').waitFor();
    await clearNotifications(page);
    await replaceText(page, `GET ${path}\n`);
    await codeLens(page, 'Send · Shop').click();
    await requestArrives();
    held.release();
    await responseShows(page, '"held": true');
  });

  it('is sent in a window without a folder, and finds no .env file', async () => {
    const page = await workbench().openWindow({ folder: false });
    await newDocument(page, `GET ${path}\nX-File: {{$dotenv NAME}}\n`);
    await codeLens(page, 'Send · Shop · Production').click();
    await readModal(page);
    await pressInModal(page, 'Allow');
    await notification(page, 'Save the document first: .env is relative to it.').waitFor();
    await clearNotifications(page);
    await replaceText(page, `GET ${path}\n`);
    await codeLens(page, 'Send · Shop · Production').click();
    await requestArrives();
    held.release();
    await responseShows(page, '"held": true');
    await page.close();
  });

  it('keeps the response of a running request when it is closed', async () => {
    const { page } = workbench();
    await sendFirst(page, 'held');
    await requestArrives();
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+W');
    await page.locator('.tab', { hasText: 'held.hydrogen.http' }).waitFor({ state: 'detached' });
    held.release();
    await statusBarItem(page, `GET ${path}`).waitFor({ state: 'hidden' });
    await eventually(async () => assert.equal(await page.locator('.tab', { hasText: 'GET ∕hserve' }).count(), 1));
    await responseShows(page, '"held": true');
    assert.equal(await page.locator('.notifications-toasts .codicon-error').count(), 0);
  });

  it('does not offer to edit the application when another host does not respond', async () => {
    const { page } = workbench();
    await sendFirst(page, 'nobody');
    await pressInModal(page, 'Send');
    const failure = notification(page, 'refused the connection');
    await failure.waitFor();
    const buttons = await failure.locator('.notification-list-item-buttons-container .monaco-button').allTextContents();
    assert.deepEqual(buttons.sort(), ['Show Log', 'Try Again']);
    await clearNotifications(page);
  });

  it('accepts typing with five megabytes of text', async () => {
    const { page } = workbench();
    await openDocument(page, 'large');
    await codeLens(page, sendLens).first().waitFor();
    await page.locator('.editor-group-container.active .view-line').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(`@most = 7\nGET ${path}?limit={{most}}\n`);
    await eventually(async () =>
      assert.match(await activeText(page), /@most = 7\n.*\?limit=\{\{most\}\}.*\n### Request 0/),
    );
    // With the command: the lenses of such a large text follow some time after typing.
    await page.keyboard.press('ArrowUp');
    await runCommand(page, 'Hydrogen: Send Request');
    await requestArrives();
    held.release();
    await responseShows(page, `# GET ${path}?limit=7`);
  });

  it('shows the response when its application is removed meanwhile, and then asks for an application', async () => {
    const { page, profile } = workbench();
    await sendFirst(page, 'held');
    await requestArrives();
    await editApplications(page, profile, []);
    await openDocument(page, 'held');
    await codeLens(page, 'Add Application…').waitFor();
    assert.equal(held.waiting(), 1);
    held.release();
    await statusBarItem(page, `GET ${path}`).waitFor({ state: 'hidden' });
    await responseShows(page, `# GET ${path}\n# Shop · Production`);
    await runCommand(page, 'Hydrogen: Send Request');
    await notification(page, 'There is no application yet. Add one, or try the local sandbox.').waitFor();
  });
});
