import * as vscode from 'vscode';
import { contentLibraryNode } from '../nodes/contentLibrary';
import { environmentOf } from '../nodes/environment';
import { withProgress } from '../platform/dialogs';
import { loadPart } from '../loading/loadPart';
import { registerSandboxControlCommands } from './sandboxControlCommands';
import type { WorldDependencies } from './world/storeWorld';

/** Registers the commands of the local sandbox. */
export function registerSandbox(dependencies: WorldDependencies): vscode.Disposable {
  const { commands, sandbox, view } = dependencies;
  const world = () => loadPart('sandbox', () => import('./world/worldCommands'));
  return vscode.Disposable.from(
    commands.register('hydrogen.sandbox.start', async () => {
      const tab = activeTab();
      const title = vscode.l10n.t('Starting the local sandbox…');
      const application = await withProgress(title, signal => sandbox.start(signal));
      const row = contentLibraryNode(environmentOf({ application, environment: undefined }));
      await view.reveal(row, { focus: false, expand: true });
      // If another document was opened in the meantime, it keeps the focus. Without focus, VS Code would not show its
      // code lenses.
      if (activeTab() !== tab) return;
      await view.reveal(row, { focus: true });
      if (activeTab() !== tab) await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    }),
    commands.register('hydrogen.sandbox.stop', () => sandbox.stop()),
    commands.register('hydrogen.sandbox.bring', async argument => (await world()).bring(dependencies, argument)),
    commands.register('hydrogen.sandbox.bringAgain', async row => (await world()).bringAgain(dependencies, row)),
    commands.register('hydrogen.sandbox.loadWorld', async row => (await world()).loadWorld(dependencies, row)),
    commands.register('hydrogen.sandbox.saveWorld', async row => (await world()).saveWorld(dependencies, row)),
    commands.register('hydrogen.sandbox.removeWorld', async row => (await world()).removeWorld(dependencies, row)),
    ...registerSandboxControlCommands(dependencies),
  );
}

function activeTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab;
}
