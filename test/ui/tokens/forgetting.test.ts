import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { addSandboxApplication, answersFor, answerSteps } from '../applications/addApplication';
import { eventually } from '../driver/eventually';
import { clearNotifications, notification, pressInModal, readModal } from '../driver/messages';
import { answer, cancelQuickInput, expectPicks, readQuickInput, runCommand } from '../driver/quickInput';
import { chooseFromMenu, openHydrogen, readTree, treeRow } from '../driver/sidebar';
import { readStatusBar } from '../driver/statusBar';
import { storedApplications } from '../driver/userSettings';
import { useWorkbench } from '../driver/workbench';
import { responseShows, sendFirst, writeDocuments } from '../requests/requestsFixture';
import { useSandbox } from '../servers/useSandbox';
import { signIn } from '../users/signIn';

function statusIs(page: Page, text: RegExp): Promise<void> {
  return eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', text));
}

describe('credentials', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    arrange: profile =>
      writeDocuments(profile, {
        login: ['POST /hserve/v2.1/login/username/', '', '{ "username": "ada", "password": "{{$secret password}}" }'],
      }),
  });
  const user = () => service().shop.users[0];
  const name = () => user()?.username ?? '';

  async function moveTo(serverDomain: string): Promise<void> {
    const { page, profile } = workbench();
    await chooseFromMenu(page, ['Shop'], 'Edit Application');
    await answerSteps(page, 'Edit Shop', { ...answersFor(service().shop, 'Shop'), clientSecret: '', serverDomain });
    await eventually(async () => assert.equal((await storedApplications(profile))[0]?.['serverDomain'], serverDomain));
  }

  async function addStaging(): Promise<void> {
    const { page } = workbench();
    await chooseFromMenu(page, ['Shop'], 'Add Environment');
    await answer(page, 'Staging', 'Add Environment to Shop (1/2)');
    await answer(page, service().shop.environments[0]?.envId ?? '', 'Add Environment to Shop (2/2)');
  }

  it('are removed with their environment', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await addSandboxApplication(page, service().shop, 'Shop');
    await addStaging();
    await signIn(page, ['Shop', 'Staging', 'User'], user());
    await signIn(page, ['Shop', 'Production', 'User'], user());
    await treeRow(page, 'Shop', 'Staging', name());
    await chooseFromMenu(page, ['Shop', 'Staging'], 'Remove Environment');
    assert.match((await readModal(page)).detail, /the session of its user is forgotten/);
    await pressInModal(page, 'Remove');
    await eventually(async () => assert.ok(!(await readTree(page)).some(({ label }) => label === 'Staging')));
    await addStaging();
    await treeRow(page, 'Shop', 'Staging', 'User');
    await treeRow(page, 'Shop', 'Production', name());
  });

  it('are removed when the server domain changes', async () => {
    const { page } = workbench();
    const { serverDomain } = service().shop;
    const secrets = 'Hydrogen: Secrets of Request Documents…';
    await sendFirst(page, 'login');
    await answer(page, 'my password', 'Secret “password” of Shop');
    await responseShows(page, 'HTTP 400');
    await runCommand(page, secrets);
    await readQuickInput(page, 'Secrets of request documents of Shop');
    await expectPicks(page, ['password']);
    await cancelQuickInput(page);
    await moveTo(serverDomain.replace('127.0.0.1', 'localhost'));
    await treeRow(page, 'Shop', 'Production', 'User');
    await moveTo(serverDomain);
    await treeRow(page, 'Shop', 'Production', 'User');
    await eventually(async () => {
      await runCommand(page, secrets);
      await notification(page, 'No secrets are kept for request documents.').first().waitFor({ timeout: 5000 });
    });
    await clearNotifications(page);
    // The authorization server is the same, and so are the credentials bound to it.
    await runCommand(page, 'Hydrogen: Verify Token');
    await notification(page, 'Shop · Production: the token is valid').waitFor();
  });

  it('are forgotten in a second window too, which then cannot authorize', async () => {
    const { page, openWindow, reload } = workbench();
    const other = await openWindow();
    await openHydrogen(other);
    await statusIs(other, /^Shop · Production · 36\d days$/);
    await runCommand(page, 'Hydrogen: Forget All Secrets');
    await readModal(page);
    await pressInModal(page, 'Forget All');
    await notification(page, /All secrets .* are forgotten|All secrets are forgotten/).waitFor();
    await statusIs(other, /^Shop · Production · not authorized$/);
    await runCommand(other, 'Hydrogen: Authorize');
    await readQuickInput(other, 'Authorize Shop');
    // A later write of the second window does not restore what was forgotten.
    await reload(other);
    await statusIs(other, /^Shop · Production · not authorized$/);
    await reload();
    await statusIs(page, /^Shop · Production · not authorized$/);
  });
});
