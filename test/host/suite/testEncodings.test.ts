import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { openUntitled } from '../../../src/ui/platform/textEdits';
import { writeSetting } from './fixture';
import { recordTests, until } from './recordedTests';

// Recording must start before a test opens a request document.
const recording = recordTests();

describe('the tests of a closed file in the encoding of the settings', () => {
  const file = () => path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail(), 'e.hydrogen.http');
  before(() => writeSetting('files.encoding', 'gbk'));
  after(async () => {
    await writeSetting('files.encoding', undefined);
    await rm(file());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('have their names', async () => {
    const tests = await recording;
    await openUntitled('hydrogen-http', 'GET /a/\n\n?? status == 200\n');
    await until(() => tests.controller !== undefined);
    await writeFile(file(), Buffer.from('### \xc9\xcc\xc6\xb7\nGET /a/\n\n?? status == 200\n', 'latin1'));
    const { controller = assert.fail() } = tests;
    await controller.refreshHandler?.(new vscode.CancellationTokenSource().token);
    const item = controller.items.get(vscode.Uri.file(file()).toString()) ?? assert.fail('the file is not found');
    await controller.resolveHandler?.(item);
    assert.deepEqual(
      [...item.children].map(([, { label }]) => label),
      ['商品'],
    );
  });
});
