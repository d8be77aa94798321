import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { codeLens, groupText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, notification, pressInModal, readModal } from '../driver/messages';
import { pick, readQuickInput, runCommand } from '../driver/quickInput';
import {
  responseShows,
  sendFirst,
  sendLens,
  writeApplication,
  writeDocuments,
  writtenHistory,
} from './requestsFixture';
import { saidInStatusBar } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const groups = '/hserve/v1/content/group/';

/** Shows the tab of the right group whose title contains this text, and puts the cursor into it. */
async function showResponse(page: Page, title: string): Promise<void> {
  const group = page.locator('.editor-group-container').nth(1);
  await group.locator('.tab', { hasText: title }).click();
  await group.locator('.tab.active', { hasText: title }).waitFor();
  await group.locator('.view-line').first().click();
}

describe('responses after a reload', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    env: { HYDROGEN_TEST_VALUE: 'value-of-the-process' },
    arrange: async profile => {
      await writeApplication(profile, service().shop);
      await writeDocuments(profile, {
        pinned: ['### Pinned', `GET ${groups}?limit=1`],
        preview: ['### Preview', `GET ${groups}?limit=2`],
        later: ['### Later', `GET ${groups}?limit=3`],
        both: [`GET ${groups}?limit=1`, 'X-File: {{$dotenv FROM_FILE}}', 'X-Own: {{$processEnv HYDROGEN_TEST_VALUE}}'],
        missing: [`GET ${groups}?limit=2`, 'X-File: {{$dotenv NOTHING}}'],
      });
      const lines = ['# values', 'export FROM_FILE="value of the file" # quoted', 'OTHER=1'];
      await writeFile(path.join(profile.workspace, '.env'), lines.join('\n'));
    },
  });

  it('are restored from the history', async () => {
    const { page, profile, reload } = workbench();
    await sendFirst(page, 'pinned');
    await responseShows(page, `# GET ${groups}?limit=1`);
    await page.locator('.editor-group-container').nth(1).locator('.tab', { hasText: 'Pinned' }).dblclick();
    await page.locator('.editor-group-container').nth(1).locator('.tab.sticky, .tab.active:not(.preview)').waitFor();
    await sendFirst(page, 'preview');
    await responseShows(page, `# GET ${groups}?limit=2`);
    await eventually(async () => assert.equal((await writtenHistory(profile)).length, 2));
    await reload();
    await showResponse(page, 'Pinned · Production');
    await responseShows(page, /^HTTP 200\n# From the history: Pinned · Production\n(.*\n)+.*"total_count"/);
    await showResponse(page, 'Preview · Production');
    await responseShows(page, '# From the history: Preview · Production');
    await workbench().screenshot('requests response after reload');
    await runCommand(page, 'Hydrogen: Send the Last Request Again');
    await notification(page, 'Nothing has been sent in this window yet.').waitFor();
    await clearNotifications(page);
  });

  it('stay separate from those of a second window', async () => {
    const { page, openWindow } = workbench();
    const second = await openWindow();
    await sendFirst(second, 'later');
    await responseShows(second, `# GET ${groups}?limit=3`);
    await second.close();
    await showResponse(page, 'Preview · Production');
    await responseShows(page, '# From the history: Preview · Production');
    await showResponse(page, 'Pinned · Production');
    await responseShows(page, '# From the history: Pinned · Production');
  });

  it('keep their own text when others arrive, and can be sent again', async () => {
    const { page } = workbench();
    await sendFirst(page, 'later');
    await responseShows(page, `# GET ${groups}?limit=3`);
    await showResponse(page, 'Pinned · Production');
    await responseShows(page, '# From the history: Pinned · Production');
    await codeLens(page, 'Send Again in…').click();
    await readQuickInput(page, /^Send again in which environment of Shop/);
    await pick(page, service().shop.environments[0]?.name ?? '');
    await eventually(() => {
      const last = service().sandbox.requests.at(-1);
      assert.deepEqual([last?.path, last?.environment], [`${groups}?limit=1`, service().shop.environments[0]?.envId]);
    });
  });

  it('explain what to do when the history does not have them', async () => {
    const { page, profile, reload } = workbench();
    await runCommand(page, 'Hydrogen: Clear Request History');
    await readModal(page);
    await pressInModal(page, 'Clear');
    await eventually(async () => assert.deepEqual(await writtenHistory(profile), []));
    await reload();
    await showResponse(page, 'Pinned · Production');
    await responseShows(page, '# Send the request again to see its response: Pinned · Production');
    assert.ok(!(await groupText(page, 1)).includes('HTTP 200'));
  });

  describe('with values of the machine', () => {
    it('are used after one question, and appear in no log or history', async () => {
      const { page, profile } = workbench();
      const { requests } = service().sandbox;
      const { length } = requests;
      await sendFirst(page, 'both');
      const { message, detail } = await readModal(page);
      assert.equal(message, 'Let both.hydrogen.http use values from this machine?');
      assert.match(detail, /\$dotenv FROM_FILE, \$processEnv HYDROGEN_TEST_VALUE/);
      await workbench().screenshot('requests machine values');
      await pressInModal(page, 'Cancel');
      await saidInStatusBar(page, 'Cancelled. Nothing was sent.');
      assert.equal(requests.length, length);
      await codeLens(page, sendLens).click();
      await readModal(page);
      await pressInModal(page, 'Allow');
      await responseShows(page, `# GET ${groups}?limit=1`);
      await sendFirst(page, 'both');
      await eventually(() => assert.equal(requests.length, length + 2));
      for (const { headers } of requests.slice(length)) {
        assert.deepEqual([headers['x-file'], headers['x-own']], ['value of the file', 'value-of-the-process']);
      }
      const values = /value of the file|value-of-the-process/;
      assert.doesNotMatch(await groupText(page, 1), values);
      await eventually(async () => assert.equal((await writtenHistory(profile)).length, 2));
      assert.doesNotMatch((await writtenHistory(profile)).join('\n'), values);
      const logs = await workbench().logs();
      assert.deepEqual(
        logs.filter(({ text }) => values.test(text)).map(({ file }) => file),
        [],
      );
    });

    it('are reported when they are missing', async () => {
      const { page } = workbench();
      await sendFirst(page, 'missing');
      await readModal(page);
      await pressInModal(page, 'Allow');
      await notification(page, 'The file .env has no NOTHING.').waitFor();
      await clearNotifications(page);
    });
  });
});
