import * as vscode from 'vscode';
import type { Table } from '../../records/table/schema';
import { generateTypes, readTypesHead } from '../../records/table/types';
import type { Lists } from '../explorer/lists';
import { readPages } from '../explorer/readPages';
import { dataTablesNode } from '../nodes/dataTables';
import type { EnvironmentNode } from '../nodes/environment';
import type { TreeNode } from '../nodes/node';
import { targetName } from '../nodes/environmentName';
import { givenUri, isScripted, type CommandArgument } from '../platform/commandArgument';
import { confirmOverwrite } from '../platform/confirm';
import { proposedFile, showStatus, withProgress } from '../platform/dialogs';
import { reading, type Reading } from '../platform/progress';
import { showSave } from '../platform/prompts';
import { writeUserFile } from '../platform/writeUserFile';

export const typesFile = 'hydrogen.d.ts';

/** Writes the tables of an environment as TypeScript types, to a script's `{ uri }` or a file that the user chooses. */
export async function writeTypesFile(
  lists: Lists,
  environment: EnvironmentNode,
  argument: CommandArgument,
  onRead: (tables: readonly Table[]) => void,
): Promise<vscode.Uri> {
  const { application } = environment;
  const targetLabel = targetName(environment);
  const title = vscode.l10n.t('Generate TypeScript Types of {0}', targetLabel);
  const given = isScripted(argument) ? givenUri(argument) : undefined;
  const filters = { TypeScript: ['ts'] };
  const uri = given ?? (await showSave({ title, filters, defaultUri: proposedFile(typesFile) }));
  if ((await headOf(uri)) === undefined) await confirmOverwrite('hydrogen.table.generateTypes', argument, uri);
  const tables = await withProgress(vscode.l10n.t('Reading the data tables of {0}…', targetLabel), (signal, report) =>
    readTables(lists, environment, reading(signal, report)),
  );
  onRead(tables);
  const environmentIds = { clientId: application.clientId, envId: environment.environment?.envId };
  await writeUserFile(uri, file => file.appendFile(generateTypes(tables, environmentIds)));
  if (isScripted(argument)) return uri;
  showStatus(vscode.l10n.t('Tables written as types: {0}', tables.length));
  await vscode.commands.executeCommand('vscode.open', uri);
  return uri;
}

/** Reads every table of an environment without the cache. @throws vscode.CancellationError, errors of the requests */
export async function readTables(lists: Lists, environment: EnvironmentNode, reading: Reading): Promise<Table[]> {
  const tables: Table[] = [];
  for (const list of lists.lists(dataTablesNode(environment))) {
    for await (const { items, totalCount } of readPages(list, { offset: 0, previous: [] }, reading)) {
      for (const item of items) if (item.kind === 'dataTable' && item.schema !== undefined) tables.push(item.schema);
      reading.read?.(tables.length, totalCount);
    }
  }
  // After a cancellation the list is incomplete and must not be used.
  if (reading.signal.aborted) throw new vscode.CancellationError();
  return tables;
}

/** Returns the tables among the items of a tree list; `undefined` if the list was not read completely. */
export function tablesIn(items: readonly TreeNode[] | undefined): Table[] | undefined {
  return items?.flatMap(item => (item.kind === 'dataTable' && item.schema !== undefined ? [item.schema] : []));
}

/** Returns the head of a generated file; `undefined` if the file does not exist or was not generated. */
async function headOf(uri: vscode.Uri): Promise<ReturnType<typeof readTypesHead>> {
  const bytes = await vscode.workspace.fs.readFile(uri).then(undefined, () => undefined);
  return bytes === undefined ? undefined : readTypesHead(new TextDecoder().decode(bytes));
}
