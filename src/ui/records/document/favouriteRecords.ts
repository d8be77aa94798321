import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import { addressQuery, type DataAddress, type PageQuery } from '../../../records/table/query';
import type { ApplicationStore } from '../../applications/applicationStore';
import { addressedTarget } from '../../documents/documentAddress';
import type { FavouriteStore } from '../../explorer/favouriteStore';
import { dataQuery, dataQueryNode } from '../../nodes/dataQuery';
import { dataTableNode } from '../../nodes/dataTable';
import { dataTablesNode } from '../../nodes/dataTables';
import { environmentOf } from '../../nodes/environment';
import { isNode, type FavouriteTarget } from '../../nodes/node';
import type { CommandRunner } from '../../platform/command';
import { givenUri, type CommandArgument } from '../../platform/commandArgument';
import { errorMessage } from '../../messages/messages';
import { tabUri } from '../../platform/tabUri';
import { UiError } from '../../messages/uiError';
import { readRecordAddress } from './recordAddress';
import type { RecordFiles } from './recordFiles';

interface FavouriteRecordDependencies {
  commands: CommandRunner;
  applications: Pick<ApplicationStore, 'list' | 'onDidChange'>;
  favourites: FavouriteStore;
  records: Pick<RecordFiles, 'table'>;
}

/** Registers the favourite commands for documents of records. A favourite stores the table and the query. */
export function registerFavouriteRecords(dependencies: FavouriteRecordDependencies): vscode.Disposable {
  const { commands, applications, favourites, records } = dependencies;
  const targetOf = async (argument: CommandArgument) => {
    const uri = givenUri(argument) ?? tabUri(vscode.window.tabGroups.activeTabGroup.activeTab);
    const table = uri && (await records.table(uri));
    const target = uri && favouriteOf(uri, applications, table?.name);
    if (target === undefined) throw new UiError(vscode.l10n.t('Open the records of a table first.'));
    return target;
  };
  const isFavourite = (uri: vscode.Uri) => {
    try {
      const target = favouriteOf(uri, applications, undefined);
      return target !== undefined && favourites.has(target);
    } catch {
      return false;
    }
  };
  let shownUris = '';
  // Menus use this context key to offer either “add” or “remove”.
  const updateContext = () => {
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    const uris = tabs.flatMap(tab => tabUri(tab) ?? []).filter(isFavourite);
    if (shownUris === (shownUris = uris.join('\n'))) return;
    void vscode.commands.executeCommand('setContext', 'hydrogen.favouriteDocuments', uris.map(String));
  };
  updateContext();
  return vscode.Disposable.from(
    commands.register('hydrogen.records.addToFavourites', async argument => favourites.add([await targetOf(argument)])),
    commands.register('hydrogen.records.removeFromFavourites', async argument =>
      favourites.remove([await targetOf(argument)]),
    ),
    favourites.onDidChange(updateContext),
    applications.onDidChange(updateContext),
    vscode.window.tabGroups.onDidChangeTabs(updateContext),
  );
}

/** Returns the favourite pages of the table in an address; none if the application no longer exists. */
export function favouritePages(
  favourites: Pick<FavouriteStore, 'of'>,
  applications: Pick<ApplicationStore, 'list'>,
  { clientId, authUrl, envId, table }: DataAddress,
): { label: string; address: DataAddress & PageQuery }[] {
  const application = applications
    .list()
    .applications.find(each => each.clientId === clientId && each.authUrl === authUrl);
  const nodes = application === undefined ? [] : favourites.of(application);
  return nodes.flatMap(node => {
    if (node.kind !== 'dataQuery' || node.query.kind !== 'page' || node.query.table !== table) return [];
    if (node.environment?.envId !== envId) return [];
    return [{ label: dataQuery.label(node), address: { clientId, authUrl, envId, ...node.query } }];
  });
}

/** Adds a “remove favourite” button to the error of a favourite that the service no longer knows. */
export function withRemoveAction(favourites: FavouriteStore, argument: CommandArgument, error: unknown): unknown {
  const isGone = error instanceof ApiError && (error.status === 400 || error.status === 404);
  if (!isGone || !isNode(argument) || !favourites.has(argument)) return error;
  const { text } = errorMessage(error);
  return new UiError(vscode.l10n.t('This favourite can no longer be opened. {0}', text), [
    'removeFavourite',
    'tryAgain',
  ]);
}

/** Returns `undefined` if the URI has no records. @throws UiError if the application or environment no longer exists */
function favouriteOf(
  uri: vscode.Uri,
  applications: Pick<ApplicationStore, 'list'>,
  name: string | undefined,
): FavouriteTarget | undefined {
  const address = readRecordAddress(uri);
  if (address === undefined) return undefined;
  const { clientId, authUrl, envId, ...query } = address;
  const tables = dataTablesNode(environmentOf(addressedTarget({ clientId, authUrl, envId }, applications)));
  const { table } = query;
  // A page without a query is the same favourite as its table.
  const isTable = addressQuery(address) === addressQuery({ clientId, authUrl, envId, kind: 'page', table });
  return isTable ? dataTableNode(tables, { id: table, name }) : dataQueryNode(tables, query, name);
}
