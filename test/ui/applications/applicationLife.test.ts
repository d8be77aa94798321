import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { addSandboxApplication, answersFor, answerSteps } from './addApplication';
import { contentPath } from '../explorer/contentTree';
import { codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, expectNotification, notification, pressInModal, readModal } from '../driver/messages';
import {
  answer,
  cancelQuickInput,
  expectComplaint,
  expectPicks,
  expectQuickInput,
  pick,
  readPicks,
  readQuickInput,
  runAndPick,
  runCommand,
  typeInQuickInput,
} from '../driver/quickInput';
import { chooseFromMenu, expand, openHydrogen, pressRowAction, readTree, treeRow, welcome } from '../driver/sidebar';
import { readStatusBar, statusBarItem, statusMessage } from '../driver/statusBar';
import { editApplications, storedApplications } from '../driver/userSettings';
import { openDocument, responseShows, sendFirst, writeDocuments } from '../requests/requestsFixture';
import { signIn } from '../users/signIn';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

describe('the life of an application', () => {
  const workbench = useWorkbench({
    arrange: profile =>
      writeDocuments(profile, {
        groups: ['GET /hserve/v1/content/group/'],
        login: ['POST /hserve/v2.1/login/username/', '', '{ "username": "ada", "password": "{{$secret password}}" }'],
      }),
  });
  const service = useSandbox();
  const stored = async () => (await storedApplications(workbench().profile))[0] ?? {};
  const statusIs = (text: string): Promise<void> =>
    eventually(async () => assert.ok((await readStatusBar(workbench().page))[0]?.text.startsWith(`${text} · `)));

  it('begins with adding it', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await addSandboxApplication(page, service().shop, 'Shop');
    await treeRow(page, 'Shop', 'Production');
  });

  it('continues under another name, with the stored ClientSecret', async () => {
    const { page } = workbench();
    const authorizations = () => service().sandbox.requests.filter(({ path }) => path.startsWith('/api/oauth2')).length;
    const before = authorizations();
    await runCommand(page, 'Hydrogen: Edit Application…');
    await answerSteps(page, 'Edit Shop', { ...answersFor(service().shop, 'Boutique'), clientSecret: '' });
    await statusIs('Boutique · Production');
    assert.equal(authorizations(), before);
    await runCommand(page, 'Hydrogen: Authorize');
    await statusMessage(page, /^Boutique is authorized for \d+ days$/);
    await chooseFromMenu(page, ['Boutique'], 'Rename Application…');
    await answer(page, 'Shop', 'Rename Boutique');
    await statusIs('Shop · Production');
  });

  it('requires the ClientSecret again when its server changes', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Edit Application…');
    await answerSteps(page, 'Edit Shop', { ...answersFor(service().shop, 'Shop'), clientSecret: '' }, 'authUrl');
    const { origin } = service().sandbox;
    const complaint = `The stored ClientSecret is bound to ${origin}. Go back and enter it again.`;
    await expectComplaint(page, origin.replace('127.0.0.1', 'localhost'), complaint);
    await cancelQuickInput(page);
    assert.equal((await stored())['authUrl'], origin);
  });

  it('loses sessions and secrets when its server domain changes, and keeps its authorization', async () => {
    const { page, profile } = workbench();
    const [user] = service().shop.users;
    const moveTo = async (domain: string) => {
      await chooseFromMenu(page, ['Shop'], 'Edit Application…');
      const answers = { ...answersFor(service().shop, 'Shop'), clientSecret: '', serverDomain: domain };
      await answerSteps(page, 'Edit Shop', answers);
      await eventually(async () => assert.equal((await storedApplications(profile))[0]?.['serverDomain'], domain));
    };
    const { serverDomain } = service().shop;
    const secrets = 'Hydrogen: Secrets of Request Documents…';
    await signIn(page, ['Shop', 'Production', 'User'], user);
    await treeRow(page, 'Shop', 'Production', user?.username ?? '');
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
    // The authorization server has not changed, so the credentials for it are still valid.
    await runCommand(page, 'Hydrogen: Verify Token');
    await expectNotification(page, 'Shop · Production: the token is valid');
  });

  it('gains and loses environments', async () => {
    const { page } = workbench();
    const [{ envId } = { envId: '' }] = service().shop.environments;
    await chooseFromMenu(page, ['Shop'], 'Add Environment…');
    await answer(page, 'Stagin', 'Add Environment to Shop (1/2)');
    await readQuickInput(page, 'Add Environment to Shop (2/2)');
    await expectComplaint(page, 'two words', 'An ID has no spaces.');
    await answer(page, `${envId}0`, 'Add Environment to Shop (2/2)');
    const { message, detail, buttons } = await readModal(page);
    assert.equal(message, 'The service does not know this Env ID.');
    assert.match(detail, /The Env ID in X-Hydrogen-Env-ID is not known\.[^]*Nothing was stored\.$/);
    assert.deepEqual(buttons.sort(), ['Cancel', 'Edit', 'Keep Anyway', 'Try Again']);
    await pressInModal(page, 'Edit');
    await expectQuickInput(page, { title: 'Add Environment to Shop (2/2)', value: `${envId}0` });
    await answer(page, envId, 'Add Environment to Shop (2/2)');
    await chooseFromMenu(page, ['Shop', 'Stagin'], 'Edit Environment…');
    await answer(page, 'Staging', 'Edit Environment Stagin (1/2)');
    await answer(page, envId, 'Edit Environment Stagin (2/2)');
    await pressRowAction(page, ['Shop', 'Staging'], 'Select Environment…');
    await statusIs('Shop · Staging');
    await treeRow(page, ...contentPath('Shop', 'Staging', '商品 Products', '测试图书 Test books'));
    assert.deepEqual((await stored())['environments'], [{ name: 'Staging', envId }]);
    const guarded = { name: 'Staging', envId, guard: 'readOnly' };
    await editApplications(page, workbench().profile, [{ ...(await stored()), environments: [guarded] }]);
    await runAndPick(page, 'Hydrogen: Edit Environment…', 'Staging');
    await answer(page, 'Staging', 'Edit Environment Staging (1/2)');
    await answer(page, `${envId}0`, 'Edit Environment Staging (2/2)');
    await readModal(page);
    await pressInModal(page, 'Keep Anyway');
    await eventually(async () =>
      assert.deepEqual((await stored())['environments'], [{ ...guarded, envId: `${envId}0` }]),
    );
    // A new Env ID creates a new, collapsed row. The context menu of the old row would find no environment.
    await eventually(async () =>
      assert.ok(!(await readTree(page)).some(({ label }) => label === '测试图书 Test books')),
    );
    await statusIs('Shop · Staging');
    await chooseFromMenu(page, ['Shop', 'Staging'], 'Remove Environment');
    assert.equal((await readModal(page)).message, 'Remove the environment Staging from Shop?');
    await pressInModal(page, 'Remove');
    await eventually(async () => assert.deepEqual((await stored())['environments'], []));
  });

  it('does not switch to production when the selected environment is removed', async () => {
    const { page } = workbench();
    await eventually(async () =>
      assert.deepEqual(
        (await readStatusBar(page)).map(({ text }) => text),
        ['Hydrogen · No application selected'],
      ),
    );
    await statusBarItem(page, 'No application selected').click();
    await readQuickInput(page, 'No application selected');
    await eventually(async () => {
      const picks = (await readPicks(page)).join('\n');
      for (const label of ['Select Application…', 'Select Environment…', 'Authorize', 'Add Application…']) {
        assert.ok(picks.includes(label), `${label} is not in\n${picks}`);
      }
    });
    await workbench().screenshot('status menu without a selection');
    await cancelQuickInput(page);
    await eventually(async () =>
      assert.deepEqual(
        (await readTree(page)).filter(({ description }) => description.includes('selected')),
        [],
      ),
    );
    await openDocument(page, 'groups');
    await codeLens(page, 'Select Environment…').first().waitFor();
    const before = service().sandbox.requests.length;
    await runCommand(page, 'Hydrogen: Verify Token');
    await readQuickInput(page, 'Select Environment of Shop');
    await cancelQuickInput(page);
    assert.equal(service().sandbox.requests.length, before);
    await codeLens(page, 'Select Environment…').first().click();
    await readQuickInput(page, 'Select Environment of Shop');
    await pick(page, 'Production');
    await statusIs('Shop · Production');
    await codeLens(page, 'Send · Shop · Production').first().waitFor();
    await runCommand(page, 'View: Close All Editors');
  });

  it('stores content groups by their ID, and explains why one cannot be read', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Add Content Group by ID…');
    await answer(page, '42', 'Add Content Group to Shop');
    const group = contentPath('Shop', 'Production', 'Content group 42');
    await expand(page, ...group);
    const error = page.locator('.part.sidebar').getByRole('treeitem', { name: /^Could not be read: Not found at/ });
    await error.waitFor();
    await workbench().screenshot('error node');
    await chooseFromMenu(page, group, 'Remove Content Group');
    assert.equal((await readModal(page)).message, 'Remove the content group Content group 42 from Shop?');
    await pressInModal(page, 'Remove');
    await eventually(async () => assert.ok(!(await readTree(page)).some(({ label }) => label === 'Content group 42')));
    assert.deepEqual((await stored())['contentGroups'], []);
  });

  it('can be found from the palette', async () => {
    const { page } = workbench();
    await addSandboxApplication(page, service().blog, 'Blog');
    // A focused tree takes the focus back when it is redrawn, which closes an open list. So wait for the redraw here.
    await expand(page, 'Blog', 'Production');
    await runCommand(page, 'Hydrogen: List Applications');
    await readQuickInput(page, 'Applications');
    await expectPicks(page, ['Shop', 'Blog']);
    await typeInQuickInput(page, service().shop.clientId.slice(3, 9));
    await expectPicks(page, ['Shop']);
    await pick(page, 'Shop');
    await page.locator('.part.sidebar [role=treeitem].focused', { hasText: 'Shop' }).waitFor();
    await runCommand(page, 'Hydrogen: List Environments');
    await readQuickInput(page, 'Environments');
    await typeInQuickInput(page, 'blog');
    await expectPicks(page, ['Production']);
    await pick(page, 'Production');
    await page.locator('.part.sidebar [role=treeitem].focused', { hasText: 'Production' }).waitFor();
  });

  it('ends only when it is removed', async () => {
    const { page, profile } = workbench();
    for (const name of ['Blog', 'Shop']) {
      await chooseFromMenu(page, [name], 'Remove Application');
      assert.equal((await readModal(page)).message, `Remove ${name}?`);
      await workbench().screenshot('remove');
      await pressInModal(page, 'Cancel');
      assert.ok((await storedApplications(profile)).some(application => application['name'] === name));
      await chooseFromMenu(page, [name], 'Remove Application');
      await pressInModal(page, 'Remove');
      await eventually(async () => assert.ok(!(await readTree(page)).some(({ label }) => label === name)));
    }
    assert.deepEqual(await storedApplications(profile), []);
    await welcome(page).waitFor();
    await eventually(async () => assert.deepEqual(await readStatusBar(page), []));
  });
});
