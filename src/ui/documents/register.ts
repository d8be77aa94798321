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
      const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
      if (uri?.scheme === schemes.document) await refresh(uri);
    }),
    ...registerPreviewCommands(dependencies),
  ];
}
