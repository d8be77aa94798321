import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeTab, activeText, codeLens, groupText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, expectNotification, pressInModal, readModal } from '../driver/messages';
import { pick, readQuickInput, runCommand } from '../driver/quickInput';
import { responseShows, readCompared, sendFirst, writeDocuments, writtenHistory } from './requestsFixture';
import {
  chooseFromMenu,
  chooseFromViewMenu,
  clickRow,
  openContainer,
  openHydrogen,
  openView,
  readTree,
  welcome,
} from '../driver/sidebar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const groups = '/hserve/v1/content/group/';

/** Shows the tab in the right group whose title contains this text, and puts the cursor into its editor. */
async function showResponse(page: Page, title: string): Promise<void> {
  const group = page.locator('.editor-group-container').nth(1);
  await group.locator('.tab', { hasText: title }).click();
  await group.locator('.tab.active', { hasText: title }).waitFor();
  await group.locator('.view-line').first().click();
}

describe('the history of requests', () => {
  const service = useSandbox();
  const staging = () => service().shop.environments[0];
  const workbench = useWorkbench({
    arrange: async profile => {
      await arrangeShop(profile, service().shop);
      await writeDocuments(profile, {
        groups: ['### Groups', `GET ${groups}?limit=1`],
        staging: ['### Groups there', `# @environment ${staging()?.name}`, `GET ${groups}?limit=2`],
        late: ['### Too late', '# @timeout 1s', `GET ${groups}?limit=3`],
        later: ['### Later', `GET ${groups}?limit=4`],
        pinned: ['### Pinned', `GET ${groups}?limit=6`],
        preview: ['### Preview', `GET ${groups}?limit=7`],
      });
    },
  });
  const today = async (page = workbench().page): Promise<string> =>
    eventually(async () => {
      const [day] = (await readTree(page)).filter(({ level }) => level === 1);
      return day?.label ?? assert.fail('the history is empty');
    });
  const entries = async (page = workbench().page): Promise<string[]> =>
    (await readTree(page)).filter(({ level }) => level === 2).map(({ label }) => label);

  it('has an entry for each request with and without a response, by day', async () => {
    const { page } = workbench();
    await sendFirst(page, 'groups');
    await responseShows(page, '?limit=1');
    await sendFirst(page, 'staging');
    await responseShows(page, '?limit=2');
    service().sandbox.fail({ kind: 'never', path: groups });
    await sendFirst(page, 'late');
    await expectNotification(page, 'did not respond in time');
    await clearNotifications(page);
    await openView(page, 'Request History');
    await eventually(async () => assert.deepEqual(await entries(), ['Too late', 'Groups there', 'Groups']));
    const now = new Intl.DateTimeFormat('en', { dateStyle: 'full' }).format(Date.now());
    assert.equal(await today(), now);
    const rows = (await readTree(page)).filter(({ level }) => level === 2);
    const shown = rows.map(({ description }) => description.split(' · ').slice(0, 2).join(' · '));
    assert.deepEqual(shown, ['No response in time · Production', `200 · ${staging()?.name}`, '200 · Production']);
    await workbench().screenshot('requests history list');
  });

  it('opens a request with its response, both read-only', async () => {
    const { page } = workbench();
    await clickRow(page, [await today(), 'Groups there']);
    await eventually(async () =>
      assert.match(
        await activeText(page),
        new RegExp(`### Groups there\\n# @environment ${staging()?.name}\\n.*GET ${groups}`),
      ),
    );
    await responseShows(page, '"total_count": 4');
    assert.equal(await page.locator('.tab.dirty').count(), 0);
    await page.locator('.editor-group-container.active .view-line').first().click();
    await page.keyboard.type('x');
    await eventually(async () => assert.match(await activeText(page), /^### Groups there\n/));
    assert.equal(await page.locator('.tab.dirty').count(), 0);
    await codeLens(page, 'Edit Request').click();
    await eventually(async () => assert.match(await activeTab(page), /Untitled/));
    await eventually(async () => assert.match(await activeText(page), /### Groups there/));
    await page.locator('.editor-group-container.active .view-line').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await eventually(async () => assert.equal(await activeText(page), ''));
    await page.keyboard.press('Control+W');
  });

  it('compares two responses', async () => {
    const { page } = workbench();
    const day = await today();
    await clickRow(page, [day, 'Groups']);
    await clickRow(page, [day, 'Groups there'], { modifiers: ['Control'] });
    await chooseFromMenu(page, [day, 'Groups there'], 'Compare Responses');
    await eventually(async () => assert.match(await activeTab(page), /Groups.* ↔ .*Groups/));
    await readCompared(page);
    await workbench().screenshot('requests history diff');
    await runCommand(page, 'View: Close All Editors');
  });

  it('restores responses after a reload', async () => {
    const { page, profile, reload } = workbench();
    await sendFirst(page, 'pinned');
    await responseShows(page, `# GET ${groups}?limit=6`);
    await page.locator('.editor-group-container').nth(1).locator('.tab', { hasText: 'Pinned' }).dblclick();
    await page.locator('.editor-group-container').nth(1).locator('.tab.sticky, .tab.active:not(.preview)').waitFor();
    await sendFirst(page, 'preview');
    await responseShows(page, `# GET ${groups}?limit=7`);
    await eventually(async () => assert.equal((await writtenHistory(profile)).length, 5));
    await reload();
    await showResponse(page, 'Pinned · Production');
    await responseShows(page, /^HTTP 200\n# From the history: Pinned · Production\n(.*\n)+.*"total_count"/);
    await showResponse(page, 'Preview · Production');
    await responseShows(page, '# From the history: Preview · Production');
    await workbench().screenshot('requests response after reload');
    await runCommand(page, 'Hydrogen: Send the Last Request Again');
    await expectNotification(page, 'Nothing has been sent in this window yet.');
    await clearNotifications(page);
  });

  it('is shared by all windows, while each keeps its own responses', async () => {
    const { page, openWindow } = workbench();
    const second = await openWindow();
    await openView(second, 'Request History');
    const before = ['Preview', 'Pinned', 'Too late', 'Groups there', 'Groups'];
    await eventually(async () => assert.deepEqual(await entries(second), before));
    await sendFirst(second, 'later');
    await responseShows(second, '?limit=4');
    await eventually(async () => assert.equal((await entries(second)).length, 6));
    await second.close();
    for (const label of ['Preview', 'Pinned']) {
      await showResponse(page, `${label} · Production`);
      await responseShows(page, `# From the history: ${label} · Production`);
    }
    // The view reads the entries of another window when it becomes visible.
    await openContainer(page, /^Explorer/);
    await openHydrogen(page);
    await eventually(async () => assert.equal((await entries()).length, 6));
  });

  it('keeps the text of a restored response when others arrive, and sends its request again', async () => {
    const { page } = workbench();
    await sendFirst(page, 'later');
    await responseShows(page, `# GET ${groups}?limit=4`);
    await showResponse(page, 'Pinned · Production');
    await responseShows(page, '# From the history: Pinned · Production');
    await codeLens(page, 'Send Again in…').click();
    await readQuickInput(page, /^Send again in which environment of Shop/);
    await pick(page, staging()?.name ?? '');
    const again = [`${groups}?limit=6`, staging()?.envId] as const;
    await eventually(() =>
      assert.ok(
        service().sandbox.requests.some(({ path, environment }) => path === again[0] && environment === again[1]),
      ),
    );
  });

  it('is cleared from its menu, and restored responses say what to do without it', async () => {
    const { page, profile, reload } = workbench();
    await chooseFromViewMenu(page, 'Clear Request History');
    await readModal(page);
    await pressInModal(page, 'Clear');
    await welcome(page).waitFor();
    await workbench().screenshot('requests history empty');
    await eventually(async () => assert.deepEqual(await writtenHistory(profile), []));
    await reload();
    await showResponse(page, 'Pinned · Production');
    await responseShows(page, '# Send the request again to see its response: Pinned · Production');
    assert.ok(!(await groupText(page, 1)).includes('HTTP 200'));
  });
});
