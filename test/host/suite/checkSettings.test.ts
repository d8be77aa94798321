import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitForProblems } from './fixture';

describe('hydrogen.json in the editor', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no workspace');
  const file = path.join(folder, 'hydrogen.json');

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(file, { force: true });
  });

  it('is validated against its schema: unknown keys, missing ones and wrong values are underlined', async () => {
    const lines = [
      '{',
      '  "application": {',
      '    "name": "Shop",',
      '    "clientSecret": "a",',
      '    "serverDomain": 7',
      '  },',
      '  "variables": { "Staging": { "group": [] } },',
      '  "more": 1',
      '}',
    ];
    await writeFile(file, lines.join('\n'));
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    await waitForProblems(document, [
      [1, /clientId/],
      [4, /"string"/],
      [3, /clientSecret/],
      [6, /string/],
      [7, /more/],
    ]);
  });
});
