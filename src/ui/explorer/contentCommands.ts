import * as vscode from 'vscode';
import { applicationKey, idProblem } from '../../applications/application';
import { commandApplication, commandTarget } from '../applications/commandTarget';
import { schemes } from '../platform/schemes';
import { pickAnything, pickCategory } from './search/goTo';
import { show } from './reveal';
import { idMessage } from '../platform/fieldMessages';
import type { Parts } from '../parts';
import { reading } from '../platform/progress';
import { askSteps } from '../platform/multiStepInput';
import { isLocated } from '../applications/environmentTarget';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import type { ContentGroupNode, DocumentNode, MoreNode, TreeNode } from '../nodes/node';
import { UiError } from '../platform/uiError';
import { showModal, withProgress } from '../platform/dialogs';

export function registerContentCommands(parts: Parts): vscode.Disposable[] {
  const { commands, tree, documents } = parts;
  return [
    commands.register('hydrogen.contentGroup.add', argument => addGroup(parts, argument)),
    commands.register('hydrogen.contentGroup.remove', argument => removeGroup(parts, argument)),
    commands.register('hydrogen.item.open', async argument => {
      if (isDocument(argument)) await documents.open(argument);
    }),
    commands.register('hydrogen.order.reveal', argument => revealOrder(parts, argument)),
    commands.register('hydrogen.document.refresh', async argument => {
      const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
      if (uri?.scheme === schemes.document) await documents.refresh(uri);
    }),
    commands.register('hydrogen.contentCategory.list', async argument => {
      const target = await commandTarget(parts, argument);
      await show(parts, await pickCategory(parts, target));
    }),
    commands.register('hydrogen.goTo', async () => show(parts, await pickAnything(parts))),
    commands.register('hydrogen.view.refresh', argument => {
      tree.refresh(isLocated(argument) && 'kind' in argument ? (argument as TreeNode) : undefined);
    }),
    commands.register('hydrogen.list.loadMore', async argument => {
      if (!isMore(argument)) return;
      // A filter wants all of the list.
      await (argument.searching ? loadAll(parts, argument) : tree.loadMore(argument.parent));
    }),
    commands.register('hydrogen.list.loadAll', async argument => {
      if (isMore(argument)) await loadAll(parts, argument);
    }),
  ];
}

async function loadAll({ tree }: Parts, { parent }: MoreNode): Promise<void> {
  await withProgress(vscode.l10n.t('Loading all…'), (signal, report) => tree.loadAll(parent, reading(signal, report)));
}

async function addGroup(parts: Parts, argument: CommandArgument): Promise<void> {
  const given = isScripted(argument) ? argument : {};
  const target = isScripted(argument) ? { ...argument, envId: undefined } : argument;
  const { application } = await commandTarget(parts, target);
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
  await parts.applications.save({ ...application, contentGroups }, applicationKey(application));
}

async function removeGroup(parts: Parts, argument: CommandArgument): Promise<void> {
  if (!isGroup(argument)) return;
  const { application } = await commandApplication(parts, argument);
  const contentGroups = application.contentGroups.filter(({ id }) => id !== argument.group.id);
  await parts.applications.save({ ...application, contentGroups }, applicationKey(application));
}

async function revealOrder(parts: Parts, argument: CommandArgument): Promise<void> {
  if (!isDocument(argument) || argument.kind !== 'order') return;
  const show = vscode.l10n.t('Show');
  const question = vscode.l10n.t('Show the personal and payment data of this order?');
  const detail = vscode.l10n.t('They stay visible in the document until it is closed.');
  const chosen = await showModal('warning', question, detail, show);
  if (chosen !== show) throw new vscode.CancellationError();
  await parts.documents.open(argument, { revealed: true });
}

function kindOf(argument: CommandArgument): TreeNode['kind'] | undefined {
  return isLocated(argument) ? (argument as Partial<TreeNode>).kind : undefined;
}

function isDocument(argument: CommandArgument): argument is DocumentNode {
  return ['contentCategory', 'content', 'order', 'user'].includes(kindOf(argument) ?? '');
}

function isGroup(argument: CommandArgument): argument is ContentGroupNode {
  return kindOf(argument) === 'contentGroup';
}

function isMore(argument: CommandArgument): argument is MoreNode {
  return kindOf(argument) === 'more';
}
