import * as vscode from 'vscode';
import type { Parts } from '../parts';
import { registerSandboxControlCommands } from './sandboxControlCommands';
import { applicationNode, environmentChildren, environmentNode } from '../nodes/node';
import { withProgress } from '../platform/dialogs';

export function registerSandboxCommands(parts: Parts): vscode.Disposable[] {
  const { commands, sandbox, view, log } = parts;
  return [
    commands.register('hydrogen.sandbox.start', async () => {
      const title = vscode.l10n.t('Starting the local sandbox…');
      const application = await withProgress(title, signal => sandbox.start(signal));
      const [contentLibrary] = environmentChildren(environmentNode(applicationNode(application), undefined));
      await view.reveal(contentLibrary, { focus: true, expand: true });
    }),
    commands.register('hydrogen.sandbox.stop', () => sandbox.stop()),
    ...registerSandboxControlCommands(parts),
    commands.register('hydrogen.log.show', () => log.show()),
  ];
}
