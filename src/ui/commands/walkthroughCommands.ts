import * as vscode from 'vscode';
import type { Parts } from '../parts';

/** `contributes.walkthroughs` in the manifest, after the identifier of the extension. */
const walkthrough = 'start';

export function registerWalkthroughCommands(
  { commands }: Parts,
  extension: vscode.Extension<unknown>,
): vscode.Disposable[] {
  return [
    commands.register('hydrogen.walkthrough.open', () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extension.id}#${walkthrough}`, false),
    ),
  ];
}
