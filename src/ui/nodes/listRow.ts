import * as vscode from 'vscode';
import type { NodeBase } from './nodeBase';
import type { ListState, NodeRow, RowState } from './nodeKind';

/** Returns the look of a list. @param nothing the word for an empty list */
export function listRow(name: string, icon: string, node: NodeBase, state: RowState, nothing: string): NodeRow {
  const contextValue = listContext(name, node, state);
  return { children: 'collapsed', contextValue, icon, description: listDescription(state.list(node), nothing) };
}

/**
 * Returns the description of a list: its filter, its count, and its age if the last refresh failed.
 * @param nothing the word for an empty list
 */
export function listDescription({ filter, count, readAt, failed }: ListState, nothing: string): string | undefined {
  const filtered = filterText(filter);
  if (readAt === undefined) return filtered;
  const empty = filter === undefined ? nothing : vscode.l10n.t('nothing found');
  const counted = count === 0 ? empty : count?.toString();
  const asOf = failed
    ? vscode.l10n.t('as of {0}', new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' }).format(readAt))
    : undefined;
  return joinNonEmpty([filtered, counted, asOf]) || undefined;
}

export function filterText(filter: string | undefined): string | undefined {
  return filter === undefined ? undefined : vscode.l10n.t('filter “{0}”', filter);
}

/** Returns the `contextValue` of a list. Menus use it to offer removing the filter or the favourite. */
export function listContext(
  contextValue: string,
  node: NodeBase,
  state: Pick<RowState, 'list' | 'isFavourite'>,
): string {
  const filtered = state.list(node).filter === undefined ? contextValue : `${contextValue}.filtered`;
  return state.isFavourite(node) ? `${filtered}.favourite` : filtered;
}

/** Joins the parts that are not empty. */
export function joinNonEmpty(parts: readonly (string | undefined)[], separator = ' · '): string {
  return parts.filter(part => part !== undefined && part !== '').join(separator);
}
