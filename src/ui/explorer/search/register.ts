import type * as vscode from 'vscode';
import type { ApplicationStore } from '../../applications/applicationStore';
import { commandTarget } from '../../applications/commandTarget';
import type { SelectionStore } from '../../applications/selectionStore';
import type { CommandRunner } from '../../platform/command';
import { reveal, type Shown } from '../reveal';
import { pickAnything, type Searched } from './goTo';
import { pickCategory } from './pickCategory';

interface SearchDependencies extends Shown, Searched {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
}

/** What is picked is opened and shown in the tree. */
export function registerSearch(dependencies: SearchDependencies): vscode.Disposable[] {
  const { commands, lists } = dependencies;
  return [
    commands.register('hydrogen.goTo', async () => reveal(dependencies, await pickAnything(dependencies))),
    commands.register('hydrogen.contentCategory.list', async argument => {
      const target = await commandTarget(dependencies, argument);
      await reveal(dependencies, await pickCategory(lists, target));
    }),
  ];
}
