import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { addApplication, type Answers } from './addApplication';
import { eventually } from '../driver/eventually';
import { notification, pressInModal, readModal } from '../driver/messages';
import { acceptQuickInput, cancelQuickInput, expectQuickInput, readQuickInput } from '../driver/quickInput';
import { openHydrogen, readTree, welcome } from '../driver/sidebar';
import { readStatusBar } from '../driver/statusBar';
import { settingsText, storedApplications } from '../driver/userSettings';
import { unusedOrigin, useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

describe('trying the credentials of a new application', () => {
  const workbench = useWorkbench();
  const service = useSandbox();
  const right = (): Answers => {
    const { clientId, clientSecret, serverDomain, authUrl } = service().shop;
    return { name: 'Shop', clientId, clientSecret, serverDomain, authUrl };
  };
  const wrong = (): Answers => ({ ...right(), clientSecret: 'wrong-secret' });

  beforeEach(() => openHydrogen(workbench().page));
  afterEach(() => service().sandbox.clearFaults());

  const nothingIsStored = async (): Promise<void> => {
    const { page, profile } = workbench();
    assert.ok(!(await settingsText(profile)).includes('hydrogen'));
    await welcome(page).waitFor();
    assert.deepEqual(await readStatusBar(page), []);
  };

  it('reports that they were refused, and stores nothing', async () => {
    const { page } = workbench();
    await addApplication(page, wrong());
    const { message, detail, buttons } = await readModal(page);
    assert.equal(message, 'The service refused these credentials.');
    assert.match(
      detail,
      /^Check ClientID and ClientSecret\. The service said: “client_secret is wrong\.”\s*Nothing was stored\.$/,
    );
    assert.deepEqual(buttons.sort(), ['Cancel', 'Edit', 'Try Again']);
    await workbench().screenshot('trial refused');
    await pressInModal(page, 'Cancel');
    await nothingIsStored();
  });

  it('can be repeated, and leads back to the answers that may be wrong', async () => {
    const { page } = workbench();
    await addApplication(page, wrong());
    await readModal(page);
    const asked = service().sandbox.requests.length;
    await pressInModal(page, 'Try Again');
    await pressInModal(page, 'Edit');
    assert.ok(service().sandbox.requests.length > asked);
    const values = Object.values<string>({ ...wrong() });
    for (const [step, value] of [...values.entries()].slice(1)) {
      await expectQuickInput(page, { title: `Add Application (${step + 1}/5)`, value });
      if (step < 4) await acceptQuickInput(page);
    }
    await cancelQuickInput(page);
    await nothingIsStored();
  });

  it('shows the response that is not JSON', async () => {
    const { page } = workbench();
    service().sandbox.fail({ kind: 'html' });
    await addApplication(page, right());
    const { message, detail, buttons } = await readModal(page);
    assert.equal(message, 'The credentials could not be tried.');
    assert.match(
      detail,
      /^Expected JSON from http:\/\/127\.0\.0\.1:\d+\/api\/\S+, but received: “<!doctype html><title>Sandbox/,
    );
    assert.ok(!detail.includes(right().clientSecret));
    assert.deepEqual(buttons.sort(), ['Cancel', 'Edit', 'Keep Anyway', 'Try Again']);
    await workbench().screenshot('trial html');
    await pressInModal(page, 'Cancel');
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
    const { value } = await readQuickInput(page, 'Add Application (1/5)');
    assert.equal(value, right().name);
    await cancelQuickInput(page);
    await nothingIsStored();
  });

  it('stores them untested when the server is unreachable and the user agrees', async () => {
    const { page, profile } = workbench();
    const authUrl = await unusedOrigin();
    await addApplication(page, { ...right(), authUrl });
    const { detail } = await readModal(page);
    assert.ok(detail.startsWith(`${authUrl} refused the connection.`), detail);
    await pressInModal(page, 'Keep Anyway');
    await eventually(async () =>
      assert.equal((await readStatusBar(page))[0]?.text, 'Shop · Production · not authorized'),
    );
    await eventually(async () => assert.equal((await readTree(page))[0]?.label, 'Shop'));
    assert.equal((await storedApplications(profile))[0]?.['authUrl'], authUrl);
    await workbench().screenshot('status not authorized');
  });
});
