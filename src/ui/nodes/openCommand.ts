import * as vscode from 'vscode';
import type { NodeBase } from './nodeBase';

/** Returns the command that opens the row as JSON. */
export function openCommand(node: NodeBase): vscode.Command {
  return { command: 'hydrogen.item.open', title: vscode.l10n.t('Open as JSON'), arguments: [node] };
}

/** Returns the command that authorizes, for rows that need an access token. */
export function authorizeCommand(node: NodeBase): vscode.Command {
  return { command: 'hydrogen.application.authorize', title: vscode.l10n.t('Authorize'), arguments: [node] };
}

/** Returns the command that signs in, for rows that need a user. */
export function signInCommand(node: NodeBase): vscode.Command {
  return { command: 'hydrogen.user.signIn', title: vscode.l10n.t('Sign In'), arguments: [node] };
}
