import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { obtainTokens } from '../../unit/sandbox/fixture';
import { arrangeShop } from '../driver/arrangedSettings';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { pressInModal, readModal } from '../driver/messages';
import { answer, expectPicks, pick, readQuickInput, runCommand } from '../driver/quickInput';
import { chooseFromMenu, clickRow, openHydrogen } from '../driver/sidebar';
import { waitForBackup } from '../driver/traces';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';

const tables = ['Shop', 'Production', 'Data Tables'];

describe('records as text', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    viewport: { width: 1280, height: 1000 },
    settings: {
      'files.autoSave': 'off',
      'workbench.editorAssociations': { 'hydrogen:/*/tables/*.json': 'default' },
    },
    arrange: profile => arrangeShop(profile, service().shop),
  });
  const sent = (method: string) =>
    service().sandbox.requests.filter(
      request => request.method === method && request.path.includes('/table/5004/record/') && request.status < 400,
    );
  const ours = () => sent('PUT').filter(({ path }) => path.includes('?where='));
  const written = (index: number) =>
    JSON.parse(service().sandbox.exchange(ours()[index]?.id ?? -1)?.request.body ?? 'null') as unknown;
  const line = (text: string) => workbench().page.locator('.part.editor .view-line', { hasText: text }).first();
  const isDirty = async () => (await workbench().page.locator('.tab.active.dirty').count()) > 0;
  /** Types text before the closing quote of the line that contains `to`. */
  const append = async (to: string, text: string) => {
    const { page } = workbench();
    await line(to).click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(text);
    await eventually(async () => assert.ok((await activeText(page)).includes(`${to}${text}`)));
  };
  const save = () => workbench().page.keyboard.press('Control+S');
  /** Confirms the plan, and then the production guard. */
  const saveBoth = async () => {
    const { page } = workbench();
    for (const detail of [/^Change /, /\bPUT http/]) {
      assert.match((await readModal(page)).detail, detail);
      await pressInModal(page, 'Save');
    }
  };
  /** Changes a record like another client. */
  const changeElsewhere = async (id: string, fields: object) => {
    const { authUrl } = service().shop;
    const { access_token: token } = await obtainTokens(service().shop);
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const url = `${authUrl}/oserve/v2.6/table/5004/record/${id}/`;
    const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(fields) });
    assert.equal(response.status, 200);
  };
  const firstId = async () => /"id": "(\w+)"/.exec(await activeText(workbench().page))?.[1] ?? assert.fail('no ID');

  it('open a table, in one request', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, tables);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await clickRow(page, [...tables, 'note']);
    await eventually(async () => assert.equal(await activeTab(page), 'note · Production.json'));
    await eventually(async () => assert.match(await activeText(page), /Private note 6/));
    await runCommand(page, 'View: Keep Editor');
    assert.deepEqual(
      sent('GET').map(({ path }) => path),
      ['/oserve/v2.4/table/5004/record/?limit=100'],
    );
  });

  it('show the planned changes, and write only the changed field', async () => {
    const { page } = workbench();
    await append('Private note 6', ', new');
    const id = await firstId();
    await save();
    const plan = await readModal(page);
    assert.equal(plan.message, 'Save to Shop · Production: 1 changed (1 field)?');
    const [before, after] = ['私人便笺 Private note 6', '私人便笺 Private note 6, new'];
    assert.equal(plan.detail, `Change “${before}” (${id}): text "${before}" → "${after}"`);
    await workbench().screenshot('records plan');
    await pressInModal(page, 'Show Changes');
    await readQuickInput(page, plan.message);
    await workbench().screenshot('records changes');
    await pick(page, 'Save');
    const guard = await readModal(page);
    assert.equal(guard.message, plan.message);
    assert.match(
      guard.detail,
      /PUT http:\S+\/oserve\/v2\.6\/table\/5004\/record\/\?where=\S+ .*"text":"私人便笺 Private note 6, new"/,
    );
    await workbench().screenshot('records guard');
    assert.equal(ours().length, 0);
    await pressInModal(page, 'Unlock for 10 Minutes');
    await eventually(() => assert.equal(ours().length, 1));
    assert.deepEqual(written(0), { $set: { text: '私人便笺 Private note 6, new' } });
    await eventually(async () => assert.equal(await activeTab(page), 'note · Production.json'));
    await eventually(async () => assert.equal(await isDirty(), false));
    // Three reads: the opened page, the record before the write, and the stored record.
    assert.equal(sent('GET').length, 3);
  });

  it('ask about a field that was changed on both sides', async () => {
    const { page } = workbench();
    await changeElsewhere(await firstId(), { text: 'Theirs' });
    await append('Private note 6, new', ', mine');
    await save();
    const conflict = await readModal(page);
    assert.match(
      conflict.message,
      /^The field text of “Theirs” \(\w+\) was changed here and on the server\. Which value should be saved\?$/,
    );
    assert.match(conflict.detail, /Mine: ".+, mine"\s*Theirs: "Theirs"\s*Original: ".+, new"$/);
    // The order of the buttons depends on the operating system.
    assert.deepEqual([...conflict.buttons].sort(), ['Cancel', 'Compare', 'Mine', 'Original', 'Theirs']);
    await workbench().screenshot('records conflict');
    // Enter presses Compare, which chooses no side and shows both.
    await page.keyboard.press('Enter');
    await readQuickInput(page, conflict.message);
    await expectPicks(page, ['Cancel', 'Mine', 'Theirs', 'Original']);
    await pick(page, 'Theirs');
    await eventually(async () => assert.match(await activeText(page), /"text": "Theirs"/));
    await eventually(async () => assert.equal(await isDirty(), false));
    assert.equal(ours().length, 1);
  });

  it('stay unsaved over a reload, and are then saved without a conflict', async () => {
    const { page, reload } = workbench();
    await append('"Theirs', ' and mine, kept');
    await waitForBackup(workbench(), text => text.includes('Theirs and mine, kept'));
    await reload();
    await eventually(async () => assert.match(await activeText(page), /Theirs and mine, kept/));
    await eventually(async () => assert.ok(await isDirty()));
    // After the reload the columns are known, although no record was read again.
    await line('Theirs and mine, kept').click();
    await page.keyboard.press('End');
    const unheard = ',"unheard":1';
    await page.keyboard.type(unheard);
    await runCommand(page, 'Problems: Focus on Problems View');
    await page.locator('.markers-panel', { hasText: 'The table has no column unheard.' }).waitFor();
    await runCommand(page, 'View: Hide Panel');
    await line('Theirs and mine, kept').click();
    await page.keyboard.press('End');
    for (let left = unheard.length; left > 0; left -= 1) await page.keyboard.press('Backspace');
    await eventually(async () => assert.doesNotMatch(await activeText(page), /unheard/));
    // The reload kept the base version, and nobody else changed the record: so there is no conflict.
    await save();
    await saveBoth();
    await eventually(() => assert.equal(ours().length, 2));
    assert.deepEqual(written(1), { $set: { text: 'Theirs and mine, kept' } });
    await eventually(async () => assert.equal(await isDirty(), false));
  });

  it('open one by one, by their IDs', async () => {
    const { page } = workbench();
    const id = await firstId();
    await chooseFromMenu(page, [...tables, 'note'], 'Open Record by ID…');
    await answer(page, id, 'note');
    await eventually(async () => assert.equal(await activeTab(page), `note ${id} · Production.json`));
    await eventually(async () => assert.match(await activeText(page), /^\{\n[^]*"text": "Theirs and mine, kept"/));
  });
});
