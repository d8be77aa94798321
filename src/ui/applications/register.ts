import * as vscode from 'vscode';
import { registerApplicationCommands, type TokensByApplication } from './applicationCommands';
import type { ApplicationStore } from './applicationStore';
import { registerDiscoveryCommands } from './discoveryCommands';
import { registerEnvironmentCommands } from './environmentCommands';
import { decorateEnvironments } from './environmentDecorations';
import type { Authorize } from './offerClientIds';
import type { SelectionStore } from './selectionStore';
import { showSettingsProblems, showSettingsProblemsAgain } from './settingsProblems';
import { registerTransferCommands } from './transferCommands';
import type { CommandRunner } from '../platform/command';
import type { Http } from '../network/http';
import type { ReadonlyTexts } from '../platform/readonlyTexts';

/** The ID in `contributes.walkthroughs` of the manifest. */
const walkthrough = 'start';

/**
 * Registers the commands of applications and environments, their decorations, and the display of settings problems.
 * @param view the tree, which shows problems of the settings above its rows
 * @param extensionId `publisher.name`
 */
export function registerApplications({
  commands,
  applications,
  selection,
  tokens,
  http,
  texts,
  view,
  extensionId,
  authorize,
}: {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  tokens: TokensByApplication;
  http: Http;
  texts: ReadonlyTexts;
  view: Pick<vscode.TreeView<unknown>, 'message'>;
  extensionId: string;
  authorize: Authorize;
}): vscode.Disposable {
  return vscode.Disposable.from(
    decorateEnvironments(),
    showSettingsProblems({ applications, tokens }, view),
    ...registerApplicationCommands({ commands, applications, selection, tokens, http }),
    ...registerEnvironmentCommands({ commands, applications, selection, http }),
    ...registerTransferCommands({ commands, applications, texts }),
    ...registerDiscoveryCommands(commands, { applications, authorize }),
    commands.register('hydrogen.settings.showProblems', () => void showSettingsProblemsAgain({ applications, tokens })),
    commands.register('hydrogen.walkthrough.open', () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#${walkthrough}`, false),
    ),
  );
}
