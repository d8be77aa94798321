import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { extensionId, run } from './fixture';

interface Marks {
  getMarks(): { name: string; startTime: number }[];
}

/** The parts of the extension that this extension host has loaded so far, in their order. */
function loadedParts(): string[] {
  const prefix = 'hydrogen/loaded/';
  const marks = performance.getEntriesByType('mark').map(({ name }) => name);
  return marks.filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length));
}

describe('activation', () => {
  it('loads the window, the HTTP client and the sandbox when they are first needed', async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    assert.deepEqual(loadedParts(), []);
    await run('sandbox.start');
    assert.deepEqual(loadedParts(), ['window', 'sandbox', 'http']);
    await run('sandbox.stop');
  });

  it('is measured by the editor itself', async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    const { MonacoPerformanceMarks } = globalThis as unknown as { MonacoPerformanceMarks: Marks };
    const names = MonacoPerformanceMarks.getMarks().map(mark => mark.name);
    for (const step of ['willLoadExtensionCode', 'didLoadExtensionCode', 'didActivateExtension']) {
      assert.ok(names.includes(`code/extHost/${step}/${extensionId}`), `no mark ${step}`);
    }
  });

  it('registers exactly the contributed commands', async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    await extension?.activate();
    const { contributes } = extension?.packageJSON as {
      contributes: { commands: { command: string }[]; views: Record<string, { id: string }[]> };
    };
    const registered = (await vscode.commands.getCommands(true)).filter(id => id.startsWith('hydrogen.'));
    // VS Code itself adds commands for each view.
    const generated = ['focus', 'open', 'removeView', 'resetViewLocation', 'toggleVisibility'];
    const views = Object.values(contributes.views).flat();
    const ofViews = views.flatMap(({ id }) => generated.map(verb => `${id}.${verb}`));
    const contributed = contributes.commands.map(({ command }) => command);
    const own = registered.filter(id => contributed.includes(id) || !ofViews.includes(id));
    assert.deepEqual(own.sort(), contributed.sort());
  });
});
