import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { plainText } from './plainText';

/** Foreign text as the name of a file: one path segment, at most 80 characters. */
export function fileName(text: string): string {
  return plainText(text, 80).replace(/[\\/:*?"<>|\n]/g, '_');
}

/** Where a new file is proposed: in the workspace, else in the person's own folder. */
export function proposedFile(name: string, folders = vscode.workspace.workspaceFolders ?? []): vscode.Uri {
  const folder = folders[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.Uri.joinPath(folder, name);
}
