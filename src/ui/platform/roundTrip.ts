import * as vscode from 'vscode';

/**
 * Resolves when VS Code has taken what it was told until now, and this has heard what came of it: a change is sent after the
 * turn that made it, and messages keep their order.
 */
export async function roundTrip(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 0));
  await vscode.commands.executeCommand('setContext', 'hydrogen.roundTrip', true);
}
