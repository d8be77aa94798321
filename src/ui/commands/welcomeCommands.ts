import * as vscode from 'vscode';
import type { Parts } from '../parts';
import { tellSettingsProblems } from '../applications/settingsProblems';

/** `contributes.walkthroughs` in the manifest, after the identifier of the extension. */
const walkthrough = 'start';

/** What the welcome of the empty view leads to. */
export function registerWelcomeCommands(
  { commands, applications }: Parts,
  extension: vscode.Extension<unknown>,
): vscode.Disposable[] {
  return [
    commands.register('hydrogen.walkthrough.open', () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extension.id}#${walkthrough}`, false),
    ),
    commands.register('hydrogen.settings.showProblems', () => void tellSettingsProblems(applications)),
  ];
}
