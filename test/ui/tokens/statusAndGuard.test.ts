import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { addSandboxApplication } from '../applications/addApplication';
import { eventually, plain } from '../driver/eventually';
import { expectNotification, pressInModal, pressInNotification, readModal } from '../driver/messages';
import {
  answer,
  cancelQuickInput,
  expectQuickInput,
  pick,
  readPicks,
  readQuickInput,
  runAndPick,
  runCommand,
} from '../driver/quickInput';
import { openHydrogen } from '../driver/sidebar';
import { noStatusMessage, readStatusBar, statusBarItem, statusMessage, type StatusBarItem } from '../driver/statusBar';
import { editSettings } from '../driver/userSettings';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench, type Workbench } from '../driver/workbench';

const unlocked = /Shop · Production · unlocked · \d+ min/;

async function startRegistering(workbench: Workbench, name: string): Promise<void> {
  const { page } = workbench;
  await runAndPick(page, 'Hydrogen: Sign In as a User…', 'Register with a user name');
  await answer(page, name, /^Sign In/);
  await answer(page, 'hunter2-hunter2', { message: /^Password\./ });
}

describe('the window of an application', () => {
  /** A new token of Minutes, which lives for 500 seconds, is warned of after three. */
  const secondsLeft = 497;
  const workbench = useWorkbench({ settings: { 'hydrogen.token.warnBefore': secondsLeft / 3600 } });

  describe('the status bar', () => {
    const years = useSandbox();
    const minutes = useSandbox({ accessTokenLifetime: 500 });
    const seconds = useSandbox({ accessTokenLifetime: 5 });

    const shows = (text: RegExp, kind: StatusBarItem['kind']): Promise<StatusBarItem> =>
      eventually(async () => {
        const [item] = await readStatusBar(workbench().page);
        assert.match(item?.text ?? '', text);
        assert.equal(item?.kind, kind);
        return item;
      });

    /** Moves the mouse over the item of Years, and returns the text of its tooltip, which stays open. */
    const tooltip = (): Promise<string> =>
      eventually(async () => {
        const { page } = workbench();
        await page.mouse.move(640, 200);
        await statusBarItem(page, 'Years · Production').hover();
        const hovers = page.locator('.workbench-hover-container, .monaco-hover');
        const shown = hovers.filter({ hasText: 'The access token expires' }).first();
        await shown.waitFor({ timeout: 10_000 });
        return plain(await shown.textContent({ timeout: 1000 }));
      });

    it('shows no warning while a token is valid for days', async () => {
      const { page } = workbench();
      await openHydrogen(page);
      await addSandboxApplication(page, years().shop, 'Years');
      const { spoken } = await shows(/^Years · Production · 36\d days$/, 'standard');
      assert.match(spoken, /^Hydrogen: application Years, environment Production, access token: 36\d days/);
      await workbench().screenshot('status days');
    });

    it('shows the time and the possible actions in its tooltip', async () => {
      const { page } = workbench();
      const text = await tooltip();
      assert.ok(text.includes('Years · Production'));
      assert.ok(text.includes(years().sandbox.origin));
      assert.match(text, /expires on \w+day, \w+ \d+, \d{4} at \d+:\d\d:\d\d/);
      assert.match(text, /Refresh Token · Verify Token · Select Application… · Select Environment…/);
      await workbench().screenshot('status tooltip');
      await page.mouse.move(640, 200);
    });

    it('opens a menu on a click', async () => {
      const { page } = workbench();
      await statusBarItem(page, 'Years · Production').click();
      await readQuickInput(page, 'Years · Production');
      const labels = ['Refresh Token', 'Verify Token', 'Authorize Again', 'Forget Token', 'Select Application…'];
      await eventually(async () => {
        const picks = (await readPicks(page)).join('\n');
        for (const label of labels) assert.ok(picks.includes(label), `${label} is not in\n${picks}`);
      });
      await workbench().screenshot('status menu');
      await cancelQuickInput(page);
    });

    it('warns when a token has minutes to live, and offers to refresh it', async () => {
      const { page } = workbench();
      await addSandboxApplication(page, minutes().shop, 'Minutes');
      await shows(/^Minutes · Production · \d min$/, 'warning');
      await expectNotification(page, /The access token of Minutes expires in \d min\./);
      await workbench().screenshot('status minutes');
      const authorizations = () =>
        minutes().sandbox.requests.filter(({ path }) => path.startsWith('/api/oauth2')).length;
      const before = authorizations();
      await runCommand(page, 'Hydrogen: Refresh Token');
      await pressInModal(page, 'Refresh Token');
      await statusMessage(page, 'The token of Minutes was refreshed');
      assert.equal(authorizations(), before + 1);
    });

    it('changes by itself when a token has expired', async () => {
      const { page } = workbench();
      await addSandboxApplication(page, seconds().shop, 'Seconds');
      await shows(/^Seconds · Production · expired$/, 'error');
      await workbench().screenshot('status expired');
    });

    it('shows that there is no token', async () => {
      const { page } = workbench();
      await runCommand(page, 'Hydrogen: Forget Token');
      await pressInModal(page, 'Forget Token');
      await shows(/^Seconds · Production · not authorized$/, 'standard');
      await statusBarItem(page, 'Seconds · Production').click();
      await pick(page, 'Select Application…');
      await readQuickInput(page, 'Select Application');
      await pick(page, 'Years');
      await shows(/^Years · Production · 36\d days$/, 'standard');
    });

    it('shows in its tooltip when certificates are not checked', async () => {
      const { page, profile } = workbench();
      assert.doesNotMatch(await tooltip(), /certificates/);
      await editSettings(page, profile, { 'http.proxyStrictSSL': false });
      await eventually(async () => assert.match(await tooltip(), /Server certificates are not checked/));
      await page.mouse.move(640, 200);
    });
  });

  describe('the guard of production', () => {
    const service = useSandbox();
    const sent = (path: string) => service().sandbox.requests.filter(request => request.path.includes(path)).length;
    const guardItem = async () => (await readStatusBar(workbench().page)).find(({ text }) => unlocked.test(text));

    it('shows the exact request with masked credentials, and sends nothing when it is cancelled', async () => {
      const { page } = workbench();
      await addSandboxApplication(page, service().shop, 'Shop');
      await runCommand(page, 'Hydrogen: Refresh Token');
      const { message, detail, buttons } = await readModal(page);
      assert.equal(message, 'Refresh the token of Shop?');
      const { authUrl, clientId, clientSecret } = service().shop;
      for (const part of ['Target: Shop · Production', `POST ${authUrl}/api/oauth2/access_token/`, clientId, '"•••"']) {
        assert.ok(detail.includes(part), detail);
      }
      assert.ok(!detail.includes(clientSecret));
      assert.deepEqual(buttons.sort(), ['Cancel', 'Refresh Token', 'Show Complete Request']);
      await workbench().screenshot('guard refresh');
      await pressInModal(page, 'Cancel');
    });

    it('asks once before a user is created in production', async () => {
      const { page } = workbench();
      await startRegistering(workbench(), 'ann');
      const { message, detail, buttons } = await readModal(page);
      assert.equal(sent('access_token'), 1, 'the cancelled request of the previous step is not sent');
      assert.equal(message, 'Create a user of Shop · Production?');
      assert.match(detail, /POST http:\S+\/hserve\/v2\.1\/register\/username\//);
      assert.ok(detail.includes('"username": "ann"') && !detail.includes('hunter2'), detail);
      assert.ok(!detail.includes('Target:'), detail);
      assert.deepEqual(buttons.sort(), ['Cancel', 'Create User', 'Show Complete Request', 'Unlock for 10 Minutes']);
      await workbench().screenshot('guard create user');
      // A user who has not read the text presses Enter. It opens the complete request and sends nothing.
      await page.keyboard.press('Enter');
      await readQuickInput(page, message);
      await cancelQuickInput(page);
      assert.equal(sent('/register/'), 0);
      await startRegistering(workbench(), 'ann');
      await readModal(page);
      await pressInModal(page, 'Create User');
      await statusMessage(page, 'Signed in to Shop · Production');
      assert.equal(sent('/register/'), 1);
    });

    it('does not ask while it is unlocked, says so in the status bar, and is locked by a click', async () => {
      const { page } = workbench();
      await runCommand(page, 'Hydrogen: Unlock Environment for 10 Minutes');
      assert.equal((await readModal(page)).message, 'Unlock Shop · Production?');
      await pressInModal(page, 'Unlock for 10 Minutes');
      await eventually(async () => {
        const item = await guardItem();
        assert.equal(item?.kind, 'warning');
        assert.match(item.spoken, /Shop · Production is unlocked for \d+ min\. Press Enter to lock it\./);
      });
      await workbench().screenshot('guard unlocked');
      await startRegistering(workbench(), 'bob');
      await eventually(() => assert.equal(sent('/register/'), 2));
      await runCommand(page, 'Hydrogen: Refresh Token');
      await readModal(page);
      await pressInModal(page, 'Cancel');
      await statusBarItem(page, unlocked).click();
      await eventually(async () => assert.equal(await guardItem(), undefined));
      await startRegistering(workbench(), 'cat');
      await readModal(page);
      await pressInModal(page, 'Cancel');
      assert.equal(sent('/register/'), 2);
    });

    it('sends only after the right name where the setting requires it', async () => {
      const { page, profile } = workbench();
      await editSettings(page, profile, { 'hydrogen.guard': 'type the name' });
      await startRegistering(workbench(), 'dan');
      await readModal(page);
      await pressInModal(page, 'Type the Name…');
      await answer(page, 'shop', 'Shop · Production');
      await expectQuickInput(page, { message: /^The name does not match\./ });
      assert.equal(sent('/register/'), 2);
      await noStatusMessage(page); // of the user before
      await answer(page, 'Shop', 'Shop · Production');
      await statusMessage(page, 'Signed in to Shop · Production');
      assert.equal(sent('/register/'), 3);
    });

    it('refuses a write where the setting makes production read-only, and links to the setting', async () => {
      const { page, profile } = workbench();
      await editSettings(page, profile, { 'hydrogen.guard': 'readOnly' });
      await runCommand(page, 'Hydrogen: Refresh Token');
      const refusal = 'Shop · Production is read-only in your settings. Nothing was sent.';
      await pressInNotification(page, refusal, 'Open Settings');
      await page.locator('.settings-editor').waitFor();
      await eventually(async () => {
        await page.keyboard.press('Escape');
        await page.locator('.settings-editor').waitFor({ state: 'hidden', timeout: 2000 });
      });
      await runCommand(page, 'Hydrogen: Unlock Environment for 10 Minutes');
      await expectNotification(page, refusal);
    });
  });
});
