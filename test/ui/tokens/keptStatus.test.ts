import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { addSandboxApplication } from '../applications/addApplication';
import { builtFile } from '../driver/builtFile';
import { eventually } from '../driver/eventually';
import { clearNotifications, expectNotification, pressInModal } from '../driver/messages';
import { runCommand } from '../driver/quickInput';
import { openContainer, openHydrogen } from '../driver/sidebar';
import { readStatusBar, type StatusBarItem } from '../driver/statusBar';
import { editSettings } from '../driver/userSettings';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';

const lifetime = 5000;

/** These tests move window.js away: then only activation can run, and the window fails if it tries to load more. */
describe('the status bar of a window that does not use the extension', () => {
  const workbench = useWorkbench({ settings: { 'hydrogen.token.warnBefore': 0.001 } });
  const hours = useSandbox({ accessTokenLifetime: lifetime });
  const seconds = useSandbox({ accessTokenLifetime: 5 });
  let authorizedBefore = 0;

  const shows = (text: RegExp, kind: StatusBarItem['kind']) =>
    eventually(async () => {
      const [item] = await readStatusBar(workbench().page);
      assert.match(item?.text ?? '', text);
      assert.equal(item?.kind, kind);
    });

  const withoutWindow = async (work: () => Promise<void>) => {
    const file = await builtFile(workbench().profile, 'window.js');
    await rename(file, `${file}.away`);
    await work();
    await rename(`${file}.away`, file);
  };

  it('shows the last known state, and loads nothing else', async () => {
    const { page, reload } = workbench();
    await openHydrogen(page);
    await addSandboxApplication(page, hours().shop, 'Hours');
    await shows(/^Hours · Production · \d+ min$/, 'standard');
    authorizedBefore = Date.now();
    await openContainer(page, /^Explorer/);
    await withoutWindow(async () => {
      await reload();
      await shows(/^Hours · Production · \d+ min$/, 'standard');
    });
  });

  it('changes to a warning before the token expires; this loads the window and shows a message', async () => {
    const { page, profile } = workbench();
    const left = lifetime - (Date.now() - authorizedBefore) / 1000;
    await editSettings(page, profile, { 'hydrogen.token.warnBefore': (left - 10) / 3600 });
    await shows(/^Hours · Production · \d+ min$/, 'warning');
    await expectNotification(page, /The access token of Hours expires in \d+ min\./);
    await clearNotifications(page);
    await runCommand(page, 'Hydrogen: Forget Token');
    await pressInModal(page, 'Forget Token');
    await shows(/^Hours · Production · not authorized$/, 'standard');
  });

  it('shows no warning or error from stored state, because another window may have renewed the token', async () => {
    const { page, reload } = workbench();
    await addSandboxApplication(page, seconds().shop, 'Seconds');
    await shows(/^Seconds · Production · expired$/, 'error');
    await withoutWindow(async () => {
      await reload();
      await runCommand(page, 'Hydrogen: Show Log');
      await expectNotification(page, 'A part of Hydrogen could not be loaded');
      assert.deepEqual(await readStatusBar(page), []);
    });
    await reload();
    await shows(/^Seconds · Production · expired$/, 'error');
  });
});
