import * as vscode from 'vscode';
import type { CommandRunner } from '../platform/command';
import { schemes } from '../platform/schemes';
import { registerPreviewCommands, type PreviewDependencies } from './preview/previewCommands';

interface DocumentDependencies extends PreviewDependencies {
  commands: CommandRunner;
  /** Reads a document of ours anew, in place. */
  refresh: (uri: vscode.Uri) => Promise<void>;
}

/** The commands of JSON documents and of previews. */
export function registerDocuments(dependencies: DocumentDependencies): vscode.Disposable[] {
  const { commands, refresh } = dependencies;
  return [
    commands.register('hydrogen.document.refresh', async argument => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      const isEditor = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
      const uri = argument instanceof vscode.Uri ? argument : isEditor ? input.uri : undefined;
      if (uri?.scheme === schemes.document) await refresh(uri);
    }),
    ...registerPreviewCommands(dependencies),
  ];
}
