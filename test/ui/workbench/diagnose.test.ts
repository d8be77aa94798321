import assert from 'node:assert/strict';
import http from 'node:http';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'mocha';
import { listening } from '../../httpServer';
import { arrangeSettings } from '../driver/arrangedSettings';
import { readClipboard } from '../driver/clipboard';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { expectNotification, pressInNotification } from '../driver/messages';
import { answer, pick, runCommand } from '../driver/quickInput';
import { openHydrogen, pressRowAction } from '../driver/sidebar';
import { statusMessage } from '../driver/statusBar';
import { useWorkbench } from '../driver/workbench';

const [userPassword, password] = ['user-password-hush', 'proxy-password-hush'];
const login = Buffer.from(`me:${password}`).toString('base64');

/** Starts a proxy that refuses every user name and password. Each connection waits until the test calls `refuseOne`. */
function useHesitantProxy() {
  const waiting: Socket[] = [];
  const server = http.createServer();
  server.on('connect', (_, socket: Socket) => void waiting.push(socket.on('error', () => undefined)));
  let host = '';
  before(async () => {
    host = new URL(await listening(server)).host;
  });
  after(() => {
    for (const socket of waiting) socket.destroy();
    server.close();
  });
  return {
    host: () => host,
    refuseOne: () =>
      eventually(() => {
        const socket = waiting.shift() ?? assert.fail('nobody waits');
        socket.end('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\n\r\n');
      }),
  };
}

describe('a connection that fails', () => {
  const proxy = useHesitantProxy();
  const workbench = useWorkbench({
    // Without word wrap, each line of the report is one line on the screen.
    settings: { '[markdown]': { 'editor.wordWrap': 'off' } },
    arrange: profile => {
      const origin = 'https://service.invalid';
      const shop = { name: 'Shop', clientId: 'shop-1', serverDomain: origin, authUrl: origin, environments: [] };
      const settings = { 'http.proxy': `http://me:${password}@${proxy.host()}`, 'hydrogen.applications': [shop] };
      return arrangeSettings(profile, settings);
    },
  });
  const shows = (pattern: RegExp) =>
    eventually(async () => {
      const text = await activeText(workbench().page);
      assert.match(text, pattern);
      return text;
    });
  const found = () => `Tunnel through the proxy: The proxy ${proxy.host()} does not accept the user name and password.`;

  it('is diagnosed from its message, step by step', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await pressRowAction(page, ['Shop', 'Production', 'User'], 'Sign In as a User…');
    await pick(page, 'User name and password');
    await answer(page, 'customer', /\(1\/2\)/);
    await answer(page, userPassword, /\(2\/2\)/);
    await proxy.refuseOne();
    const message = 'The proxy requires authentication';
    await expectNotification(page, message);
    await workbench().screenshot('connection error');
    await pressInNotification(page, message, 'Diagnose');
    await eventually(async () => assert.equal(await activeTab(page), 'Diagnosis.md'));
    const half = await shows(/✓ TCP: 127\.0\.0\.1/);
    assert.doesNotMatch(half, /Tunnel|Secret storage/);
    await workbench().screenshot('diagnosis half');
    await proxy.refuseOne();
    await shows(
      /✗ Tunnel through the proxy: service\.invalid, 407 .*\n {2}→ The proxy [\d.:]+ does not accept the user name and password\./,
    );
    await shows(/– TLS: not tried\n– Response: not tried\n[^]*✓ Lock folder/);
    await expectNotification(page, found());
    await workbench().screenshot('diagnosis');
  });

  it('is reported without a secret, on the clipboard', async () => {
    const { page } = workbench();
    await pressInNotification(page, found(), 'Copy Report');
    await statusMessage(page, 'The report is on the clipboard');
    const copied = await readClipboard(page);
    // The editor may not have drawn its last lines yet.
    await eventually(async () => assert.equal(copied.trimEnd(), (await activeText(page)).trimEnd()));
    assert.match(copied, /^# Connection of Shop · Production\n\n[^]*\n## Web API, https:\/\/service\.invalid\n/);
    holdsNoSecret(copied);
  });

  it('can be reported as an issue that the user completes; no page is opened', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Diagnose Connection');
    await proxy.refuseOne();
    await pressInNotification(page, found(), 'Report Issue');
    const text = await shows(/^# Connection problem\n\nWhat I did, and what I expected:\n/);
    assert.match(text, /no credentials[^]*```text\n# Connection of Shop · Production\n[^]*✗ Tunnel through the proxy/);
    holdsNoSecret(text);
    await workbench().screenshot('diagnosis issue');
    const editor = page.locator('.editor-group-container.active .monaco-editor[data-uri]').first();
    assert.match((await editor.getAttribute('data-uri')) ?? '', /^untitled:Untitled-\d$/);
    assert.equal(page.context().pages().length, 1);
  });
});

function holdsNoSecret(text: string): void {
  for (const secret of [userPassword, password, login]) assert.ok(!text.includes(secret), text);
}
