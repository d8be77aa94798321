import * as vscode from 'vscode';

/**
 * Resolves when VS Code has processed all earlier calls and the events they caused have arrived: changes are sent at
 * the end of the turn that made them, and messages keep their order.
 */
export async function roundTrip(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 0));
  await vscode.commands.executeCommand('setContext', 'hydrogen.roundTrip', true);
}
