import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { addApplication, answerSteps, type Answers } from './addApplication';
import { eventually } from '../driver/eventually';
import {
  acceptQuickInput,
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
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

describe('adding an application', () => {
  const workbench = useWorkbench();
  const service = useSandbox();
  const right = (): Answers => {
    const { clientId, clientSecret } = service().shop;
    return {
      name: 'Shop',
      clientId,
      clientSecret,
      serverDomain: service().sandbox.origin,
      authUrl: service().sandbox.origin,
    };
  };

  beforeEach(() => openHydrogen(workbench().page));

  it('validates a name and a ClientID while they are typed', async () => {
    const { page } = workbench();
    await addApplication(page, right(), 'name');
    await acceptQuickInput(page);
    await expectQuickInput(page, { title: 'Add Application (1/5)', message: 'Enter a name.', severity: 'error' });
    await expectComplaint(page, '   ', 'Enter a name.');
    await cancelQuickInput(page);
    await addApplication(page, right(), 'clientId');
    await expectComplaint(page, 'two words', 'An ID has no spaces.');
    await expectComplaint(page, 'кириллица', 'An ID consists of ASCII letters, digits and punctuation.');
    await cancelQuickInput(page);
  });

  it('masks the ClientSecret', async () => {
    const { page } = workbench();
    await addApplication(page, right(), 'clientSecret');
    assert.equal(await quickInput(page).locator('input').first().getAttribute('type'), 'password');
    await acceptQuickInput(page);
    await expectQuickInput(page, { message: 'Enter the ClientSecret.', severity: 'error' });
    await expectComplaint(page, 'two words', 'An ID has no spaces.');
    await cancelQuickInput(page);
  });

  it('shows the normalized address while it is typed', async () => {
    const { page } = workbench();
    await addApplication(page, right(), 'serverDomain');
    await expectQuickInput(page, { value: `https://${right().clientId}.myminapp.com` });
    const kept = 'Will be saved as https://shop.example.com';
    await expectComplaint(page, 'HTTPS://Shop.Example.com', kept, 'info');
    await expectComplaint(page, 'https://shop.example.com/', kept, 'info');
    const path = 'The address must not have a path. Remove “/hserve/v1/?a=b”.';
    await expectComplaint(page, 'https://shop.example.com/hserve/v1/?a=b', path);
    await expectComplaint(page, 'shop.example.com', kept, 'info');
    await expectComplaint(page, 'https://shop example.com', 'An address has no spaces.');
    await expectComplaint(
      page,
      'http://shop.example.com',
      'Plain http would show your credentials to the network. Use https.',
    );
    await expectComplaint(page, 'ftp://shop.example.com', 'The address must begin with https://.');
    await expectComplaint(
      page,
      'https://me:pass@shop.example.com',
      'Remove the user name and password from the address.',
    );
    await expectComplaint(page, 'https://', 'This is not a valid address. It looks like https://example.com.');
    await acceptQuickInput(page);
    await expectQuickInput(page, { title: 'Add Application (4/5)', severity: 'error' });
    await cancelQuickInput(page);
  });

  it('keeps the answers when going back', async () => {
    const { page } = workbench();
    await addApplication(page, right(), 'authUrl');
    await expectQuickInput(page, { value: 'https://cloud.minapp.com' });
    for (const [step, value] of [
      [4, right().serverDomain],
      [3, right().clientSecret],
      [2, right().clientId],
      [1, 'Shop'],
    ] as const) {
      await quickInput(page).getByRole('button', { name: /^Back/ }).click();
      await expectQuickInput(page, { title: `Add Application (${step}/5)`, value });
    }
    await cancelQuickInput(page);
  });

  it('changes nothing when it is cancelled at any step', async () => {
    const { page, profile } = workbench();
    for (const step of ['name', 'clientId', 'clientSecret', 'serverDomain', 'authUrl'] as const) {
      await addApplication(page, right(), step);
      await cancelQuickInput(page);
    }
    assert.ok(!(await settingsText(profile)).includes('hydrogen'));
    assert.equal(service().sandbox.requests.length, 0);
    await welcome(page).waitFor();
  });

  it('tries the credentials, stores them and shows the application', async () => {
    const { page, profile } = workbench();
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
    assert.deepEqual(
      service().sandbox.requests.map(({ method, hasCookie, bodyHasSecret }) => [method, hasCookie, bodyHasSecret]),
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
    await runCommand(page, 'Hydrogen: Add Application');
    await answerSteps(page, 'Add Application', right(), 'authUrl');
    await expectComplaint(page, right().authUrl, '“Shop” already has this ClientID on this server.');
    await acceptQuickInput(page);
    await readQuickInput(page, 'Add Application (5/5)');
    await cancelQuickInput(page);
  });
});
