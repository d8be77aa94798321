import * as vscode from 'vscode';

/**
 * Resolves when VS Code has processed all earlier calls and their events have arrived. VS Code sends changes at the end
 * of the current event loop turn, and keeps the order of messages.
 */
export async function flushHostMessages(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 0));
  await vscode.commands.executeCommand('setContext', 'hydrogen.flushed', true);
}
