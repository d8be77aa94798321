import * as vscode from 'vscode';
import type { Parts } from '../parts';
import { withProgress } from '../progress';
import { applicationNode, environmentChildren, environmentNode } from '../tree/node';

export function registerSandboxCommands({ commands, sandbox, view, log }: Parts): vscode.Disposable[] {
  return [
    commands.register('hydrogen.sandbox.start', async () => {
      const title = vscode.l10n.t('Starting the local sandbox…');
      const application = await withProgress(title, signal => sandbox.start(signal));
      const [contentLibrary] = environmentChildren(environmentNode(applicationNode(application), undefined));
      await view.reveal(contentLibrary, { focus: true, expand: true });
    }),
    commands.register('hydrogen.sandbox.stop', () => sandbox.stop()),
    commands.register('hydrogen.log.show', () => log.show()),
  ];
}
