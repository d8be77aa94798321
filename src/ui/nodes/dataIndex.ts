import * as vscode from 'vscode';
import type { TableIndex } from '../../records/table/schema';
import { joinNonEmpty } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';

interface DataIndexNode extends EnvironmentScoped {
  kind: 'dataIndex';
  index: TableIndex;
}

export function dataIndexNode(parent: EnvironmentScoped, index: TableIndex): DataIndexNode {
  return { kind: 'dataIndex', ...childFields(parent, `index:${index.name}`), index };
}

export const dataIndex = nodeKind<DataIndexNode>()({
  name: ({ index }) => index.name,
  label: ({ index }) => index.name,
  row: ({ index }) => {
    const columns = index.columns.join(', ');
    return {
      children: 'none',
      contextValue: 'dataIndex',
      icon: 'list-ordered',
      description: vscode.l10n.t('unique: {0}', columns),
      tooltip: joinNonEmpty([index.name, vscode.l10n.t('No two records have the same: {0}', columns)], '\n'),
      spoken: vscode.l10n.t('Index {0}, unique: {1}', index.name, columns),
    };
  },
});
