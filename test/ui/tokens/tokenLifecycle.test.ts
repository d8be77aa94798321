import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { addSandboxApplication, answersFor, answerSteps } from '../applications/addApplication';
import { eventually } from '../driver/eventually';
import { clearNotifications, expectNotification, pressInModal, readModal } from '../driver/messages';
import { answer, pick, readQuickInput, runCommand } from '../driver/quickInput';
import { chooseFromMenu, openHydrogen, pressRowAction, readTree, treeRow } from '../driver/sidebar';
import { readStatusBar, statusMessage } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

function shows(page: Page, text: RegExp): Promise<void> {
  return eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', text));
}

describe('the life of tokens and sessions', () => {
  const workbench = useWorkbench();
  const service = useSandbox();
  const requestsTo = (part: string) => service().sandbox.requests.filter(({ path }) => path.includes(part)).length;

  async function signIn(page: Page): Promise<void> {
    const [user] = service().shop.users;
    await pressRowAction(page, ['Shared', 'Production', 'User'], /Sign In as a User…/);
    await pick(page, 'E-mail address and password');
    await answer(page, user?.email ?? '', /Sign In as a User of Shared · Production \(1\/2\)/);
    await answer(page, user?.password ?? '', /\(2\/2\)/);
    await treeRow(page, 'Shared', 'Production', user?.username ?? '');
  }

  it('authorizes again silently, with four requests, when a token was ended elsewhere', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await addSandboxApplication(page, service().shop, 'Shared');
    service().sandbox.revokeTokens(service().shop.clientId);
    const before = requestsTo('/api/oauth2/');
    await runCommand(page, 'Hydrogen: Verify Token');
    await expectNotification(page, 'authorized again. The token is valid');
    // One refused refresh, and four requests for the new authorization.
    assert.equal(requestsTo('/api/oauth2/') - before, 5);
    await workbench().screenshot('token recovered');
  });

  it('keeps the other window working after a refresh in one, without a question', async () => {
    const { page, openWindow } = workbench();
    const other = await openWindow();
    await openHydrogen(other);
    await shows(other, /^Shared · Production · 36\d days$/);
    await runCommand(page, 'Hydrogen: Refresh Token');
    assert.match(
      (await readModal(page)).detail,
      /become invalid at once, including those in use on servers and other machines/,
    );
    await pressInModal(page, 'Refresh Token');
    await statusMessage(page, 'The token of Shared was refreshed');
    await runCommand(other, 'Hydrogen: Verify Token');
    await expectNotification(other, /Shared · Production: (authorized again\. The|the) token is valid/);
    assert.equal(await other.locator('.monaco-dialog-box').count(), 0);
    await other.close();
  });

  it('asks once for a secret that was reset in the console, and uses the new one', async () => {
    const { page } = workbench();
    const fresh = service().sandbox.resetSecret(service().shop.clientId);
    service().sandbox.revokeTokens(service().shop.clientId);
    await runCommand(page, 'Hydrogen: Verify Token');
    await expectNotification(page, 'The service refused these credentials');
    await shows(page, /^Shared · Production · refused$/);
    await workbench().screenshot('credentials refused');
    await page.keyboard.press('Escape');
    await chooseFromMenu(page, ['Shared'], 'Edit Application…');
    await answerSteps(page, 'Edit Shared', { ...answersFor(service().shop, 'Shared'), clientSecret: fresh });
    await shows(page, /^Shared · Production · 36\d days$/);
    await runCommand(page, 'Hydrogen: Verify Token');
    await expectNotification(page, 'Shared · Production: the token is valid');
  });

  it('loses secrets kept for the session after a reload', async () => {
    const { page } = workbench();
    await signIn(page);
    await chooseFromMenu(page, ['Shared'], 'Token and Secrets', 'Keep Secrets for This Session Only');
    await pressInModal(page, 'Keep for This Session');
    await eventually(async () =>
      assert.match((await readTree(page)).find(({ label }) => label === 'Shared')?.description ?? '', /session only/),
    );
    await treeRow(page, 'Shared', 'Production', service().shop.users[0]?.username ?? '');
    await clearNotifications(page);
    await runCommand(page, 'Hydrogen: Verify Token');
    await expectNotification(page, 'Shared · Production: the token is valid');
    await workbench().reload();
    await openHydrogen(page);
    await shows(page, /^Shared · Production · not authorized$/);
    await treeRow(page, 'Shared', 'Production', 'User');
  });

  it('keeps secrets in the secret storage after a reload', async () => {
    const { page } = workbench();
    const [shop] = service().sandbox.applications;
    await runCommand(page, 'Hydrogen: Authorize');
    await answer(page, shop?.clientSecret ?? '', 'Authorize Shared');
    await shows(page, /^Shared · Production · 36\d days$/);
    await chooseFromMenu(page, ['Shared'], 'Token and Secrets', 'Keep Secrets in the Secret Storage');
    await eventually(async () =>
      assert.equal(
        (await readTree(page)).find(({ label }) => label === 'Shared')?.description,
        service().shop.clientId,
      ),
    );
    await workbench().reload();
    await openHydrogen(page);
    await shows(page, /^Shared · Production · 36\d days$/);
  });

  it('leaves nothing after all secrets are forgotten, in another window and of removed applications too', async () => {
    const { page, profile, openWindow } = workbench();
    await addSandboxApplication(page, service().blog, 'Blog');
    const other = await openWindow();
    await openHydrogen(other);
    await shows(other, /^Blog · Production · 36\d days$/);
    const entries = await readdir(profile.userData, { recursive: true, withFileTypes: true });
    const stamp = entries.find(({ name }) => name.endsWith('.stamp')) ?? assert.fail('no stamp');
    await writeFile(path.join(stamp.parentPath, 'removed.stamp'), '{}');
    await runCommand(page, 'Hydrogen: Forget All Secrets');
    await pressInModal(page, 'Forget All');
    await expectNotification(page, 'All secrets are forgotten. Nothing of the extension is left');
    await workbench().screenshot('all forgotten');
    await eventually(async () =>
      assert.match((await readStatusBar(page))[0]?.text ?? '', /^Blog · .* · not authorized$/),
    );
    await shows(other, /^Blog · .* · not authorized$/);
    await runCommand(other, 'Hydrogen: Authorize');
    await readQuickInput(other, 'Authorize Blog');
    await other.close();
  });
});
