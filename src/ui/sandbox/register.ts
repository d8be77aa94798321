import * as vscode from 'vscode';
import { contentLibraryNode } from '../nodes/contentLibrary';
import { environmentOf } from '../nodes/environment';
import type { TreeNode } from '../nodes/node';
import { withProgress } from '../platform/dialogs';
import { registerSandboxControlCommands, type SandboxControls } from './sandboxControlCommands';

/** The local sandbox. @param reveal shows a row of the tree, opened */
export function registerSandbox({
  reveal,
  ...dependencies
}: SandboxControls & { reveal: (node: TreeNode) => Promise<void> }): vscode.Disposable {
  const { commands, sandbox } = dependencies;
  return vscode.Disposable.from(
    commands.register('hydrogen.sandbox.start', async () => {
      const title = vscode.l10n.t('Starting the local sandbox…');
      const application = await withProgress(title, signal => sandbox.start(signal));
      await reveal(contentLibraryNode(environmentOf({ application, environment: undefined })));
    }),
    commands.register('hydrogen.sandbox.stop', () => sandbox.stop()),
    ...registerSandboxControlCommands(dependencies),
  );
}
