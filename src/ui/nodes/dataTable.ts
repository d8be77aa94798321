import * as vscode from 'vscode';
import { pathSegment } from '../../api/http/pathSegment';
import { getTable, listIndexes, type Table } from '../../records/table/schema';
import { columnCountText, dataColumnNode } from './dataColumn';
import { dataIndexNode } from './dataIndex';
import { dataPermissionsNode, permissionText } from './dataPermissions';
import { filterText, joinNonEmpty, listContext } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';
import { mapPage } from '../../api/webApi/page';

/** The maximum number of indexes that are read, far above a useful number. */
const maximumIndexes = 1000;

interface DataTableNode extends EnvironmentScoped {
  kind: 'dataTable';
  table: Pick<Table, 'id'> & { name: string | undefined };
  /** The schema from the list; `undefined` for a table known only by its ID. */
  schema: Table | undefined;
}

export function dataTableNode(parent: EnvironmentScoped, table: DataTableNode['table'], schema?: Table): DataTableNode {
  return { kind: 'dataTable', ...childFields(parent, `table:${table.id}`), table, schema };
}

export const dataTable = nodeKind<DataTableNode>()({
  name: ({ table }) => table.name,
  label: ({ table }) => table.name ?? vscode.l10n.t('Data table {0}', table.id),
  id: ({ table }) => table.id,
  row: (node, state) => ({
    children: 'collapsed',
    contextValue: listContext('dataTable', node, state),
    icon: 'table',
    description: joinNonEmpty([
      filterText(state.list(node).filter),
      node.table.id,
      node.schema?.builtIn === true ? vscode.l10n.t('built-in') : undefined,
    ]),
    tooltip: tooltipOf(node),
    command: { command: 'hydrogen.table.open', title: vscode.l10n.t('Open Records'), arguments: [node] },
  }),
  sections: node => [
    {
      name: 'schema',
      async read(_, { data }) {
        const table = await getTable(data, node.table.id);
        // The columns that every table has are last.
        const columns = [false, true].flatMap(system => table.columns.filter(column => column.system === system));
        const rows = [dataPermissionsNode(node, table), ...columns.map(column => dataColumnNode(node, column))];
        return { items: rows, nextOffset: undefined, totalCount: rows.length };
      },
    },
    {
      name: 'indexes',
      read: async (page, { data }) =>
        mapPage(await listIndexes(data, node.table.id, page), index => dataIndexNode(node, index)),
      optional: true,
    },
  ],
  request: ({ table }) => ({ path: `/oserve/v1.8/table/${pathSegment(table.id)}/`, asApplication: true }),
  operations({ table }) {
    const values = { table_id: table.id };
    return [
      { id: 'openApi.record.list', values },
      { id: 'record.list', values: { table_name: table.name ?? table.id } },
      { id: 'openApi.table.get', values },
    ];
  },
  document: {
    id: ({ table }) => table.id,
    title: ({ table }) => vscode.l10n.t('Schema of {0}', table.name ?? table.id),
    async read(id, { data }) {
      const [{ raw }, { items: indexes }] = await Promise.all([
        getTable(data, id),
        listIndexes(data, id, { limit: maximumIndexes }),
      ]);
      const shown = indexes.map(({ name, columns }) => ({ index: name, fields: columns }));
      return { shown: { table: raw, indexes: shown }, received: raw, path: '/oserve/v1.8/table/1/', at: 'table' };
    },
  },
  favourite: {
    icon: 'table',
    restore: (parent: EnvironmentScoped, { id, name }) => dataTableNode(parent, { id, name }),
  },
  search: { name: () => vscode.l10n.t('Data table'), icon: 'table' },
  idParameter: 'table_id',
});

function tooltipOf({ table, schema }: DataTableNode): string {
  const lines = [table.name, schema?.description, vscode.l10n.t('Table ID: {0}', table.id)];
  if (schema === undefined) return joinNonEmpty(lines, '\n');
  const builtIn = schema.builtIn ? vscode.l10n.t('Built-in: the service’s own table') : undefined;
  const columns = columnCountText(schema.columns.length);
  return joinNonEmpty([...lines, builtIn, columns, permissionText(schema.permissions)], '\n');
}
