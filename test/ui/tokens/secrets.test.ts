import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { addApplication, type Answers } from '../applications/addApplication';
import { useCanaryServer } from '../servers/canaryServer';
import { eventually } from '../driver/eventually';
import { clearNotifications, expectNotification, pressInModal, readModal } from '../driver/messages';
import { cancelQuickInput, pick, runCommand } from '../driver/quickInput';
import { openHydrogen } from '../driver/sidebar';
import { readStatusBar, statusMessage } from '../driver/statusBar';
import { browserTraces, credentialsIn, fileTraces, pageTraces, type Trace } from '../driver/traces';
import { useWorkbench } from '../driver/workbench';

describe('a ClientSecret, codes, cookies and tokens', () => {
  const workbench = useWorkbench();
  const service = useCanaryServer();
  const seen: Trace[] = [];
  const look = async (moment: string): Promise<void> => {
    seen.push(...(await pageTraces(workbench().page, moment)));
  };
  const answers = (): Answers => {
    const { clientId, clientSecret, origin } = service();
    return { name: 'Shop', clientId, clientSecret, serverDomain: origin, authUrl: origin };
  };
  const statusIs = (left: string): Promise<void> =>
    eventually(async () =>
      assert.equal((await readStatusBar(workbench().page))[0]?.text, `Shop · Production · ${left}`),
    );

  it('are used with the most verbose log', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await runCommand(page, 'Hydrogen: Show Log'); // activates the extension, which creates its output channel
    await page.locator('.part.panel .output-view-container, .part.panel .monaco-editor').first().waitFor();
    await runCommand(page, 'Developer: Set Log Level...');
    await pick(page, /^Hydrogen/);
    await pick(page, /^Trace/);
    await addApplication(page, answers(), 'serverDomain');
    await look('adding');
    await cancelQuickInput(page);
    await addApplication(page, answers());
    await statusIs('9 days');
    await look('added');
    await runCommand(page, 'Hydrogen: Refresh Token');
    await pressInModal(page, 'Refresh Token');
    await statusMessage(page, 'The token of Shop was refreshed');
    await runCommand(page, 'Hydrogen: Verify Token');
    await expectNotification(page, 'the token is valid');
    await look('verified');
    await runCommand(page, 'Hydrogen: Authorize');
    await statusMessage(page, /^Shop is authorized for \d+ days$/);
    const kinds = [...service().canaries.keys()].map(name => name.split(' ')[0]);
    const expected = ['client_secret', 'cookie', 'path_ticket', 'code', 'access_token', 'refresh_token'];
    assert.deepEqual(new Set(kinds), new Set(expected));
  });

  it('appear in the error messages of the service', async () => {
    const { page } = workbench();
    await clearNotifications(page);
    service().echo = true;
    await runCommand(page, 'Hydrogen: Verify Token');
    await expectNotification(page, 'does not permit this');
    await look('not permitted');
    await clearNotifications(page);
    await runCommand(page, 'Hydrogen: Authorize');
    await expectNotification(page, 'refused these credentials');
    await look('refused');
    await clearNotifications(page);
    await addApplication(page, { ...answers(), name: 'Other', clientId: 'other' });
    assert.equal((await readModal(page)).message, 'The service refused these credentials.');
    await look('refused while adding');
    await pressInModal(page, 'Cancel');
    await workbench().screenshot('secrets echoed');
  });

  it('appear in no log, setting, state, file or page', async () => {
    const { page, profile } = workbench();
    await workbench().reload(); // the workbench writes its state when it closes
    await statusIs('9 days');
    await look('log');
    await runCommand(page, 'Hydrogen: Forget Token');
    await pressInModal(page, 'Forget Token');
    await statusIs('not authorized');
    const traces = [
      ...seen,
      ...(await workbench().logs()).map(({ file, text }) => ({ place: `log ${file}`, text })),
      ...(await fileTraces(profile)),
      ...(await browserTraces(page)),
    ];
    assert.deepEqual(credentialsIn(service().canaries, traces), []);
    // The public ClientID must be found, which proves that the search covers the right places.
    const open = credentialsIn(new Map([['ClientID', service().clientId]]), traces).join('\n');
    for (const place of [/settings\.json/, /DOM, verified/, /accessibility tree, verified/, /IndexedDB/])
      assert.match(open, place);
    assert.match(
      traces
        .filter(({ place }) => place.includes('Hydrogen'))
        .map(({ text }) => text)
        .join(),
      /\[debug\] POST http/,
    );
  });
});
