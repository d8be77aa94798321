import * as vscode from 'vscode';
import type { NodeBase } from './nodeBase';
import type { NodeRow } from './nodeKind';

/** Returns the command that opens the row as JSON. */
export function openCommand(node: NodeBase): vscode.Command {
  return { command: 'hydrogen.item.open', title: vscode.l10n.t('Open as JSON'), arguments: [node] };
}

/** Returns the look of a list that needs an access token: a click authorizes. */
export function unauthorizedRow(name: string, icon: string, node: NodeBase): NodeRow {
  return {
    children: 'none',
    contextValue: `${name}.unauthorized`,
    icon,
    description: vscode.l10n.t('authorize to see them'),
    command: { command: 'hydrogen.application.authorize', title: vscode.l10n.t('Authorize'), arguments: [node] },
  };
}

/** Returns the command that signs in, for rows that need a user. */
export function signInCommand(node: NodeBase): vscode.Command {
  return { command: 'hydrogen.user.signIn', title: vscode.l10n.t('Sign In'), arguments: [node] };
}
