import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { useGate } from '../../host/suite/gate';
import { obtainTokens } from '../../unit/sandbox/fixture';
import { arrangeSettings, settingsEntry } from '../driver/arrangedSettings';
import { activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, notification, pressInModal, readModal } from '../driver/messages';
import { answer, runCommand } from '../driver/quickInput';
import { clickRow, openHydrogen } from '../driver/sidebar';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';

/** A text that VS Code would render as a link that runs a command. */
const link = '[Press](command:workbench.action.closeSidebar)';
const tables = ['Shop', 'Production', 'Data Tables'];

describe('the notification about a failed save', () => {
  const service = useSandbox();
  const gate = useGate(() => service().sandbox.origin);
  const workbench = useWorkbench({
    settings: {
      'files.autoSave': 'off',
      'workbench.editorAssociations': { 'hydrogen:/*/tables/*.json': 'default' },
    },
    arrange: async profile => {
      const { authUrl } = service().shop;
      const { access_token: token } = await obtainTokens(service().shop);
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ text: link });
      await fetch(`${authUrl}/oserve/v2.4/table/5004/record/`, { method: 'POST', headers, body });
      const shop = settingsEntry('Shop', { ...service().shop, authUrl: gate().origin, serverDomain: gate().origin });
      await arrangeSettings(profile, { 'hydrogen.applications': [shop] });
    },
  });
  const line = (text: string) => workbench().page.locator('.part.editor .view-line', { hasText: text }).first();
  const edit = async () => {
    const { page } = workbench();
    await line('"text"').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('!');
    await page.keyboard.press('Control+S');
  };
  const assertNoLink = async (cause: string) => {
    const shown = notification(workbench().page, 'Failed to save');
    await shown.waitFor();
    await workbench().screenshot(`failed save ${cause}`);
    assert.equal(
      await shown.locator('.notification-list-item-message a').count(),
      0,
      (await shown.textContent()) ?? '',
    );
  };

  it('contains no link when a condition contains one', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, tables);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await clickRow(page, [...tables, 'note']);
    await eventually(async () => assert.match(await activeText(page), /\[Press\]/));
    await line('[Press]').click();
    await runCommand(page, 'Hydrogen: Filter by This Value');
    await eventually(async () => assert.equal((await activeText(page)).match(/"id"/g)?.length, 1));
    await edit();
    await readModal(page);
    await pressInModal(page, 'Cancel');
    await assertNoLink('condition');
    await clearNotifications(page);
  });

  it('contains no link when the service redirects to one', async () => {
    const { page } = workbench();
    gate().redirect('PUT', `/x/${link}/`);
    await page.keyboard.press('Control+S');
    for (let question = 0; question < 2; question += 1) {
      await readModal(page);
      await pressInModal(page, 'Save');
    }
    await assertNoLink('redirect');
  });
});
