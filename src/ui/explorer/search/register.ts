import * as vscode from 'vscode';
import type { ApplicationStore } from '../../applications/applicationStore';
import { commandTarget, targetAfterQuestion } from '../../applications/commandTarget';
import type { SelectionStore } from '../../applications/selectionStore';
import { environmentOf } from '../../nodes/environment';
import type { TreeNode } from '../../nodes/node';
import type { CommandRunner } from '../../platform/command';
import { reveal, type RevealServices } from '../reveal';
import { pickAnything, type SearchServices } from './goTo';
import { pickListed } from './pickListed';

interface SearchDependencies extends RevealServices, SearchServices {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
}

/** Registers “Go to…” and the list commands, which open and reveal the picked node. */
export function registerSearch(dependencies: SearchDependencies): vscode.Disposable[] {
  const { commands, lists } = dependencies;
  const revealPicked = async (node: TreeNode) => {
    await targetAfterQuestion(dependencies, { environment: undefined, ...node });
    await reveal(dependencies, node);
  };
  return [
    commands.register('hydrogen.goTo', async () => revealPicked(await pickAnything(dependencies))),
    commands.register('hydrogen.contentCategory.list', async argument => {
      const environment = environmentOf(await commandTarget(dependencies, argument));
      const words = {
        title: vscode.l10n.t('Content Categories'),
        nothing: vscode.l10n.t('There are no content categories.'),
      };
      await revealPicked(await pickListed(words, (work, signal) => work.addCategories(lists, environment, signal)));
    }),
  ];
}
