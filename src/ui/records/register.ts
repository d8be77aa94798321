import * as vscode from 'vscode';
import type { Table } from '../../records/table/schema';
import { commandTarget, type CommandServices } from '../applications/commandTarget';
import { reveal, type RevealServices } from '../explorer/reveal';
import { pickListed } from '../explorer/search/pickListed';
import { dataTablesNode } from '../nodes/dataTables';
import { environmentOf } from '../nodes/environment';
import type { Tokens } from '../tokens/tokens';
import { refreshShown } from './document/register';
import type { RecordFiles } from './document/recordFiles';
import type { TableChanges } from './tableChanges';
import { TypesDiagnostics } from './typesDiagnostics';
import { writeTypesFile } from './typesFile';

interface DataDependencies extends RevealServices, CommandServices {
  tokens: Pick<Tokens, 'isAuthorized'>;
  records: Pick<RecordFiles, 'changes' | 'document' | 'onDidRead' | 'refresh' | 'rereadTable'>;
  tableChanges: Pick<TableChanges, 'event'>;
}

/** Registers the commands of data tables. Refreshes the tree, types and records after a schema was changed. */
export function registerData(dependencies: DataDependencies): vscode.Disposable[] {
  const { commands, lists, records, tableChanges } = dependencies;
  const types = new TypesDiagnostics(dependencies);
  return [
    types,
    tableChanges.event(({ target, table }) => {
      const environment = environmentOf(target);
      lists.refresh(dataTablesNode(environment));
      void types.reread(environment).catch(() => undefined);
      const { clientId, authUrl } = target.application;
      if (table !== undefined)
        void refreshShown(records, { clientId, authUrl, envId: target.environment?.envId, table });
    }),
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
