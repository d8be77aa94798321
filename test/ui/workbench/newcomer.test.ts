import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { contentPath } from '../explorer/contentTree';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { notification } from '../driver/messages';
import { runCommand } from '../driver/quickInput';
import { clickRow, openHydrogen, readTree, treeRow, welcome } from '../driver/sidebar';
import { readStatusBar, saidInStatusBar } from '../driver/statusBar';
import { useWorkbench } from '../driver/workbench';

const menswear = contentPath('Sandbox Shop', 'Production', '商品 Products', '服装 Clothing', '男装 Menswear');
const authorized = /^Sandbox Shop · Production · 36\d days$/;

describe('a newcomer', () => {
  const workbench = useWorkbench({ complete: true });

  it('reads what there is to do', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await welcome(page).waitFor();
    assert.match((await welcome(page).textContent()) ?? '', /Your applications, their environments and content/);
    await welcome(page).getByRole('button', { name: 'Add Application' }).waitFor();
    assert.deepEqual(await readStatusBar(page), []);
  });

  it('tries the local sandbox', async () => {
    const { page } = workbench();
    await welcome(page).getByRole('button', { name: 'Try the Local Sandbox' }).dblclick();
    await eventually(async () => {
      const roots = (await readTree(page)).filter(row => row.level === 1);
      assert.deepEqual(
        roots.map(({ label, description }) => [label, description]),
        [
          ['Sandbox Shop', 'local sandbox'],
          ['Sandbox Blog', 'local sandbox'],
        ],
      );
    });
    await eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', authorized));
  });

  it('opens the third level of categories and reads one as JSON', async () => {
    const { page } = workbench();
    await clickRow(page, [...menswear, '衬衫 Shirts']);
    await eventually(async () => assert.equal(await activeTab(page), '衬衫 Shirts · Production.json'));
    await eventually(async () => {
      const { name } = JSON.parse(await activeText(page)) as { name: string };
      assert.equal(name, '衬衫 Shirts');
    });
    await takeOverview(await workbench().screenshot('overview'));
  });

  it('authorizes again', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Authorize');
    await saidInStatusBar(page, 'Sandbox Shop is authorized');
  });

  it('finds everything again after a reload', async () => {
    const { page } = workbench();
    await workbench().reload();
    await treeRow(page, ...menswear, '衬衫 Shirts');
    await eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', authorized));
    await runCommand(page, 'Hydrogen: Verify Token');
    await notification(page, /^Sandbox Shop · Production: the token is valid\./).waitFor();
  });
});

/** The picture of the README is made anew only when it is asked for. */
async function takeOverview(picture: string): Promise<void> {
  const { HYDROGEN_OVERVIEW: target } = process.env;
  if (target) await copyFile(picture, target);
}
