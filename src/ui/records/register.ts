import * as vscode from 'vscode';
import type { Table } from '../../records/table/schema';
import type { ApplicationStore } from '../applications/applicationStore';
import { commandTarget } from '../applications/commandTarget';
import type { SelectionStore } from '../applications/selectionStore';
import { reveal, type RevealServices } from '../explorer/reveal';
import { pickListed } from '../explorer/search/pickListed';
import { environmentOf } from '../nodes/environment';
import type { CommandRunner } from '../platform/command';
import type { Tokens } from '../tokens/tokens';
import type { RecordFiles } from './document/recordFiles';
import { TypesDiagnostics } from './typesDiagnostics';
import { writeTypesFile } from './typesFile';

interface DataDependencies extends RevealServices {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  tokens: Pick<Tokens, 'isAuthorized'>;
  records: Pick<RecordFiles, 'document' | 'onDidRead'>;
}

/** Registers the commands of data tables. */
export function registerData(dependencies: DataDependencies): vscode.Disposable[] {
  const { commands, lists } = dependencies;
  const types = new TypesDiagnostics(dependencies);
  return [
    types,
    commands.register('hydrogen.table.list', async argument => {
      const environment = environmentOf(await commandTarget(dependencies, argument));
      const words = { title: vscode.l10n.t('Data Tables'), nothing: vscode.l10n.t('There are no data tables.') };
      const chosen = await pickListed(words, (work, signal) => work.addTables(lists, environment, signal));
      await reveal(dependencies, chosen);
    }),
    commands.register('hydrogen.table.generateTypes', async argument => {
      const environment = environmentOf(await commandTarget(dependencies, argument));
      const onRead = (tables: readonly Table[]) => types.know(environment, tables);
      types.clear(await writeTypesFile(lists, environment, argument, onRead));
    }),
  ];
}
