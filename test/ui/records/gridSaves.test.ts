import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { useGate } from '../../host/suite/gate';
import { arrangeSettings, settingsEntry } from '../driver/arrangedSettings';
import { eventually } from '../driver/eventually';
import { cellShows, chooseInGrid, goToCell, grid, gridCell, isOnCell } from '../driver/grid';
import { clearNotifications, expectNotification, pressInModal, readModal } from '../driver/messages';
import { answer, pick, readQuickInput, runCommand } from '../driver/quickInput';
import { clickRow, openHydrogen } from '../driver/sidebar';
import { waitForBackup } from '../driver/traces';
import { editSettings } from '../driver/userSettings';
import { webviewDocument, webviewFrame } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';

/** A text that VS Code would render as a link that runs a command. */
const link = '[Press](command:workbench.action.closeSidebar)';
const tables = ['Shop', 'Production', 'Data Tables'];

describe('a grid that is saved', () => {
  const service = useSandbox();
  const gate = useGate(() => service().sandbox.origin);
  const workbench = useWorkbench({
    settings: { 'files.autoSave': 'off' },
    arrange: async profile => {
      const { origin } = gate();
      const shop = settingsEntry('Shop', { ...service().shop, authUrl: origin, serverDomain: origin });
      await arrangeSettings(profile, { 'hydrogen.applications': [shop] });
    },
  });
  const keyboard = () => workbench().page.keyboard;
  const shows = (row: number, text: string) => cellShows(workbench().page, row, 'text', text);
  const line = (row: number) => grid(workbench().page).locator(`tr[data-row="${row}"]`);
  const idOf = async (row: number) => (await gridCell(workbench().page, row, 'id').textContent()) ?? assert.fail();
  const writes = (method: string) =>
    service()
      .sandbox.requests.filter(request => request.method === method && request.path.includes('/record/'))
      .filter(({ status }) => status < 300)
      .map(({ path }) => decodeURIComponent(path));
  const type = async (row: number, text: string) => {
    await goToCell(workbench().page, row, 'text');
    await keyboard().type(text);
    await keyboard().press('Enter');
    await shows(row, text);
  };
  /**
   * Saves. Confirms the plan with its button or in the list of Show Changes, and then confirms the production guard.
   */
  const save = async (isShowing: boolean) => {
    const { page } = workbench();
    await keyboard().press('Control+S');
    const plan = await readModal(page);
    if (isShowing) {
      await pressInModal(page, 'Show Changes');
      await readQuickInput(page, plan.message);
      await pick(page, 'Save');
    } else await pressInModal(page, 'Save');
    assert.match((await readModal(page)).detail, /\b(PUT|DELETE|POST) http/);
    await pressInModal(page, 'Save');
    return plan;
  };
  const isRefused = async () => {
    const { page } = workbench();
    await expectNotification(page, 'Failed to save');
    await clearNotifications(page);
    await eventually(async () => assert.equal(await line(0).getAttribute('data-mark'), 'deleted'));
    await shows(1, 'kept');
  };
  const isSaved = () =>
    eventually(async () => assert.equal(await workbench().page.locator('.tab.active.dirty').count(), 0));

  describe('and refused', () => {
    it('keeps its text after every refusal, and writes to the records on the screen', async () => {
      const { page } = workbench();
      await openHydrogen(page);
      await clickRow(page, tables);
      await answer(page, service().shop.clientSecret, 'Authorize Shop');
      await clickRow(page, [...tables, 'note']);
      await gridCell(page, 2, 'text').waitFor();
      const ids = [await idOf(0), await idOf(1), await idOf(2)];
      await goToCell(page, 0, 'text');
      await chooseInGrid(page, 'Delete Record');
      await type(1, 'kept');
      for (const isShowing of [false, true]) {
        for (const method of ['PUT', 'DELETE']) service().sandbox.fail({ kind: 'status', status: 403, method });
        assert.match((await save(isShowing)).message, /1 changed \(1 field\), 1 deleted\?$/);
        await isRefused();
      }
      await workbench().screenshot('refused twice');
      await type(2, 'third');
      await save(true);
      await isSaved();
      await shows(0, 'kept');
      await shows(1, 'third');
      const [puts, deletes] = [writes('PUT'), writes('DELETE')];
      assert.deepEqual([puts.length, deletes.length], [2, 1]);
      const [deleted = '', kept = '', third = ''] = ids;
      assert.ok(deletes[0]?.includes(deleted));
      assert.ok(puts.some(path => path.includes(kept)) && puts.some(path => path.includes(third)));
    });

    it('deletes rows after a reload that were deleted before it', async () => {
      const { page, reload } = workbench();
      const id = await idOf(0);
      await goToCell(page, 0, 'text');
      await chooseInGrid(page, 'Delete Record');
      await waitForBackup(workbench(), text => text.includes('third') && !text.includes('"kept"'));
      await reload();
      await eventually(async () => assert.equal(await line(0).getAttribute('data-mark'), 'deleted'));
      await goToCell(page, 1, 'text');
      assert.match((await save(false)).message, /: 1 deleted\?$/);
      await isSaved();
      assert.ok(writes('DELETE')[1]?.includes(id));
    });

    it('never turns a saved record into a new one by undo', async () => {
      const { page } = workbench();
      await goToCell(page, 0, 'text');
      await webviewDocument(page).getByRole('button', { name: 'New Record' }).click();
      await eventually(async () => assert.equal(await line(1).getAttribute('data-mark'), 'added'));
      await type(1, 'made');
      await save(false);
      await isSaved();
      await eventually(() => assert.equal(writes('POST').length, 1));
      const made = grid(page).locator('tr', { hasText: 'made' });
      await made.waitFor();
      const row = Number(await made.getAttribute('data-row'));
      await eventually(async () => assert.match(await idOf(row), /^[0-9a-f]{24}$/));
      const id = await idOf(row);
      await goToCell(page, row, 'text');
      await eventually(async () => {
        await keyboard().press('Control+Z');
        assert.equal(await grid(page).locator('tr:not([data-mark=deleted])', { hasText: 'made' }).count(), 0);
      });
      assert.equal(await grid(page).locator('tr[data-mark=added]').count(), 0);
      await keyboard().press('Control+S');
      const { message, detail } = await readModal(page);
      assert.doesNotMatch(message, /created/);
      assert.ok(detail.includes(id), detail);
      await pressInModal(page, 'Cancel');
    });

    it('says which setting to change when the settings make unsaved records read-only', async () => {
      const { page, profile } = workbench();
      await editSettings(page, profile, { 'hydrogen.guard': 'readOnly' });
      const next = 'To edit or save its records, change the setting hydrogen.guard.';
      await webviewDocument(page).getByText(`Shop · Production is read-only in your settings. ${next}`).waitFor();
      await workbench().screenshot('grid read-only and unsaved');
      await editSettings(page, profile, { 'hydrogen.guard': 'confirm' });
      await webviewDocument(page).getByRole('button', { name: 'New Record' }).waitFor();
    });
  });

  describe('while an input is open', () => {
    const input = (row: number) => gridCell(workbench().page, row, 'text').locator('textarea');
    const hasRows = (count: number) =>
      eventually(async () =>
        assert.equal(await grid(workbench().page).getAttribute('aria-rowcount'), String(count + 1)),
      );
    /** Confirms the plan and the production guard, and holds back the response. */
    const confirm = async (method: string) => {
      const { page } = workbench();
      const held = gate().hold(method);
      for (const pattern of [/\?$/, /\?$/]) {
        assert.match((await readModal(page)).message, pattern);
        await pressInModal(page, 'Save');
      }
      await held.arrived;
      return held;
    };
    /** Releases a held response, and waits until the page received a message of this type. */
    const releaseUntil = async (release: () => void, type: 'marks' | 'page') => {
      const frame = await webviewFrame(workbench().page);
      const isType = `({ data }) => data.type === '${type}' && done()`;
      await frame.evaluate(`void (globalThis.received = new Promise(done => addEventListener('message', ${isType})))`);
      release();
      await frame.evaluate('received');
    };
    const deleteFirst = async () => {
      await goToCell(workbench().page, 0, 'text');
      await chooseInGrid(workbench().page, 'Delete Record');
      await eventually(async () => assert.equal(await line(0).getAttribute('data-mark'), 'deleted'));
      await goToCell(workbench().page, 1, 'text');
      await keyboard().press('Control+S');
    };

    /** Types into a row, moves it to row 1 with the input open, types on, and checks that the record got all of it. */
    const typeInMovedRow = async (row: number, move: () => Promise<void>) => {
      const { page } = workbench();
      const id = await idOf(row);
      await goToCell(page, row, 'text');
      await keyboard().type('half');
      await input(row).waitFor();
      await move();
      await keyboard().type(' and whole');
      await keyboard().press('Enter');
      await shows(1, 'half and whole');
      assert.equal(await idOf(1), id);
      await isOnCell(page, 2, 'text');
    };

    it('leaves the focus on its record when a save removes a deleted row', async () => {
      const { page } = workbench();
      await runCommand(page, 'File: Revert File');
      await hasRows(5);
      await deleteFirst();
      (await confirm('DELETE')).release();
      await hasRows(4);
      await isOnCell(page, 0, 'text');
      await isSaved();
    });

    it('stays on its record when the records are read again', async () => {
      const { page } = workbench();
      await runCommand(page, 'Hydrogen: Revert My Last Save');
      const { release } = await confirm('POST');
      await typeInMovedRow(0, () => releaseUntil(release, 'page'));
      await keyboard().press('Control+S');
      (await confirm('PUT')).release();
      await isSaved();
    });

    it('stays on its record when a save removes a deleted row', async () => {
      await deleteFirst();
      const { release } = await confirm('DELETE');
      await typeInMovedRow(2, () => releaseUntil(release, 'marks'));
    });
  });

  describe('and fails', () => {
    const assertNoLink = async (cause: string) => {
      const shown = await expectNotification(workbench().page, 'Failed to save');
      await workbench().screenshot(`failed save ${cause}`);
      const text = (await shown.textContent()) ?? '';
      assert.match(text, /Press/);
      assert.equal(await shown.locator('.notification-list-item-message a').count(), 0, text);
    };

    it('shows no link in the notification when its condition contains one', async () => {
      const { page } = workbench();
      await runCommand(page, 'File: Revert File');
      await isSaved();
      await type(0, link);
      await save(false);
      await isSaved();
      await goToCell(page, 0, 'text');
      await chooseInGrid(page, 'Only Records with This Value');
      await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '2'));
      await type(0, 'changed');
      await keyboard().press('Control+S');
      await readModal(page);
      await pressInModal(page, 'Cancel');
      await assertNoLink('condition');
      await clearNotifications(page);
    });

    it('shows no link in the notification when the service redirects to one', async () => {
      const { page } = workbench();
      gate().redirect('PUT', `/x/${link}/`);
      await goToCell(page, 0, 'text');
      await save(false);
      await assertNoLink('redirect');
    });
  });
});
