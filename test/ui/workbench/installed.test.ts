import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { installPackage } from '../../host/launcher/installExtension';
import { makePackages } from '../../host/launcher/makePackage';
import { removeFolder } from '../../host/launcher/processes';
import { addSandboxApplication } from '../applications/addApplication';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { expectNotification } from '../driver/messages';
import { runCommand } from '../driver/quickInput';
import { chooseFromMenu, clickRow, expand, openHydrogen, openView, readTree, treeRow } from '../driver/sidebar';
import { readStatusBar } from '../driver/statusBar';
import { useWorkbench } from '../driver/workbench';
import { responseShows, sendFirst, writeDocuments, writtenHistory } from '../requests/requestsFixture';
import { useSandbox } from '../servers/useSandbox';

const [older, newer] = ['0.0.1', '0.0.2'];
const category = ['Shop', 'Production', 'Content Library', '商品 Products', '服装 Clothing'];

describe('the package, as VS Code installs it', () => {
  let folder = '';
  let packages: string[] = [];
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-package-'));
    packages = await makePackages(folder, [older, newer]);
  });
  after(() => removeFolder(folder));
  const install = (index: number, extensions: string) => installPackage('newest', packages[index] ?? '', extensions);
  const service = useSandbox();
  const workbench = useWorkbench({
    install: extensions => install(0, extensions),
    arrange: async profile =>
      writeDocuments(profile, { groups: ['### Groups', 'GET /hserve/v1/content/group/?limit=1'] }),
  });
  const installed = async () => {
    const { extensions } = workbench().profile;
    const names = (await readdir(extensions)).filter(name => name.startsWith('hydrogen-baas.')).sort();
    return path.join(extensions, names.at(-1) ?? assert.fail('nothing is installed'));
  };
  const tokenIsThere = () =>
    eventually(async () =>
      assert.match((await readStatusBar(workbench().page))[0]?.text ?? '', /^Shop · Production · 36\d days$/),
    );

  it('contains exactly the files that run or are read', async () => {
    const files = await readdir(await installed(), { recursive: true, withFileTypes: true });
    const names = files
      .filter(file => file.isFile())
      .map(file => path.relative(folder, path.join(file.parentPath, file.name)).replaceAll(path.sep, '/'))
      .map(name => name.slice(name.indexOf(older) + older.length + 1));
    const known = [
      /^\.vsixmanifest$/, // written by VS Code
      /^(package\.json|package\.nls(\.zh-cn)?\.json|readme\.md|changelog\.md|LICENSE\.txt|THIRD_PARTY_NOTICES)$/,
      /^dist\/([\w-]+\.(js|css)|functionProgram\.cjs)$/,
      /^l10n\/bundle\.l10n\.zh-cn\.json$/,
      /^media\/((hydrogen|request-(dark|light))\.svg|(hydrogen|table|world|function-event)\.schema\.json|icon\.png|walkthrough\/[\w-]+\.svg)$/,
      /^syntaxes\/[\w.-]+\.json$/,
    ];
    assert.deepEqual(
      names.filter(name => !known.some(pattern => pattern.test(name))),
      [],
    );
    for (const pattern of known)
      assert.ok(
        names.some(name => pattern.test(name)),
        String(pattern),
      );
    const code = await readFile(path.join(await installed(), 'dist', 'extension.js'), 'utf8');
    assert.doesNotMatch(code, /sourceMappingURL/);
    assert.ok(code.split('\n').length < 50, 'it is minified');
  });

  it('works: an application, its content, a request', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await addSandboxApplication(page, service().shop, 'Shop');
    await runCommand(page, 'Hydrogen: Authorize');
    await tokenIsThere();
    await expand(page, ...category);
    await chooseFromMenu(page, category, 'Add to Favourites');
    await treeRow(page, 'Shop', 'Favourites', '服装 Clothing');
    await clickRow(page, category);
    await eventually(async () => assert.match(await activeText(page), /"name": "服装 Clothing"/));
    await sendFirst(page, 'groups');
    await responseShows(page, '"total_count"');
    await eventually(async () => assert.equal((await writtenHistory(workbench().profile)).length, 1));
  });

  it('keeps applications, secrets, favourites, history and documents after an update', async () => {
    const { page, profile } = workbench();
    await install(1, profile.extensions);
    assert.ok((await installed()).endsWith(newer));
    const requests = service().sandbox.requests.length;
    await workbench().reload();
    await tokenIsThere();
    await openHydrogen(page);
    await treeRow(page, 'Shop', 'Favourites', '服装 Clothing');
    await runCommand(page, 'Hydrogen: Verify Token');
    await expectNotification(page, 'the token is valid');
    // The stored token was used: no request authorized again.
    const paths = service()
      .sandbox.requests.slice(requests)
      .map(request => request.path);
    assert.ok(!paths.some(each => each.includes('/oauth2/')), paths.join('\n'));
    await openView(page, 'Request History');
    await eventually(async () =>
      assert.deepEqual(
        (await readTree(page)).filter(({ level }) => level === 2).map(({ label }) => label),
        ['Groups'],
      ),
    );
    await eventually(async () => assert.match(await activeTab(page), /groups|Groups/));
    await workbench().screenshot('installed updated');
  });

  it('runs as this version', async () => {
    const { page } = workbench();
    await runCommand(page, 'Developer: Show Running Extensions');
    const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Hydrogen BaaS' });
    await row.filter({ hasText: newer }).waitFor();
  });
});
