import * as vscode from 'vscode';
import type { NodeBase } from './nodeBase';

/** A click on the row opens it as JSON. */
export function openCommand(node: NodeBase): vscode.Command {
  return { command: 'hydrogen.item.open', title: vscode.l10n.t('Open as JSON'), arguments: [node] };
}

/** A click on a row that needs an access token gets one. */
export function authorizeCommand(node: NodeBase): vscode.Command {
  return { command: 'hydrogen.application.authorize', title: vscode.l10n.t('Authorize'), arguments: [node] };
}

/** A click on a row that needs a user signs one in. */
export function signInCommand(node: NodeBase): vscode.Command {
  return { command: 'hydrogen.user.signIn', title: vscode.l10n.t('Sign In'), arguments: [node] };
}
