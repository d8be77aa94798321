import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { activeTab } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { notification, pressInNotification } from '../driver/messages';
import { expectPicks, pick, runCommand } from '../driver/quickInput';
import { openHydrogen, readTree } from '../driver/sidebar';
import { editApplications } from '../driver/userSettings';
import { useWorkbench } from '../driver/workbench';

const good = { name: 'Good', clientId: 'good', serverDomain: 'https://good.example.com' };
const broken = { name: 'Broken', clientId: 'two words', serverDomain: 'https://broken.example.com' };
const insecure = { clientId: 'insecure', name: 'Insecure', serverDomain: 'http://insecure.example.com' };

describe('applications in hand-edited settings', () => {
  const workbench = useWorkbench({
    settings: {
      'hydrogen.applications': [good, broken, insecure, { ...good, name: 'Good again' }],
      'workbench.editor.useModal': 'off', // the tree is to be seen beside settings.json
    },
  });
  const roots = async (): Promise<string[]> =>
    (await readTree(workbench().page)).filter(({ level }) => level === 1).map(({ label }) => label);
  const problems = async (): Promise<string> =>
    (await workbench().page.locator('.part.sidebar .message').allTextContents()).join('\n');

  it('are shown, and those that cannot be are named', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await eventually(async () => assert.deepEqual(await roots(), ['Good']));
    await notification(page, 'Entry #2 “Broken” of hydrogen.applications is not valid: check clientId.').waitFor();
    await eventually(async () => assert.match(await problems(), /has 3 mistakes\. The first: Entry #2 “Broken”/));
    await workbench().screenshot('settings problems');
  });

  it('are listed one by one where several are wrong, and each leads to the settings', async () => {
    const { page } = workbench();
    await pressInNotification(page, /has 3 mistakes/, 'Show What Is Wrong');
    await expectPicks(page, [
      'Entry #2 “Broken” of hydrogen.applications is not valid: check clientId.',
      'Entry #3 “Insecure” of hydrogen.applications is not valid: check serverDomain.',
      'Entry #4 “Good again” of hydrogen.applications repeats the ClientID of an earlier one.',
    ]);
    await workbench().screenshot('settings problems listed');
    await pick(page, /^Entry #3/);
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

  it('survive a value that is no list', async () => {
    const { page, profile } = workbench();
    await editApplications(page, profile, 'nonsense');
    await notification(page, 'The setting hydrogen.applications is not a list.').waitFor();
    await editApplications(page, profile, [good]);
    await eventually(async () => assert.deepEqual(await roots(), ['Good']));
  });
});
