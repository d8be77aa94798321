import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { activeTab } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, notification, pressInNotification } from '../driver/messages';
import { cancelQuickInput, expectPicks, pick, runCommand } from '../driver/quickInput';
import { openHydrogen, pressViewAction, readTree } from '../driver/sidebar';
import { saidInStatusBar } from '../driver/statusBar';
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
    // It stays until the next step while the mouse is over it.
    await notification(
      page,
      'Entry 2 “Broken” of hydrogen.applications: clientId has a value that cannot be used.',
    ).hover();
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
    await notification(page, named).waitFor();
    await clearNotifications(page);
    // The message is gone; the icon and the line above the tree stay as long as there is a problem.
    await eventually(async () => assert.match(await problems(), /contains a ClientSecret/));
    await pressViewAction(page, 'Show Problems with the Settings');
    await pressInNotification(page, named, 'Move to the Secret Storage');
    await saidInStatusBar(page, 'The settings no longer contain a ClientSecret');
    assert.deepEqual(await storedApplications(profile), [good]);
    await eventually(async () => assert.equal((await problems()).trim(), ''));
    await runCommand(page, 'Hydrogen: Authorize');
    // It is stored, so the user is not asked for it.
    await notification(page, 'good.example.com').or(notification(page, 'cloud.minapp.com')).first().waitFor();
    await clearNotifications(page);
  });

  it('are validated together with other settings', async () => {
    const { page, profile } = workbench();
    await editSettings(page, profile, {
      'hydrogen.guard': 'ask',
      'hydrogen.http.client': 'curl',
      'hydrogen.token.warnBefore': 'soon',
      'hydrogen.variables': { limit: 5 },
    });
    await eventually(async () =>
      assert.match(await problems(), /^4 problems in your settings\. The setting hydrogen\.guard/m),
    );
    await pressViewAction(page, 'Show Problems with the Settings');
    const instead = (name: string, value: string) =>
      `The setting ${name} has an unknown value; “${value}” is used instead.`;
    await expectPicks(page, [
      instead('hydrogen.guard', 'confirm'),
      instead('hydrogen.http.client', 'undici'),
      instead('hydrogen.token.warnBefore', '24'),
      'The setting hydrogen.variables is not valid: check limit.',
    ]);
    await cancelQuickInput(page);
    const right = { guard: 'confirm', 'http.client': 'undici', 'token.warnBefore': 24, variables: {} };
    await editSettings(
      page,
      profile,
      Object.fromEntries(Object.entries(right).map(([key, value]) => [`hydrogen.${key}`, value])),
    );
    await eventually(async () => assert.equal((await problems()).trim(), ''));
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

  it('tolerate a value that is no list', async () => {
    const { page, profile } = workbench();
    await clearNotifications(page);
    await editApplications(page, profile, 'nonsense');
    await notification(page, 'The setting hydrogen.applications is not a list.').waitFor();
    await editApplications(page, profile, [good]);
    await eventually(async () => assert.deepEqual(await roots(), ['Good']));
  });
});
