import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { addApplication, answersFor, answerSteps, type Answers } from './addApplication';
import { eventually } from '../driver/eventually';
import { notification, pressInModal, readModal } from '../driver/messages';
import {
  acceptQuickInput,
  answer,
  cancelQuickInput,
  expectComplaint,
  expectQuickInput,
  quickInput,
  readQuickInput,
  runCommand,
} from '../driver/quickInput';
import { openHydrogen, readTree, welcome } from '../driver/sidebar';
import { readStatusBar } from '../driver/statusBar';
import { settingsText, storedApplications } from '../driver/userSettings';
import { unusedOrigin, useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

describe('adding an application', () => {
  const workbench = useWorkbench();
  const service = useSandbox();
  const right = (): Answers => answersFor(service().shop, 'Shop');
  const step = (number: number) => `Add Application (${number}/5)`;
  const nothingIsStored = async (): Promise<void> => {
    const { page, profile } = workbench();
    assert.ok(!(await settingsText(profile)).includes('"hydrogen.'));
    await welcome(page).waitFor();
    assert.deepEqual(await readStatusBar(page), []);
  };
  afterEach(() => service().sandbox.clearFaults());

  it('validates each answer while it is typed, masks the ClientSecret, and keeps the answers when going back', async () => {
    const { page } = workbench();
    const { name, clientId, clientSecret, serverDomain } = right();
    await openHydrogen(page);
    await addApplication(page, right(), 'name');
    await acceptQuickInput(page);
    await expectQuickInput(page, { title: step(1), message: 'Enter a name.', severity: 'error' });
    await expectComplaint(page, '   ', 'Enter a name.');
    await answer(page, name, step(1));
    await expectComplaint(page, 'two words', 'An ID has no spaces.');
    await answer(page, clientId, step(2));
    await readQuickInput(page, step(3));
    assert.equal(await quickInput(page).locator('input').first().getAttribute('type'), 'password');
    await acceptQuickInput(page);
    await expectQuickInput(page, { message: 'Enter the ClientSecret.', severity: 'error' });
    await answer(page, clientSecret, step(3));
    await expectQuickInput(page, { title: step(4), value: `https://${clientId}.myminapp.com` });
    await expectComplaint(page, 'shop.example.com', 'Will be saved as https://shop.example.com', 'info');
    const insecure = 'Plain http would show your credentials to the network. Use https.';
    await expectComplaint(page, 'http://shop.example.com', insecure);
    await acceptQuickInput(page);
    await expectQuickInput(page, { title: step(4), severity: 'error' });
    await answer(page, serverDomain, step(4));
    await expectQuickInput(page, { title: step(5), value: 'https://cloud.minapp.com' });
    for (const [index, value] of [...[name, clientId, clientSecret, serverDomain].entries()].reverse()) {
      await quickInput(page).getByRole('button', { name: /^Back/ }).click();
      await expectQuickInput(page, { title: step(index + 1), value });
    }
    await cancelQuickInput(page);
  });

  it('changes nothing when it is cancelled', async () => {
    const { page } = workbench();
    await addApplication(page, right(), 'authUrl');
    await cancelQuickInput(page);
    await nothingIsStored();
    assert.equal(service().sandbox.requests.length, 0);
  });

  it('reports refused credentials, and leads back to the answers that may be wrong', async () => {
    const { page } = workbench();
    const wrong = { ...right(), clientSecret: 'wrong-secret' };
    await addApplication(page, wrong);
    const { message, detail, buttons } = await readModal(page);
    assert.equal(message, 'The service refused these credentials.');
    assert.match(
      detail,
      /^Check ClientID and ClientSecret\. The service said: “client_secret is wrong\.”\s*Nothing was stored\.$/,
    );
    assert.deepEqual(buttons.sort(), ['Cancel', 'Edit', 'Try Again']);
    await workbench().screenshot('trial refused');
    await pressInModal(page, 'Try Again');
    const asked = service().sandbox.requests.length;
    for (const [index, value] of [wrong.clientSecret, wrong.serverDomain, wrong.authUrl].entries()) {
      await expectQuickInput(page, { title: step(index + 3), value });
      await acceptQuickInput(page);
    }
    await pressInModal(page, 'Edit');
    assert.ok(service().sandbox.requests.length > asked);
    const values = Object.values<string>({ ...wrong });
    for (const [index, value] of [...values.entries()].slice(1)) {
      await expectQuickInput(page, { title: step(index + 1), value });
      if (index < 4) await acceptQuickInput(page);
    }
    await cancelQuickInput(page);
    await nothingIsStored();
  });

  it('can be cancelled when no response comes', async () => {
    const { page } = workbench();
    service().sandbox.fail({ kind: 'never' });
    await addApplication(page, right());
    const progress = notification(page, 'Trying the credentials of Shop…');
    await progress.waitFor();
    await workbench().screenshot('trial under way');
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await progress.waitFor({ state: 'detached' });
    const { value } = await readQuickInput(page, step(1));
    assert.equal(value, right().name);
    await cancelQuickInput(page);
    await nothingIsStored();
  });

  it('tries the credentials, stores them and shows the application', async () => {
    const { page, profile } = workbench();
    const { length } = service().sandbox.requests;
    await addApplication(page, right());
    await eventually(async () =>
      assert.match((await readStatusBar(page))[0]?.text ?? '', /^Shop · Production · 36\d days$/),
    );
    await eventually(async () => {
      const [row] = await readTree(page);
      assert.deepEqual([row?.label, row?.description], ['Shop', right().clientId]);
    });
    const { clientSecret, ...shown } = right();
    assert.deepEqual(await storedApplications(profile), [{ ...shown, environments: [], contentGroups: [] }]);
    assert.ok(!(await settingsText(profile)).includes(clientSecret));
    const sent = service().sandbox.requests.slice(length);
    assert.deepEqual(
      sent.map(({ method, hasCookie, bodyHasSecret }) => [method, hasCookie, bodyHasSecret]),
      [
        ['POST', false, true],
        ['GET', true, false],
        ['GET', true, false],
        ['POST', false, true],
      ],
    );
  });

  it('refuses the same ClientID on the same server', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Add Application…');
    await answerSteps(page, 'Add Application', right(), 'authUrl');
    await expectComplaint(page, right().authUrl, '“Shop” already has this ClientID on this server.');
    await acceptQuickInput(page);
    await readQuickInput(page, step(5));
    await cancelQuickInput(page);
  });

  it('stores them untested when the server is unreachable and the user agrees', async () => {
    const { page, profile } = workbench();
    const authUrl = await unusedOrigin();
    await addApplication(page, { ...right(), name: 'Unreachable', authUrl });
    const { message, detail, buttons } = await readModal(page);
    assert.equal(message, 'The credentials could not be tried.');
    assert.ok(detail.startsWith(`${authUrl} refused the connection.`), detail);
    assert.ok(!detail.includes(right().clientSecret));
    assert.deepEqual(buttons.sort(), ['Cancel', 'Edit', 'Keep Anyway', 'Try Again']);
    await pressInModal(page, 'Keep Anyway');
    await eventually(async () =>
      assert.equal((await readStatusBar(page))[0]?.text, 'Unreachable · Production · not authorized'),
    );
    await eventually(async () => assert.ok((await readTree(page)).some(({ label }) => label === 'Unreachable')));
    assert.equal((await storedApplications(profile))[1]?.['authUrl'], authUrl);
    await workbench().screenshot('status not authorized');
  });
});
