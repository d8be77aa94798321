import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { violations } from '../driver/accessibility';
import type { PageElement } from '../driver/pageElement';
import { activeTab } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, expectNotification, pressInNotification } from '../driver/messages';
import { cancelQuickInput, expectPicks, pick, pickRow, runCommand } from '../driver/quickInput';
import { openHydrogen, pressViewAction, readTree, welcome } from '../driver/sidebar';
import { statusBarItem, statusMessage } from '../driver/statusBar';
import { editApplications, editSettings, storedApplications } from '../driver/userSettings';
import { useWorkbench } from '../driver/workbench';

const good = { name: 'Good', clientId: 'good', serverDomain: 'https://good.example.com' };
const broken = { name: 'Broken', clientId: 'two words', serverDomain: 'https://broken.example.com' };
const insecure = { clientId: 'insecure', name: 'Insecure', serverDomain: 'http://insecure.example.com' };

describe('applications in hand-edited settings', () => {
  const workbench = useWorkbench({
    settings: {
      'hydrogen.applications': [good, broken, insecure, { ...good, name: 'Good again' }],
      'workbench.editor.useModal': 'off', // the tree has to be visible beside settings.json
    },
  });
  const roots = async (): Promise<string[]> =>
    (await readTree(workbench().page)).filter(({ level }) => level === 1).map(({ label }) => label);
  const problems = async (): Promise<string> =>
    (await workbench().page.locator('.part.sidebar .message').allTextContents()).join('\n');

  it('are shown, and invalid ones are named', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await eventually(async () => assert.deepEqual(await roots(), ['Good']));
    await expectNotification(
      page,
      'Entry 2 “Broken” of hydrogen.applications: clientId has a value that cannot be used.',
    );
    await eventually(async () => assert.match(await problems(), /^3 problems in your settings\. Entry 2 “Broken”/m));
    await workbench().screenshot('settings problems');
  });

  it('are listed one by one when several are wrong, and each leads to the settings', async () => {
    const { page } = workbench();
    await pressInNotification(page, /3 problems in your settings/, 'Show Problems');
    await expectPicks(page, [
      'Entry 2 “Broken” of hydrogen.applications: clientId has a value that cannot be used.',
      'Entry 3 “Insecure” of hydrogen.applications: serverDomain has a value that cannot be used.',
      'Entry 4 “Good again” of hydrogen.applications repeats the ClientID of an earlier one.',
    ]);
    await workbench().screenshot('settings problems listed');
    await pick(page, /^Entry 3/);
    await eventually(async () => assert.equal(await activeTab(page), 'settings.json'));
    await statusBarItem(page, /^Ln (?!1,)/).waitFor(); // then the editor has the focus, and takes it from no quick input
    await runCommand(page, 'View: Close Editor');
  });

  it('follow an edit at once', async () => {
    const { page, profile } = workbench();
    await editApplications(page, profile, [
      { ...good, name: 'Renamed' },
      { ...broken, clientId: 'one-word' },
    ]);
    await eventually(async () => assert.deepEqual(await roots(), ['Renamed', 'Broken']));
    await eventually(async () => assert.equal((await problems()).trim(), ''));
  });

  it('contain no ClientSecret: one that is written there is named, and moved to the secret storage', async () => {
    const { page, profile } = workbench();
    await clearNotifications(page);
    await editApplications(page, profile, [{ ...good, clientSecret: 'left-in-the-settings' }]);
    const named = 'Entry 1 “Good” of hydrogen.applications contains a ClientSecret';
    await expectNotification(page, named);
    await clearNotifications(page);
    // The notification is gone. The icon and the message above the tree stay while there is a problem.
    await eventually(async () => assert.match(await problems(), /contains a ClientSecret/));
    await pressViewAction(page, 'Show Problems with the Settings');
    await pressInNotification(page, named, 'Move to the Secret Storage');
    await statusMessage(page, 'The settings no longer contain a ClientSecret');
    assert.deepEqual(await storedApplications(profile), [good]);
    await eventually(async () => assert.equal((await problems()).trim(), ''));
    await runCommand(page, 'Hydrogen: Authorize');
    // The ClientSecret is stored, so the command does not ask for it.
    await expectNotification(page, /good\.example\.com|cloud\.minapp\.com/);
    await clearNotifications(page);
  });

  it('have the action of a problem below it in the list, because a long problem would cut it off', async () => {
    const { page, profile } = workbench();
    await editApplications(page, profile, [{ ...good, clientSecret: 'left-in-the-settings' }, broken]);
    await eventually(async () => assert.match(await problems(), /^2 problems/));
    await pressViewAction(page, 'Show Problems with the Settings');
    const row = pickRow(page, /contains a ClientSecret/);
    await row
      .locator('.quick-input-list-row:nth-child(2)', { hasText: 'Move to the Secret Storage' })
      .waitFor({ timeout: 10_000 });
    await cancelQuickInput(page);
    await clearNotifications(page);
  });

  it('show the welcome text below a problem of another setting', async () => {
    const { page, profile } = workbench();
    await editApplications(page, profile, []);
    await editSettings(page, profile, { 'hydrogen.guard': 'ask' });
    const welcome = page.locator('.part.sidebar .welcome-view-content');
    await eventually(async () =>
      assert.match((await welcome.allTextContents()).join('\n'), /not valid[^]*Show Problems[^]*Try the Local Sandbox/),
    );
    await workbench().screenshot('settings problem above the welcome text');
    await editSettings(page, profile, { 'hydrogen.guard': 'confirm' });
    await eventually(async () => assert.doesNotMatch((await welcome.allTextContents()).join('\n'), /not valid/));
  });

  it('lead from the welcome text to their problems when no entry is valid', async () => {
    const { page, profile } = workbench();
    await editApplications(page, profile, [{ name: 'Broken' }]);
    await welcome(page).getByRole('button', { name: 'Show Problems' }).waitFor();
    await clearNotifications(page);
    await welcome(page).getByRole('button', { name: 'Show Problems' }).click();
    await expectNotification(page, 'Entry 1 “Broken” of hydrogen.applications: clientId is missing.');
    assert.match((await welcome(page).textContent()) ?? '', /^No entry of the setting hydrogen\.applications/);
    assert.deepEqual(await violations(page, '.part.sidebar .welcome-view-content'), []);
    await workbench().screenshot('nothing valid');
  });

  it('complete no step of the walkthrough for a command that fails without them', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Get Started');
    const boxes = page.locator('.gettingStartedDetailsContent .getting-started-step [role=checkbox]');
    await eventually(async () => assert.equal(await boxes.count(), 5));
    const checked = async () =>
      boxes.evaluateAll((all: PageElement[]) => all.map(box => box.getAttribute('aria-checked')));
    await runCommand(page, 'Hydrogen: Verify Token');
    await expectNotification(page, 'There is no application yet. Add one, or try the local sandbox.');
    await runCommand(page, 'Hydrogen: Try the Local Sandbox');
    await eventually(async () => assert.equal((await checked())[0], 'true'));
    assert.deepEqual(await checked(), ['true', ...Array<string>(4).fill('false')]);
  });
});
