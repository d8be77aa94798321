import { homedir } from 'node:os';
import * as vscode from 'vscode';

/** Returns the proposed location of a new file: the workspace, else the home folder. */
export function proposedFile(name: string, folders = vscode.workspace.workspaceFolders ?? []): vscode.Uri {
  const folder = folders[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.Uri.joinPath(folder, name);
}
