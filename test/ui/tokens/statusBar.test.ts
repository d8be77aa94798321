import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { addSandboxApplication } from '../applications/addApplication';
import { eventually, plain } from '../driver/eventually';
import { notification, pressInModal } from '../driver/messages';
import { cancelQuickInput, pick, readPicks, readQuickInput, runCommand } from '../driver/quickInput';
import { openHydrogen } from '../driver/sidebar';
import { type StatusBarItem, readStatusBar, statusBarItem, statusMessage } from '../driver/statusBar';
import { editSettings } from '../driver/userSettings';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

describe('the status bar', () => {
  const workbench = useWorkbench();
  const years = useSandbox();
  const minutes = useSandbox({ accessTokenLifetime: 40 });
  const seconds = useSandbox({ accessTokenLifetime: 5 });

  const shows = (text: RegExp, kind: StatusBarItem['kind']): Promise<StatusBarItem> =>
    eventually(async () => {
      const [item] = await readStatusBar(workbench().page);
      assert.match(item?.text ?? '', text);
      assert.equal(item?.kind, kind);
      return item;
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
    await statusBarItem(page, 'Years · Production').hover();
    const tooltip = page
      .locator('.workbench-hover-container, .monaco-hover')
      .filter({ hasText: 'The access token expires on' });
    await tooltip.first().waitFor();
    const text = plain(await tooltip.first().textContent());
    assert.ok(text.includes('Years · Production'));
    assert.ok(text.includes(years().sandbox.origin));
    assert.match(text, /expires on \w+day, \w+ \d+, \d{4} at \d+:\d\d:\d\d/);
    assert.match(text, /Refresh Token · Verify Token · Select Application · Select Environment/);
    await workbench().screenshot('status tooltip');
    await page.mouse.move(640, 200);
  });

  it('opens a menu on a click', async () => {
    const { page } = workbench();
    await statusBarItem(page, 'Years · Production').click();
    await readQuickInput(page, 'Years · Production');
    const labels = ['Refresh Token', 'Verify Token', 'Authorize Again', 'Forget Token', 'Select Application'];
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
    await notification(page, /The access token of Minutes expires in \d min\./).waitFor();
    await workbench().screenshot('status minutes');
    const authorizations = () => minutes().sandbox.requests.filter(({ path }) => path.startsWith('/api/oauth2')).length;
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
    await pick(page, 'Select Application');
    await readQuickInput(page, 'Select Application');
    await pick(page, 'Years');
    await shows(/^Years · Production · 36\d days$/, 'standard');
  });

  it('shows in its tooltip when certificates are not checked', async () => {
    const { page, profile } = workbench();
    const tooltip = page
      .locator('.workbench-hover-container, .monaco-hover')
      .filter({ hasText: 'The access token expires' });
    const hovered = async (): Promise<string> => {
      await statusBarItem(page, 'Years · Production').hover();
      await tooltip.first().waitFor();
      const text = plain(await tooltip.first().textContent());
      await page.mouse.move(640, 200);
      await tooltip.first().waitFor({ state: 'hidden' });
      return text;
    };
    assert.doesNotMatch(await hovered(), /certificates/);
    await editSettings(page, profile, { 'http.proxyStrictSSL': false });
    await eventually(async () => assert.match(await hovered(), /Server certificates are not checked/));
  });
});
