import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'mocha';
import type { Locator, Page } from 'playwright-core';
import { contentPath } from '../explorer/contentTree';
import { responseShows } from '../requests/requestsFixture';
import { activeTab, activeText, codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, expectNotification, pressInNotification } from '../driver/messages';
import { expectFocus } from '../driver/keyboard';
import { movingPicture } from '../driver/movingPicture';
import { answer, quickInput, readQuickInput, runCommand } from '../driver/quickInput';
import { clickRow, openHydrogen, openView, pressViewAction, readTree, treeRow, welcome } from '../driver/sidebar';
import { readStatusBar, statusMessage } from '../driver/statusBar';
import { browserTraces } from '../driver/traces';
import { webviewDocument } from '../driver/webview';
import type { PageElement } from '../driver/pageElement';
import { useWorkbench } from '../driver/workbench';

const menswear = contentPath('Sandbox Shop', 'Production', '商品 Products', '服装 Clothing', '男装 Menswear');
const authorized = /^Sandbox Shop · Production · 36\d days$/;

/** Returns the number of access tokens in the stored state of the sandbox. Their keys are SHA-256 hashes. */
async function storedTokens(page: Page): Promise<number> {
  const text = (await browserTraces(page)).map(trace => trace.text).join('\n');
  const accessTokens = /accessTokens(.*?)refreshTokens/s.exec(text)?.[1] ?? '';
  return accessTokens.match(/[\da-f]{64}/g)?.length ?? 0;
}

describe('a newcomer', () => {
  const workbench = useWorkbench({ complete: true });

  it('reads the welcome text', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await welcome(page).waitFor();
    assert.match((await welcome(page).textContent()) ?? '', /Your applications, their environments and content/);
    await welcome(page).getByRole('button', { name: 'Add Application…' }).waitFor();
    assert.deepEqual(await readStatusBar(page), []);
  });

  it('tries the local sandbox', async () => {
    const { page } = workbench();
    await welcome(page).getByRole('button', { name: 'Try the Local Sandbox' }).dblclick();
    await eventually(async () => {
      const roots = (await readTree(page)).filter(row => row.level === 1);
      assert.deepEqual(
        roots.map(({ label, description }) => [label, description]),
        [
          ['Sandbox Shop', 'local sandbox'],
          ['Sandbox Blog', 'local sandbox'],
        ],
      );
    });
    await eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', authorized));
  });

  it('opens the third level of categories and reads one as JSON', async () => {
    const { page } = workbench();
    await clickRow(page, [...menswear, '衬衫 Shirts']);
    await eventually(async () => assert.equal(await activeTab(page), '衬衫 Shirts · Production.json'));
    await eventually(async () => {
      const { name } = JSON.parse(await activeText(page)) as { name: string };
      assert.equal(name, '衬衫 Shirts');
    });
    await takeOverview(await workbench().screenshot('overview'));
  });

  it('authorizes again', async () => {
    const { page } = workbench();
    await eventually(async () => assert.equal(await storedTokens(page), 1));
    await runCommand(page, 'Hydrogen: Authorize');
    await statusMessage(page, /^Sandbox Shop is authorized for \d+ days$/);
    // The sandbox stores its state after a pause. A reload before that makes the extension authorize once more.
    await eventually(async () => assert.equal(await storedTokens(page), 2));
  });

  it('finds everything again after a reload', async () => {
    const { page } = workbench();
    await workbench().reload();
    await treeRow(page, ...menswear, '衬衫 Shirts');
    await eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', authorized));
    await runCommand(page, 'Hydrogen: Verify Token');
    await expectNotification(page, /^Sandbox Shop · Production: the token is valid\./);
  });
});

describe('a newcomer’s first request', () => {
  const workbench = useWorkbench();
  const taken = { clicks: 0, questions: 0 };
  const click = async (target: Locator) => {
    taken.clicks += 1;
    await target.click();
  };
  const reply = async (text: string, title: string) => {
    taken.questions += 1;
    await answer(workbench().page, text, title);
  };
  const tour = { frames: [] as { png: Buffer; milliseconds: number }[], target: process.env.HYDROGEN_TOUR };
  /** Adds a screenshot as a frame of the animated README image. Does nothing unless `HYDROGEN_TOUR` names its file. */
  const moment = async (seconds: number) => {
    if (tour.target === undefined) return;
    await workbench().page.mouse.move(640, 700);
    const picture = await workbench().screenshot(`tour ${tour.frames.length + 1}`);
    if (picture !== undefined) tour.frames.push({ png: await readFile(picture), milliseconds: seconds * 1000 });
  };
  /** The password that the question names. */
  let password = '';

  it('starts with the sandbox and the first document', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await welcome(page).waitFor();
    await moment(2);
    await click(welcome(page).getByRole('button', { name: 'Try the Local Sandbox' }));
    await eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', authorized));
    await expectFocus(page, 'Content Library');
    await eventually(async () => {
      const library = (await readTree(page)).find(({ label }) => label === 'Content Library');
      assert.equal(library?.description, '4');
    });
    await moment(2);
    await click(page.locator('.part.sidebar .pane-header', { hasText: 'Request History' }));
    await click(welcome(page).getByRole('button', { name: 'Open the First Document' }));
    await codeLens(page, 'Send · Sandbox Shop · Production').first().waitFor();
    await moment(3);
  });

  it('asks for a password that the question names; a wrong one can be replaced', async () => {
    const { page } = workbench();
    await click(codeLens(page, 'Send · Sandbox Shop · Production').first());
    const { message } = await readQuickInput(page, 'Secret “password” of Sandbox Shop');
    assert.equal(await quickInput(page).locator('input[type=password]').count(), 1);
    password = /has the password ([\w-]+)\./.exec(message)?.[1] ?? assert.fail(message);
    await moment(3);
    await reply('wrong', 'Secret “password” of Sandbox Shop');
    const refused = 'If a stored secret is wrong, replace it and send the request again.';
    await pressInNotification(page, refused, 'Replace “password”…');
    taken.clicks += 1;
    await reply(password, 'Secret “password” of Sandbox Shop');
    await statusMessage(page, 'The secret “password” was replaced');
  });

  it('gets the session of the user as its response', async () => {
    const { page } = workbench();
    await click(codeLens(page, 'Send · Sandbox Shop · Production').first());
    await expectNotification(page, 'The response holds a user session.');
    // A user who types the right password needs two clicks and one question less.
    assert.deepEqual(taken, { clicks: 6, questions: 2 });
    await clearNotifications(page);
    await responseShows(page, 'HTTP 201');
    await moment(3);
  });

  it('completes the steps of the walkthrough, including earlier ones', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Get Started');
    const boxes = page.locator('.gettingStartedDetailsContent .getting-started-step [role=checkbox]');
    const checked = () => boxes.evaluateAll((all: PageElement[]) => all.map(box => box.getAttribute('aria-checked')));
    await eventually(async () => assert.equal(await boxes.count(), 5));
    // VS Code loads the walkthrough now, and also marks the steps that were completed earlier.
    await pressViewAction(page, 'Refresh');
    await eventually(async () => assert.deepEqual(await checked(), ['true', 'false', 'true', 'false', 'false']));
    await workbench().screenshot('walkthrough done');
  });

  it('is followed by the records of a table', async () => {
    const { page } = workbench();
    await openView(page, 'Applications');
    await clickRow(page, ['Sandbox Shop', 'Production', 'Data Tables', 'product']);
    await webviewDocument(page).getByRole('gridcell').first().waitFor();
    await moment(3);
    if (tour.target !== undefined) await writeFile(tour.target, movingPicture(tour.frames));
  });
});

/** Copies the screenshot for the README. Does nothing unless `HYDROGEN_OVERVIEW` names its file. */
async function takeOverview(picture: string | undefined): Promise<void> {
  const { HYDROGEN_OVERVIEW: target } = process.env;
  if (target && picture !== undefined) await copyFile(picture, target);
}
