import { homedir } from 'node:os';
import * as vscode from 'vscode';

/** Where a new file is proposed: in the workspace, else in the person's own folder. */
export function proposedFile(name: string, folders = vscode.workspace.workspaceFolders ?? []): vscode.Uri {
  const folder = folders[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.Uri.joinPath(folder, name);
}
