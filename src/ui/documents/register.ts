import * as vscode from 'vscode';
import type { CommandRunner } from '../platform/command';
import { schemes } from '../platform/schemes';
import { tabUri } from '../platform/tabUri';
import { registerPreviewCommands, type PreviewDependencies } from './preview/previewCommands';

interface DocumentDependencies extends PreviewDependencies {
  commands: CommandRunner;
  /** Rereads an open document. */
  refresh: (uri: vscode.Uri) => Promise<void>;
}

/** Registers the commands of JSON documents and previews. */
export function registerDocuments(dependencies: DocumentDependencies): vscode.Disposable[] {
  const { commands, refresh } = dependencies;
  return [
    commands.register('hydrogen.document.refresh', async argument => {
      const active = vscode.window.tabGroups.activeTabGroup.activeTab;
      const uri = argument instanceof vscode.Uri ? argument : tabUri(active);
      if (uri?.scheme === schemes.document) await refresh(uri);
    }),
    ...registerPreviewCommands(dependencies),
  ];
}
