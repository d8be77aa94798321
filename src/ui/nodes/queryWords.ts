import * as vscode from 'vscode';
import { filterText } from '../../records/filter/filter';
import type { PageQuery } from '../../records/table/query';

/** Describes a query in a few words. */
export function queryWords({ where, orderBy, offset }: PageQuery): string[] {
  return [
    ...(where === undefined ? [] : [vscode.l10n.t('where {0}', filterText(where, undefined))]),
    ...(orderBy === undefined ? [] : [vscode.l10n.t('ordered by {0}', orderBy.join(', '))]),
    ...(offset === undefined ? [] : [vscode.l10n.t('from {0} on', offset + 1)]),
  ];
}
