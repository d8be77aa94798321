import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { contentPath } from './contentTree';
import { activeTab } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { expectPicks, pick, readQuickInput, runCommand, typeInQuickInput } from '../driver/quickInput';
import { collapse, expand, expandEmpty, openHydrogen, readTree, welcome, type TreeRow } from '../driver/sidebar';
import { useWorkbench } from '../driver/workbench';

const group = (name: string): string[] => contentPath('Sandbox Shop', 'Production', name);
const catalogue = group('大目录 Catalogue');

describe('a content group', () => {
  const workbench = useWorkbench();
  const row = async (label: string): Promise<TreeRow> => {
    const found = (await readTree(workbench().page)).find(candidate => candidate.label === label);
    return found ?? assert.fail(`no row ${label}`);
  };

  it('reports that it is empty without categories', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await welcome(page).getByRole('button', { name: 'Try the Local Sandbox' }).click();
    await expandEmpty(page, ...group('空分组 Empty group'));
    await eventually(async () => assert.equal((await row('空分组 Empty group')).description, 'empty'));
  });

  it('shows the first of 5,000 categories and their number', async () => {
    const { page } = workbench();
    await expand(page, ...catalogue);
    await eventually(async () => {
      await page.keyboard.press('End');
      assert.equal((await row('Load more…')).description, '500 of 5000 read');
    });
    await workbench().screenshot('big list');
  });

  it('shows more, and all', async () => {
    const { page } = workbench();
    const more = page.locator('.part.sidebar').getByRole('treeitem', { name: /^Load more/ });
    await more.click();
    await eventually(async () => {
      await page.keyboard.press('End');
      assert.equal((await row('Load more…')).description, '1000 of 5000 read');
    });
    await more.hover();
    await more.getByRole('button', { name: 'Load All' }).click();
    await eventually(async () => {
      await page.keyboard.press('End');
      await row('货架 Shelf 5000');
    });
    await page.keyboard.press('Home');
    await eventually(async () => assert.equal((await row('大目录 Catalogue')).description, '5000'));
  });

  it('is searched completely from the palette', async () => {
    const { page } = workbench();
    await collapse(page, ...catalogue);
    await runCommand(page, 'Hydrogen: List Content Categories');
    await readQuickInput(page, 'Content Categories');
    await typeInQuickInput(page, 'Shelf 4321');
    await expectPicks(page, ['货架 Shelf 4321']);
    await pick(page, '货架 Shelf 4321');
    await eventually(async () => assert.equal(await activeTab(page), '货架 Shelf 4321 · Production.json'));
    await eventually(async () => assert.ok(await row('货架 Shelf 4321')));
  });
});
