import * as vscode from 'vscode';
import { idProblem } from '../../applications/application';
import { commandApplication, targetApplication, type CommandServices } from '../applications/commandTarget';
import type { ContentGroupNode } from '../nodes/contentGroup';
import { isNode } from '../nodes/node';
import { nodeLabel } from '../nodes/nodeLabel';
import { chosenRows, isScripted, type CommandArgument } from '../platform/commandArgument';
import { confirm, namesText } from '../platform/confirm';
import { idMessage } from '../messages/fieldMessages';
import { askSteps } from '../platform/prompts';
import { UiError } from '../messages/uiError';

/**
 * Registers the commands for content groups that are stored in the settings by ID, because the service does not list
 * them.
 */
export function registerGroupCommands(dependencies: CommandServices): vscode.Disposable[] {
  const { commands } = dependencies;
  return [
    commands.registerEach('hydrogen.contentGroup.add', argument => addGroup(dependencies, argument)),
    commands.register('hydrogen.contentGroup.remove', (argument, selected) =>
      removeGroups(dependencies, chosenRows(argument, selected, isRemembered).filter(isRemembered)),
    ),
  ];
}

async function addGroup(dependencies: CommandServices, argument: CommandArgument): Promise<void> {
  const given = isScripted(argument) ? argument : {};
  const target = isScripted(argument) ? { ...argument, envId: undefined } : argument;
  const application = await targetApplication(dependencies, target);
  if (application.sandbox !== undefined) {
    throw new UiError(vscode.l10n.t('The sandbox lists its content groups by itself.'));
  }
  const title = vscode.l10n.t('Add Content Group to {0}', application.name);
  const contentGroupId = given['contentGroupId'];
  const scripted = typeof contentGroupId === 'string' || typeof contentGroupId === 'number';
  const validate = (text: string) => {
    const problem = idProblem(text);
    if (problem !== undefined) return idMessage(problem);
    const known = application.contentGroups.some(({ id }) => id === text);
    return known ? vscode.l10n.t('This content group is already there.') : undefined;
  };
  const { id } = scripted
    ? { id: String(contentGroupId) }
    : await askSteps(
        title,
        [
          {
            prompt: vscode.l10n.t('Content group ID, as the developer console shows it'),
            value: (answers: { id: string }) => answers.id,
            validate,
            accept: (text: string) => ({ id: text }),
          },
        ],
        { id: '' },
      );
  const problem = validate(id);
  if (problem !== undefined) throw new UiError(problem);
  const contentGroups = [...application.contentGroups, { id }];
  await dependencies.applications.save({ ...application, contentGroups }, application);
}

function isRemembered(row: unknown): row is ContentGroupNode {
  return isNode(row) && row.kind === 'contentGroup' && row.remembered;
}

async function removeGroups(dependencies: CommandServices, rows: readonly ContentGroupNode[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const names = rows.map(row => `${row.application.name} · ${nodeLabel(row)}`);
  const stays = vscode.l10n.t('Only the entry in your settings is removed. Nothing changes on the service.');
  await confirm('hydrogen.contentGroup.remove', first, {
    question:
      rows.length === 1
        ? vscode.l10n.t('Remove the content group {0} from {1}?', nodeLabel(first), first.application.name)
        : vscode.l10n.t('Remove {0} content groups?', rows.length),
    detail: rows.length === 1 ? stays : `${namesText(names)}\n\n${stays}`,
    button: vscode.l10n.t('Remove'),
  });
  for (const row of rows) {
    // The application is read again, because the removal of the previous group changed it.
    const { application } = await commandApplication(dependencies, row);
    const contentGroups = application.contentGroups.filter(({ id }) => id !== row.group.id);
    await dependencies.applications.save({ ...application, contentGroups }, application);
  }
}
