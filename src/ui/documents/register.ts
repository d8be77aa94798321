import * as vscode from 'vscode';
import type { CommandRunner } from '../platform/command';
import { schemes } from '../platform/schemes';
import type { JsonDocuments } from './documents';
import { registerPreviewCommands, type PreviewDependencies } from './preview/previewCommands';

interface DocumentDependencies extends PreviewDependencies {
  commands: CommandRunner;
  documents: JsonDocuments;
}

/** The commands of JSON documents and of previews. */
export function registerDocuments(dependencies: DocumentDependencies): vscode.Disposable[] {
  const { commands, documents } = dependencies;
  return [
    commands.register('hydrogen.document.refresh', async argument => {
      const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
      if (uri?.scheme === schemes.document) await documents.refresh(uri);
    }),
    ...registerPreviewCommands(dependencies),
  ];
}
