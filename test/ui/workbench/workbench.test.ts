import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { activeTab, activeText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { openFile, runCommand } from '../driver/quickInput';
import { openContainer, readTree } from '../driver/sidebar';
import { useWorkbench } from '../driver/workbench';

describe('the workbench under test', () => {
  const workbench = useWorkbench({
    arrange: async ({ workspace }) => writeFile(path.join(workspace, 'notes.txt'), 'first line\n  second line\n'),
  });

  it('runs the extension', async () => {
    const { page } = workbench();
    await runCommand(page, 'Developer: Show Running Extensions');
    await page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Hydrogen BaaS' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('opens files of the workspace', async () => {
    const { page } = workbench();
    await openContainer(page, /^Explorer/);
    await eventually(async () => assert.ok((await readTree(page)).some(row => row.label === 'notes.txt')));
    await openFile(page, 'notes.txt');
    assert.equal(await activeTab(page), 'notes.txt');
    await eventually(async () => assert.equal((await activeText(page)).trimEnd(), 'first line\n  second line'));
  });

  it('restores the same files after a reload', async () => {
    const { page } = workbench();
    await workbench().reload();
    await eventually(async () => assert.equal(await activeTab(page), 'notes.txt'));
  });

  it('writes log files', async () => {
    await eventually(async () => {
      const logs = await workbench().logs();
      const host = logs.find(log => log.file.endsWith('remoteexthost.log'));
      assert.match(host?.text ?? '', /hydrogen-baas\.hydrogen-baas/);
    });
  });
});
