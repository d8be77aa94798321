import * as vscode from 'vscode';
import { filterText } from '../../records/filter/filter';
import { addressText, limitOf, readAddressQuery, type DataQuery, type PageQuery } from '../../records/table/query';
import { columnCountText } from './dataColumn';
import type { DataTablesNode } from './dataTables';
import { environmentName } from './environmentName';
import { joinNonEmpty } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';

/** A query of a table, shown as a document. Appears only below Favourites, because the tree lists no records. */
export interface DataQueryNode extends EnvironmentScoped {
  kind: 'dataQuery';
  query: DataQuery;
  table: { id: string; name: string | undefined };
  /** The address of the document as canonical JSON: equal queries have equal addresses. */
  address: string;
}

/**
 * Returns the node of a query.
 * @param name the name of the table, if known
 * @throws ValiError for an invalid query
 */
export function dataQueryNode(parent: DataTablesNode, query: DataQuery, name: string | undefined): DataQueryNode {
  const { application, environment } = parent;
  const ids = { clientId: application.clientId, authUrl: application.authUrl, envId: environment?.envId };
  const address = addressText({ ...query, ...ids });
  return {
    kind: 'dataQuery',
    ...childFields(parent, `query:${address}`),
    query,
    table: { id: query.table, name },
    address,
  };
}

export const dataQuery = nodeKind<DataQueryNode>()({
  name: ({ table }) => table.name,
  label({ query, table }) {
    const name = table.name ?? vscode.l10n.t('Data table {0}', table.id);
    if (query.kind === 'record') return `${name} ${query.id}`;
    const { where, keys } = query;
    const condition = where === undefined ? undefined : filterText(where, undefined);
    const columns = keys === undefined ? undefined : columnCountText(keys.length);
    return joinNonEmpty([name, condition, ...queryWords({ ...query, where: undefined }), columns]);
  },
  id: ({ address }) => address,
  row: node => ({ children: 'none', contextValue: 'dataQuery', icon: 'list-filter', tooltip: tooltipOf(node) }),
  favourite: {
    icon: 'list-filter',
    tooltip: tooltipOf,
    restore(parent: DataTablesNode, { id, name }) {
      const address = readAddressQuery(id);
      return address && dataQueryNode(parent, address, name);
    },
  },
});

function tooltipOf({ query, table, environment }: DataQueryNode): string {
  const lines = [environmentName(environment), table.name, vscode.l10n.t('Table ID: {0}', table.id)];
  if (query.kind === 'record') return joinNonEmpty([...lines, vscode.l10n.t('Record ID: {0}', query.id)], '\n');
  const { where, keys } = query;
  return joinNonEmpty(
    [
      ...lines,
      where === undefined ? undefined : vscode.l10n.t('where {0}', where),
      ...queryWords({ ...query, where: undefined }),
      keys === undefined ? undefined : vscode.l10n.t('columns: {0}', keys.join(', ')),
      vscode.l10n.t('at most {0} records', limitOf(query)),
    ],
    '\n',
  );
}

/** Describes a query in a few words. */
export function queryWords({ where, orderBy, offset }: PageQuery): string[] {
  return [
    ...(where === undefined ? [] : [vscode.l10n.t('where {0}', filterText(where, undefined))]),
    ...(orderBy === undefined ? [] : [vscode.l10n.t('ordered by {0}', orderBy.join(', '))]),
    ...(offset === undefined ? [] : [vscode.l10n.t('from {0} on', offset + 1)]),
  ];
}
