import * as vscode from 'vscode';
import { listTables } from '../../records/table/schema';
import { dataTableNode } from './dataTable';
import type { EnvironmentNode } from './environment';
import { listRow } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';
import { unauthorizedRow } from './openCommand';
import { mapPage } from '../../api/webApi/page';

/** The tables of an environment. Needs an access token, because only the Open API lists them. */
export interface DataTablesNode extends EnvironmentScoped {
  kind: 'dataTables';
}

export function dataTablesNode(parent: EnvironmentNode): DataTablesNode {
  return { kind: 'dataTables', ...childFields(parent, 'tables') };
}

export const dataTables = nodeKind<DataTablesNode>()({
  label: () => vscode.l10n.t('Data Tables'),
  async row(node, state) {
    if (!(await state.isAuthorized(node))) return unauthorizedRow('dataTables', 'database', node);
    return listRow('dataTables', 'database', node, state, vscode.l10n.t('no tables'));
  },
  fixed: { below: 'environment', rows: (parent: EnvironmentNode) => [dataTablesNode(parent)] },
  sections: node => [
    {
      name: 'tables',
      read: async (page, { data }) => mapPage(await listTables(data, page), table => dataTableNode(node, table, table)),
    },
  ],
  request: () => ({ path: '/oserve/v1.8/table/', asApplication: true }),
  operations: () => [{ id: 'openApi.table.list' }],
});
