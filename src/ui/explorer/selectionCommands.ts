import * as vscode from 'vscode';
import type { Application } from '../../applications/application';
import { commandApplication, commandTarget, noApplication, pickApplication } from '../applications/commandTarget';
import { environmentName } from '../nodes/environmentName';
import { plainText } from '../platform/plainText';
import { applicationNode } from '../nodes/application';
import { environmentOf } from '../nodes/environment';
import type { TreeNode } from '../nodes/node';
import type { CommandRunner } from '../platform/command';
import type { Tokens } from '../tokens/tokens';
import type { ApplicationStore } from '../applications/applicationStore';
import type { SelectionStore } from '../applications/selectionStore';
import type { CommandArgument } from '../platform/commandArgument';
import { showPick } from '../platform/prompts';

interface SelectionDependencies {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  tokens: Pick<Tokens, 'of'>;
  view: Pick<vscode.TreeView<TreeNode>, 'reveal'>;
}

/** Registers the menu of the status bar and the list commands of the palette. */
export function registerSelectionCommands(dependencies: SelectionDependencies): vscode.Disposable[] {
  const { commands, view } = dependencies;
  return [
    commands.register('hydrogen.application.select', async argument => {
      const target =
        argument === undefined
          ? { application: await pickAny(dependencies, vscode.l10n.t('Select Application')), environment: undefined }
          : await commandApplication(dependencies, argument);
      await dependencies.selection.select(target);
    }),
    commands.register('hydrogen.application.list', async () => {
      const application = await pickAny(dependencies, vscode.l10n.t('Applications'));
      await view.reveal(applicationNode(application), { focus: true, expand: true });
    }),
    commands.register('hydrogen.environment.list', argument => listEnvironments(dependencies, argument)),
    commands.register('hydrogen.status.showMenu', () => showMenu(dependencies)),
  ];
}

/** @throws UiError if there is none, because an empty list would explain nothing */
function allOf({ applications }: SelectionDependencies): readonly Application[] {
  const all = applications.list().applications;
  if (all.length === 0) throw noApplication(applications);
  return all;
}

function pickAny(dependencies: SelectionDependencies, title: string) {
  return pickApplication(allOf(dependencies), title);
}

/** Lists the environments of all applications, or of the one in the argument, and reveals the choice in the tree. */
async function listEnvironments(dependencies: SelectionDependencies, argument: CommandArgument): Promise<void> {
  const all = allOf(dependencies);
  const applications = argument === undefined ? all : [(await commandApplication(dependencies, argument)).application];
  const items = applications.flatMap(application =>
    [undefined, ...application.environments].map(environment => ({
      label: plainText(environmentName(environment)),
      description: [application.name, environment?.envId].filter(part => part !== undefined).join(' · '),
      node: environmentOf({ application, environment }),
    })),
  );
  const placeHolder = vscode.l10n.t('Name or Env ID');
  const options = { title: vscode.l10n.t('Environments'), placeHolder, matchOnDescription: true };
  const chosen = await showPick(items, options);
  if (chosen !== undefined) await dependencies.view.reveal(chosen.node, { focus: true, expand: true });
}

async function showMenu(dependencies: SelectionDependencies): Promise<void> {
  const target = await commandTarget(dependencies, undefined);
  const authorized = (await dependencies.tokens.of(target.application).read()) !== undefined;
  const entry = (icon: string, label: string, command: string) => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    command,
  });
  const items = [
    authorized
      ? entry('sync', vscode.l10n.t('Refresh Token'), 'hydrogen.application.refreshToken')
      : entry('key', vscode.l10n.t('Authorize'), 'hydrogen.application.authorize'),
    ...(authorized
      ? [
          entry('verified', vscode.l10n.t('Verify Token'), 'hydrogen.application.verifyToken'),
          entry('key', vscode.l10n.t('Authorize Again'), 'hydrogen.application.authorize'),
          entry('trash', vscode.l10n.t('Forget Token'), 'hydrogen.application.forgetToken'),
        ]
      : []),
    entry('package', vscode.l10n.t('Select Application'), 'hydrogen.application.select'),
    entry('globe', vscode.l10n.t('Select Environment'), 'hydrogen.environment.select'),
    entry('output', vscode.l10n.t('Show Log'), 'hydrogen.log.show'),
  ];
  const title = `${plainText(target.application.name)} · ${plainText(environmentName(target.environment))}`;
  const chosen = await showPick(items, { title, placeHolder: vscode.l10n.t('What do you want to do?') });
  if (chosen !== undefined) await vscode.commands.executeCommand(chosen.command);
}
