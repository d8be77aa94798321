import * as vscode from 'vscode';
import { contentLibraryNode } from '../nodes/contentLibrary';
import { environmentOf } from '../nodes/environment';
import type { TreeNode } from '../nodes/node';
import { withProgress } from '../platform/dialogs';
import { registerSandboxControlCommands, type SandboxControls } from './sandboxControlCommands';

/** Registers the commands of the local sandbox. */
export function registerSandbox({
  view,
  ...dependencies
}: SandboxControls & { view: Pick<vscode.TreeView<TreeNode>, 'reveal'> }): vscode.Disposable {
  const { commands, sandbox } = dependencies;
  return vscode.Disposable.from(
    commands.register('hydrogen.sandbox.start', async () => {
      const tab = activeTab();
      const title = vscode.l10n.t('Starting the local sandbox…');
      const application = await withProgress(title, signal => sandbox.start(signal));
      const row = contentLibraryNode(environmentOf({ application, environment: undefined }));
      await view.reveal(row, { focus: false, expand: true });
      // A document that was opened meanwhile keeps the focus; without focus VS Code would not show its code lenses.
      if (activeTab() !== tab) return;
      await view.reveal(row, { focus: true });
      if (activeTab() !== tab) await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    }),
    commands.register('hydrogen.sandbox.stop', () => sandbox.stop()),
    ...registerSandboxControlCommands(dependencies),
  );
}

function activeTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab;
}
