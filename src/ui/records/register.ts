import * as vscode from 'vscode';
import type { Table } from '../../records/table/schema';
import type { ApplicationStore } from '../applications/applicationStore';
import type { Selection } from '../../applications/selection';
import { commandTarget } from '../applications/commandTarget';
import type { SelectionStore } from '../applications/selectionStore';
import { reveal, type RevealServices } from '../explorer/reveal';
import { pickListed } from '../explorer/search/pickListed';
import { dataTablesNode } from '../nodes/dataTables';
import { environmentOf } from '../nodes/environment';
import type { CommandRunner } from '../platform/command';
import type { Tokens } from '../tokens/tokens';
import { readRecordAddress } from './document/recordAddress';
import type { RecordFiles } from './document/recordFiles';
import type { TableChanges } from './tableChanges';
import { TypesDiagnostics } from './typesDiagnostics';
import { writeTypesFile } from './typesFile';

interface DataDependencies extends RevealServices {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  tokens: Pick<Tokens, 'isAuthorized'>;
  records: Pick<RecordFiles, 'document' | 'onDidRead' | 'refresh'>;
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
      void refreshRecords(records, target, table);
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

/** Rereads the open documents of a table after its columns changed, except documents with unsaved changes. */
async function refreshRecords(
  records: Pick<RecordFiles, 'refresh'>,
  { application, environment }: Selection,
  table: string | undefined,
): Promise<void> {
  for (const { uri, isDirty } of vscode.workspace.textDocuments) {
    const address = readRecordAddress(uri);
    if (address === undefined || isDirty || address.table !== table) continue;
    const { clientId, authUrl } = application;
    const isSame = address.clientId === clientId && address.authUrl === authUrl && address.envId === environment?.envId;
    // A failure is ignored: the document stays unchanged, and the user can refresh it.
    if (isSame) await records.refresh(uri).catch(() => undefined);
  }
}
