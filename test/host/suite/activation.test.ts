import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { extensionId, run } from './fixture';

interface Marks {
  getMarks(): { name: string; startTime: number }[];
}

/** The bundles of the extension that this extension host has loaded so far. */
function loadedBundles(): string[] {
  const { extensionPath } =
    vscode.extensions.getExtension(extensionId) ?? assert.fail('the extension is not installed');
  const dist = path.join(extensionPath, 'dist') + path.sep;
  const { cache } = createRequire(__filename);
  const files = Object.keys(cache).filter(file => file.startsWith(dist));
  return files.map(file => file.slice(dist.length)).sort();
}

describe('activation', () => {
  it('loads one bundle, and those of the HTTP client and the sandbox when they are first needed', async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    assert.deepEqual(loadedBundles(), ['extension.cjs']);
    await run('sandbox.start');
    assert.deepEqual(loadedBundles(), ['extension.cjs', 'http.cjs', 'sandbox.cjs']);
    await run('sandbox.stop');
  });

  it('is timed by the editor itself', async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    const { MonacoPerformanceMarks } = globalThis as unknown as { MonacoPerformanceMarks: Marks };
    const names = MonacoPerformanceMarks.getMarks().map(mark => mark.name);
    for (const step of ['willLoadExtensionCode', 'didLoadExtensionCode', 'didActivateExtension']) {
      assert.ok(names.includes(`code/extHost/${step}/${extensionId}`), `no mark ${step}`);
    }
  });

  it('registers the commands that are contributed, and no other', async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    await extension?.activate();
    const { contributes } = extension?.packageJSON as {
      contributes: { commands: { command: string }[]; views: Record<string, { id: string }[]> };
    };
    const registered = (await vscode.commands.getCommands(true)).filter(id => id.startsWith('hydrogen.'));
    // VS Code itself makes commands of a view's name.
    const generated = ['focus', 'open', 'removeView', 'resetViewLocation', 'toggleVisibility'];
    const views = Object.values(contributes.views).flat();
    const ofViews = views.flatMap(({ id }) => generated.map(verb => `${id}.${verb}`));
    const contributed = contributes.commands.map(({ command }) => command);
    const own = registered.filter(id => contributed.includes(id) || !ofViews.includes(id));
    assert.deepEqual(own.sort(), contributed.sort());
  });
});
