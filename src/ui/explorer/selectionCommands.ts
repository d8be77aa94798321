import * as vscode from 'vscode';
import type { Application } from '../../applications/application';
import {
  commandApplication,
  noApplication,
  pickApplication,
  type CommandServices,
} from '../applications/commandTarget';
import { environmentName, targetName } from '../nodes/environmentName';
import { plainText } from '../messages/plainText';
import { applicationNode } from '../nodes/application';
import { environmentOf } from '../nodes/environment';
import type { TreeNode } from '../nodes/node';
import type { Tokens } from '../tokens/tokens';
import type { CommandArgument } from '../platform/commandArgument';
import { showPick } from '../platform/prompts';

interface SelectionDependencies extends CommandServices {
  tokens: Pick<Tokens, 'of'>;
  view: Pick<vscode.TreeView<TreeNode>, 'reveal'>;
}

/** Registers the status bar menu and the commands that select an application, or list applications and environments. */
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

/**
 * Returns all applications.
 * @throws UiError if there are none, because an empty list would explain nothing
 */
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
  await dependencies.view.reveal(chosen.node, { focus: true, expand: true });
}

interface MenuEntry {
  label: string;
  iconPath: vscode.ThemeIcon;
  command: string;
}

async function showMenu(dependencies: SelectionDependencies): Promise<void> {
  allOf(dependencies);
  const target = dependencies.selection.current();
  const title = target === undefined ? vscode.l10n.t('No application selected') : targetName(target);
  const items = target === undefined ? unselectedEntries() : await selectedEntries(dependencies, target.application);
  const chosen = await showPick(items, { title, placeHolder: vscode.l10n.t('What do you want to do?') });
  await vscode.commands.executeCommand(chosen.command);
}

async function selectedEntries({ tokens }: SelectionDependencies, application: Application): Promise<MenuEntry[]> {
  const authorized = (await tokens.of(application).read()) !== undefined;
  const ofToken = authorized
    ? [
        entry('sync', vscode.l10n.t('Refresh Token'), 'hydrogen.application.refreshToken'),
        entry('verified', vscode.l10n.t('Verify Token'), 'hydrogen.application.verifyToken'),
        entry('key', vscode.l10n.t('Authorize Again'), 'hydrogen.application.authorize'),
        entry('trash', vscode.l10n.t('Forget Token'), 'hydrogen.application.forgetToken'),
      ]
    : [entry('key', vscode.l10n.t('Authorize'), 'hydrogen.application.authorize')];
  return [
    ...ofToken,
    ...selecting(),
    entry('new-file', vscode.l10n.t('New Request'), 'hydrogen.request.new'),
    ...finding(),
  ];
}

/** Entries that work without a selection or ask for the application themselves. */
function unselectedEntries(): MenuEntry[] {
  return [
    ...selecting(),
    entry('key', vscode.l10n.t('Authorize'), 'hydrogen.application.authorize'),
    entry('add', vscode.l10n.t('Add Application…'), 'hydrogen.application.add'),
    ...finding(),
  ];
}

function selecting(): MenuEntry[] {
  return [
    entry('package', vscode.l10n.t('Select Application…'), 'hydrogen.application.select'),
    entry('globe', vscode.l10n.t('Select Environment…'), 'hydrogen.environment.select'),
  ];
}

function finding(): MenuEntry[] {
  return [
    entry('pulse', vscode.l10n.t('Diagnose Connection'), 'hydrogen.connection.diagnose'),
    entry('output', vscode.l10n.t('Show Log'), 'hydrogen.log.show'),
  ];
}

function entry(icon: string, label: string, command: string): MenuEntry {
  return { label, iconPath: new vscode.ThemeIcon(icon), command };
}
