import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { readClipboard, writeClipboard } from '../driver/clipboard';
import { eventually } from '../driver/eventually';
import { expectNotification, pressInModal, pressInNotification, readModal } from '../driver/messages';
import {
  acceptQuickInput,
  answerFileDialog,
  answerSaveDialog,
  cancelQuickInput,
  expectPicks,
  pick,
  pickRow,
  readQuickInput,
  runAndPick,
  runCommand,
} from '../driver/quickInput';
import { chooseFromMenu, chooseFromViewMenu, clickRow, openHydrogen, readTree, treeRow } from '../driver/sidebar';
import { statusMessage } from '../driver/statusBar';
import { storedApplications } from '../driver/userSettings';
import { useWorkbench } from '../driver/workbench';

const shop = {
  name: 'Shop',
  clientId: 'shop-1',
  serverDomain: 'https://shop.example.com',
  authUrl: 'https://auth.example.com',
  environments: [{ name: 'Staging', envId: 'env-1' }],
  contentGroups: [],
};
const blog = { ...shop, name: 'Blog', clientId: 'blog-2', environments: [] };
const inCode = '0a1b2c3d4e5f60718293';
const inCli = 'ffeeddccbbaa99887766';

/** Environment variables of the extension host. `arrange` sets HOME when the folders are known. */
const env: Record<string, string> = {};

describe('exporting and importing applications', () => {
  const workbench = useWorkbench({
    settings: { 'hydrogen.applications': [shop, blog], 'files.simpleDialog.enable': true },
    arrange: async ({ folder, workspace }) => {
      const home = path.join(folder, 'home');
      await mkdir(home);
      await writeFile(path.join(home, '.mincloudrc'), `tokens=${inCli}:secret-token-of-the-tool,shop-1:x\n`);
      await writeFile(
        path.join(workspace, 'app.js'),
        `App({\n  onLaunch() {\n    wx.BaaS.init('${inCode}')\n  }\n})\n`,
      );
      // The server starts after this step. Its extension host takes the home folder from this variable.
      env['HOME'] = home;
    },
    env,
  });
  const exported = () => path.join(workbench().profile.workspace, 'hydrogen-applications.json');
  const stored = async () =>
    (await storedApplications(workbench().profile)).map(({ name, clientId }) => [name, clientId]);

  it('writes a file without secrets', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await eventually(async () => assert.equal((await readTree(page)).filter(({ level }) => level === 1).length, 2));
    await runCommand(page, 'Hydrogen: Export Applications…');
    await expectPicks(page, ['Shop', 'Blog']);
    await acceptQuickInput(page);
    await pick(page, /File…$/);
    await answerSaveDialog(page, exported());
    await statusMessage(page, 'Applications exported, without secrets');
    const text = await readFile(exported(), 'utf8');
    const whole = { format: 'hydrogen-applications', version: 1, applications: [shop, blog] };
    assert.deepEqual(JSON.parse(text), whole);
  });

  it('is offered for all by the title of the view, whichever row has the focus', async () => {
    const { page } = workbench();
    await clickRow(page, ['Blog']);
    await chooseFromViewMenu(page, 'Import and Export', 'Export Applications…');
    await expectPicks(page, ['Shop', 'Blog']);
    await cancelQuickInput(page);
  });

  it('shows the changes before an import', async () => {
    const { page } = workbench();
    const next = [
      { ...shop, name: 'Shop of Ann', serverDomain: 'https://other.example.com', clientSecret: 'hidden' },
      blog,
      { ...shop, name: 'Third', clientId: 'third-3' },
      { name: 'Broken', clientId: 'two words' },
    ];
    const file = { format: 'hydrogen-applications', version: 1, applications: next };
    await writeFile(exported(), JSON.stringify(file));
    await runAndPick(page, 'Hydrogen: Import Applications…', /File…$/);
    await answerFileDialog(page, exported());
    const { message, detail, buttons } = await readModal(page);
    assert.equal(message, 'Import applications: 1 new, 1 changed?');
    for (const line of [
      'New: Third (third-3, https://auth.example.com)',
      'server domain: “https://shop.example.com” → “https://other.example.com”',
      'name: “Shop” → “Shop of Ann”',
      'Already there: Blog (blog-2, https://auth.example.com)',
      'Left out: #4 “Broken”: the ClientID has a value that cannot be used',
      'Secrets in it are ignored (clientSecret).',
    ]) {
      assert.ok(detail.includes(line), `${line}\n${detail}`);
    }
    assert.deepEqual(buttons.sort(), ['Cancel', 'Import']);
    await workbench().screenshot('import plan');
    await pressInModal(page, 'Import');
    await statusMessage(page, 'Imported: 1 new, 1 changed');
    // A focused tree takes the focus back when it is redrawn, which closes an open list. So wait for the redraw here.
    await treeRow(page, 'Third');
    assert.deepEqual(await stored(), [
      ['Shop of Ann', 'shop-1'],
      ['Blog', 'blog-2'],
      ['Third', 'third-3'],
    ]);
    assert.ok(!JSON.stringify(await storedApplications(workbench().profile)).includes('hidden'));
  });

  it('exports one application to the clipboard, and imports from it', async () => {
    const { page } = workbench();
    await chooseFromMenu(page, ['Blog'], 'Export Application…');
    await pick(page, /Clipboard$/);
    await statusMessage(page, 'Applications copied, without secrets');
    const copied = { format: 'hydrogen-applications', version: 1, applications: [blog] };
    await eventually(async () => assert.deepEqual(JSON.parse(await readClipboard(page)), copied));
    const moved = { ...copied, applications: [{ ...blog, name: 'Diary' }] };
    await writeClipboard(page, JSON.stringify(moved));
    await runAndPick(page, 'Hydrogen: Import Applications…', /Clipboard$/);
    assert.equal((await readModal(page)).message, 'Import applications: 0 new, 1 changed?');
    await pressInModal(page, 'Import');
    await eventually(async () => assert.ok((await readTree(page)).some(({ label }) => label === 'Diary')));
    assert.deepEqual((await stored())[1], ['Diary', 'blog-2']);
  });

  it('finds applications in the code of the workspace', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Find ClientIDs in This Workspace…');
    await readQuickInput(page, 'ClientIDs in This Workspace');
    await expectPicks(page, [inCode]);
    assert.match((await pickRow(page, inCode).first().textContent()) ?? '', /app\.js:3/);
    await workbench().screenshot('discovered');
    await acceptQuickInput(page);
    await pressInNotification(page, 'Applications added: 1. Authorize to enter the ClientSecret.', 'Authorize');
    await readQuickInput(page, 'Authorize workspace 0a1b2c');
    await cancelQuickInput(page);
    await eventually(async () => assert.deepEqual((await stored()).at(-1), ['workspace 0a1b2c', inCode]));
  });

  it('reads the profile of the command-line tool without its tokens', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Import from the mincloud CLI…');
    const { placeholder } = await readQuickInput(page, 'Import from the mincloud CLI');
    assert.equal(
      placeholder,
      'Choose the ClientIDs to add as applications. Tokens are left where they are: 2, in plain text.',
    );
    await expectPicks(page, [inCli]);
    await acceptQuickInput(page);
    await expectNotification(page, 'contains access tokens in plain text');
    await eventually(async () => assert.deepEqual((await stored()).at(-1), ['Application ffeedd', inCli]));
    const logs = await workbench().logs();
    assert.ok(!logs.some(({ text }) => text.includes('secret-token-of-the-tool')));
  });
});
