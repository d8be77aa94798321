import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import { ofDialogs, ofLists, violations } from '../driver/accessibility';
import { arrangeShop } from '../driver/arrangedSettings';
import { plain } from '../driver/eventually';
import { expectFocus, focusApplications, intoRow, pressUntil } from '../driver/keyboard';
import { cellShows, gridCell } from '../driver/grid';
import { expectNotification, notification, readModal } from '../driver/messages';
import { answer, expectQuickInput, pickRow } from '../driver/quickInput';
import { clickRow, openHydrogen } from '../driver/sidebar';
import { statusBarItem } from '../driver/statusBar';
import { browserTraces, fileTraces, pageTraces, type Trace } from '../driver/traces';
import { webviewFrame } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';
import { addMember, addMembers, planted } from './members';

/**
 * Violations of VS Code's list rows: the accessible name has commas between label and description, the visible text has
 * none.
 */
const rowRules = { ...ofLists, rules: [...ofLists.rules, 'label-content-name-mismatch'] };
/**
 * Violations of lists with checkboxes: each row is a checkbox instead of an option, and contains the checkbox to click.
 */
const checkboxRowRules = { ...rowRules, rules: [...rowRules.rules, 'aria-required-children', 'nested-interactive'] };

describe('an environment is brought into the sandbox, with the keyboard', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    viewport: { width: 1280, height: 900 },
    arrange: async profile => {
      await addMembers(service().shop);
      await arrangeShop(profile, service().shop);
    },
  });
  const title = 'Bring Shop · Staging into the Sandbox';
  const keyboard = () => workbench().page.keyboard;
  const isAccessible = async (except: typeof ofLists) =>
    assert.deepEqual(await violations(workbench().page, '.quick-input-widget', except), []);
  const summary = (records: number) =>
    new RegExp(`Shop \\(Sandbox\\): tables 7, records ${records}, masked values ${2 * records}, requests \\d+`);
  const seen: Trace[] = [];
  const look = async (moment: string): Promise<void> => {
    seen.push(...(await pageTraces(workbench().page, moment)));
  };
  const pointed = () => workbench().page.evaluate<number>('globalThis.pointed');

  before(async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, ['Shop', 'Production', 'Cloud Functions']);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await statusBarItem(page, /Shop · Production · 36\d days/).waitFor();
    await page.evaluate(`{
      globalThis.pointed = 0;
      for (const type of ['pointerdown', 'mousedown', 'touchstart']) addEventListener(type, () => globalThis.pointed++, true);
    }`);
  });

  it('offers what the environment has, with checkboxes', async () => {
    const { page } = workbench();
    await focusApplications(page, 'Cloud Functions');
    await keyboard().press('Home');
    await pressUntil(page, 'ArrowDown', 'Test environment');
    await keyboard().press('Shift+F10');
    await page.locator('.monaco-menu').waitFor();
    await pressUntil(page, 'ArrowDown', 'Bring into the Sandbox…');
    await keyboard().press('Enter');
    await expectQuickInput(page, { title, placeholder: /^Check what is brought/ });
    await pickRow(page, 'member').getByText('2 columns, 1 masked').waitFor();
    await pressUntil(page, 'ArrowDown', 'Records of member');
    await keyboard().press('Space');
    await pickRow(page, 'Records of member').locator('[aria-checked=true]').waitFor();
    await workbench().screenshot('worlds parts');
    await look('parts');
    await isAccessible(checkboxRowRules);
  });

  it('shows the cost and the masks before it reads', async () => {
    const { page } = workbench();
    await keyboard().press('Enter');
    const placeholder = /^\d+ requests: 1 min at 40 a minute · 7 of \d+ columns will be masked$/;
    await expectQuickInput(page, { title, placeholder });
    await workbench().screenshot('worlds cost');
    await isAccessible(rowRules);
    await pressUntil(page, 'ArrowDown', 'Masked columns…');
    await keyboard().press('Enter');
    await pickRow(page, 'member.phone').getByText('Always masked: its name is that of personal data').waitFor();
    await workbench().screenshot('worlds masks');
    await look('masks');
    await isAccessible(checkboxRowRules);
    await keyboard().press('Enter');
    await expectQuickInput(page, { title, placeholder });
  });

  it('shows its progress, then the new application', async () => {
    const { page } = workbench();
    // VS Code shows no progress that ends at once, so the service is slow until the progress was seen.
    service().sandbox.setNetwork({ latencyMs: 1000 });
    await pressUntil(page, 'ArrowDown', 'Bring');
    await keyboard().press('Enter');
    await notification(page, /Bringing Shop · Staging into the sandbox…: \d+ % · \w+ · \d+ requests/).waitFor();
    await workbench().screenshot('worlds progress');
    await look('progress');
    service().sandbox.setNetwork({});
    const message = notification(page, summary(1)).locator('.notification-list-item-message');
    const isCut = await message.evaluate(
      (element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth > element.clientWidth,
    );
    assert.equal(isCut, false, 'the message is cut off');
    await expectFocus(page, 'Shop (Sandbox)');
    await workbench().screenshot('worlds application');
    await look('application');
  });

  it('shows what changed before it replaces anything', async () => {
    const { page } = workbench();
    await addMember(service().shop);
    await keyboard().press('Shift+F10');
    await page.locator('.monaco-menu').waitFor();
    await pressUntil(page, 'ArrowDown', 'Sandbox');
    await keyboard().press('ArrowRight');
    await pressUntil(page, 'ArrowDown', 'Bring Again…');
    await keyboard().press('Enter');
    await expectQuickInput(page, { title, placeholder: /^Check what is brought/ });
    await pickRow(page, 'Records of member').locator('[aria-checked=true]').waitFor();
    await keyboard().press('Enter');
    await expectQuickInput(page, { title, placeholder: /masked$/ });
    await keyboard().press('Enter');
    const { message, detail } = await readModal(page);
    assert.equal(message, 'Replace the data of Shop (Sandbox)?');
    assert.match(detail, /^1 added, 0 changed, 0 removed/);
    assert.match(detail, /\+ Records of member [\da-f]{24}/);
    await workbench().screenshot('worlds difference');
    await look('difference');
    assert.deepEqual(await violations(page, '.monaco-dialog-box', ofDialogs), []);
    await pressUntil(page, 'Tab', 'Replace');
    await keyboard().press('Enter');
    await expectNotification(page, summary(2));
    await look('replaced');
  });

  it('has masked records, and no unmasked value is stored anywhere', async () => {
    const { page, profile } = workbench();
    await expectFocus(page, 'Shop (Sandbox)');
    await intoRow(page);
    await intoRow(page);
    await pressUntil(page, 'ArrowDown', 'Data Tables');
    // Enter authorizes the sandbox application.
    await keyboard().press('Enter');
    await intoRow(page);
    await pressUntil(page, 'ArrowDown', 'member');
    await keyboard().press('Enter');
    await gridCell(page, 1, 'phone')
      .filter({ hasText: /^\d{11}$/ })
      .waitFor();
    await workbench().screenshot('worlds records');
    await look('records');
    seen.push({ place: 'grid', text: await (await webviewFrame(page)).content() });
    assert.equal(await pointed(), 0);
    const logs = (await workbench().logs()).map(({ file, text }) => ({ place: `log ${file}`, text }));
    const traces = [...seen, ...logs, ...(await fileTraces(profile)), ...(await browserTraces(page))];
    const placesOf = (text: string) => traces.filter(trace => trace.text.includes(text)).map(({ place }) => place);
    assert.deepEqual(placesOf(planted), []);
    // These texts are not personal data. The search must find them, which proves that it covers all files.
    assert.ok(placesOf('member.phone').includes('DOM, masks'));
    assert.ok(placesOf('after six').includes('grid'));
    assert.match(placesOf('after six').join('\n'), /world\.json/);
    // Masking maps equal values to equal values, also in the record that was added later.
    const phone = plain(await gridCell(page, 0, 'phone').textContent());
    assert.match(phone, /^140\d{8}$/);
    await cellShows(page, 1, 'phone', phone);
    for (const row of [0, 1]) await cellShows(page, row, 'remark', `Call ${phone} after six`);
  });
});
