import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Locator } from 'playwright-core';
import { arrangeShop } from '../driver/arrangedSettings';
import { eventually } from '../driver/eventually';
import { codeLens } from '../driver/editor';
import { press } from '../driver/press';
import { pick, runCommand } from '../driver/quickInput';
import { openContainer } from '../driver/sidebar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';
import { openDocument, runChecks, showTestResults, useOtherServer, writeDocuments } from './requestsFixture';

describe('the Testing view', () => {
  const service = useSandbox();
  const server = useOtherServer();
  const workbench = useWorkbench({
    arrange: profile => arrangeShop(profile, { ...service().shop, serverDomain: server().origin }),
  });
  const sent = () => server().headers.length;
  const test = (name: RegExp): Locator => workbench().page.locator('.part.sidebar').getByRole('treeitem', { name });

  it('appears when another program writes the first file with checks', async () => {
    const { page, profile } = workbench();
    await writeDocuments(profile, { other: ['### write', 'POST /hserve/v1/other/', '', '{}', '', '?? status == 201'] });
    await openContainer(page, 'Testing');
    await test(/^other\.hydrogen\.http/).waitFor();
  });

  it('lists files with checks and their requests without sending anything', async () => {
    const { page, profile } = workbench();
    await writeDocuments(profile, {
      groups: [
        ...['### good', 'GET /hserve/v1/content/group/', '', '?? status == 200', ''],
        ...['### bad', 'GET /hserve/v1/content/group/', '', '?? body elsewhere == false'],
      ],
    });
    await openDocument(page, 'groups');
    await page.locator('.part.editor .testing-run-glyph').first().waitFor();
    await test(/^other\.hydrogen\.http/).waitFor();
    await eventually(() => press(test(/^groups\.hydrogen\.http/)));
    await page.keyboard.press('ArrowRight');
    await test(/^bad/).waitFor();
    await workbench().screenshot('tests found');
    assert.equal(sent(), 0);
  });

  it('shows the expected and the actual value at the line of a check', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Select Environment…');
    await pick(page, 'Staging');
    await codeLens(page, /Send · Shop · Staging/)
      .first()
      .waitFor();
    await runChecks(page, 'last');
    await test(/^bad.*Failed/).waitFor();
    await showTestResults(page);
    const failure = page.locator('.part.panel').getByRole('treeitem').filter({ hasText: 'Expected false' });
    await eventually(() => press(failure));
    await eventually(async () => {
      const sides = await page.locator('.part.panel .monaco-diff-editor .view-line').allTextContents();
      assert.deepEqual([...new Set(sides)].sort(), ['false', 'true']);
    });
    await workbench().screenshot('test failed');
    assert.equal(sent(), 1);
    await runChecks(page, 'first');
    await test(/^good.*Passed/).waitFor();
    await workbench().screenshot('test passed');
    assert.equal(sent(), 2);
  });

  it('keeps its results over a reload', async () => {
    const { page } = workbench();
    await workbench().reload();
    await openContainer(page, 'Testing');
    await eventually(() => press(test(/^groups\.hydrogen\.http.*Failed/)));
    await page.keyboard.press('ArrowRight');
    await test(/^bad.*Failed/).waitFor();
    await workbench().screenshot('tests after reload');
  });
});
