import * as vscode from 'vscode';
import { registerApplicationCommands, type ApplicationDependencies } from './applicationCommands';
import { registerDiscoveryCommands } from './discoveryCommands';
import { registerEnvironmentCommands } from './environmentCommands';
import { decorateEnvironments } from './environmentDecorations';
import type { Authorize } from './offerClientIds';
import { showSettingsProblems, showSettingsProblemsAgain } from './settingsProblems';
import { registerTransferCommands } from './transferCommands';
import type { ReadonlyTexts } from '../platform/readonlyTexts';

/** The ID in `contributes.walkthroughs` of the manifest. */
const walkthrough = 'start';

interface ApplicationServices extends ApplicationDependencies {
  texts: ReadonlyTexts;
  /** The tree, which shows problems of the settings above its rows. */
  view: Pick<vscode.TreeView<unknown>, 'message'>;
  /** `publisher.name` */
  extensionId: string;
  authorize: Authorize;
}

/**
 * Registers the commands of applications and environments, their decorations, and the display of settings problems.
 */
export function registerApplications(services: ApplicationServices): vscode.Disposable {
  const { commands, view, extensionId } = services;
  return vscode.Disposable.from(
    decorateEnvironments(),
    showSettingsProblems(services, view),
    ...registerApplicationCommands(services),
    ...registerEnvironmentCommands(services),
    ...registerTransferCommands(services),
    ...registerDiscoveryCommands(commands, services),
    commands.register('hydrogen.settings.showProblems', () => void showSettingsProblemsAgain(services)),
    commands.register('hydrogen.walkthrough.open', () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extensionId}#${walkthrough}`, false),
    ),
  );
}
