import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

const id = 'hydrogen-baas.hydrogen-baas';

interface Marks {
  getMarks(): { name: string; startTime: number }[];
}

describe('activation', () => {
  it('activates and registers its commands', async () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension, 'the extension is not installed');
    await extension.activate();
    assert.ok((await vscode.commands.getCommands(true)).includes('hydrogen.log.show'));
  });

  it('is timed by the editor itself', async () => {
    await vscode.extensions.getExtension(id)?.activate();
    const { MonacoPerformanceMarks } = globalThis as unknown as { MonacoPerformanceMarks: Marks };
    const names = MonacoPerformanceMarks.getMarks().map(mark => mark.name);
    for (const step of ['willLoadExtensionCode', 'didLoadExtensionCode', 'didActivateExtension']) {
      assert.ok(names.includes(`code/extHost/${step}/${id}`), `no mark ${step}`);
    }
  });
});
