import * as vscode from 'vscode';
import type { NodeBase } from './nodeBase';
import type { ListState, RowState } from './nodeKind';

/**
 * The description of a list: its filter, its count, and how old it is when it could not be read anew.
 * @param nothing what an empty list is called; absent where rows are there that the service did not list
 */
export function listDescription({ filter, count, readAt, failed }: ListState, nothing?: string): string | undefined {
  const filtered = filterText(filter);
  if (readAt === undefined) return filtered;
  const empty = nothing === undefined || filter === undefined ? nothing : vscode.l10n.t('nothing found');
  const counted = count === 0 ? empty : count?.toString();
  const asOf = failed
    ? vscode.l10n.t('as of {0}', new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' }).format(readAt))
    : undefined;
  return joined([filtered, counted, asOf]) || undefined;
}

export function filterText(filter: string | undefined): string | undefined {
  return filter === undefined ? undefined : vscode.l10n.t('filter “{0}”', filter);
}

/** Menus offer to clear a filter and to forget a favourite where there is one. */
export function listContext(
  contextValue: string,
  node: NodeBase,
  state: Pick<RowState, 'list' | 'isFavourite'>,
): string {
  const filtered = state.list(node).filter === undefined ? contextValue : `${contextValue}.filtered`;
  return state.isFavourite(node) ? `${filtered}.favourite` : filtered;
}

/** The parts that are there, between dots. */
export function joined(parts: readonly (string | undefined)[], separator = ' · '): string {
  return parts.filter(part => part !== undefined && part !== '').join(separator);
}
