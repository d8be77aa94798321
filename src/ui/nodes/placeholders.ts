import * as vscode from 'vscode';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';

/** The row “Load more…” at the end of an incomplete list. */
interface MoreNode extends EnvironmentScoped {
  kind: 'more';
  parent: EnvironmentScoped;
  read: number;
  total: number | undefined;
  /** True if the list has a local filter, so unread items were not searched. */
  searching: boolean;
}

/** The row for a list that could not be read. */
interface ErrorNode extends EnvironmentScoped {
  kind: 'error';
  parent: EnvironmentScoped;
  error: unknown;
}

/** The row for a list that has not loaded yet. */
interface LoadingNode extends EnvironmentScoped {
  kind: 'loading';
}

export function loadingNode(list: EnvironmentScoped): LoadingNode {
  return { kind: 'loading', ...childFields(list, 'loading') };
}

export function moreNode(list: EnvironmentScoped, progress: Pick<MoreNode, 'read' | 'total' | 'searching'>): MoreNode {
  return { kind: 'more', ...childFields(list, 'more'), ...progress };
}

export function errorNode(list: EnvironmentScoped, error: unknown): ErrorNode {
  return { kind: 'error', ...childFields(list, 'error'), error };
}

export const loading = nodeKind<LoadingNode>()({
  label: () => '',
  row: () => ({
    label: vscode.l10n.t('Loading…'),
    children: 'none',
    contextValue: 'loading',
    icon: 'watch',
  }),
});

export const more = nodeKind<MoreNode>()({
  label: () => '',
  row(node) {
    const label = node.searching ? vscode.l10n.t('Search the rest…') : vscode.l10n.t('Load more…');
    const command = { command: 'hydrogen.list.loadMore', title: label, arguments: [node] };
    return {
      label,
      children: 'none',
      contextValue: 'more',
      icon: 'ellipsis',
      description: progressText(node),
      command,
    };
  },
});

export const error = nodeKind<ErrorNode>()({
  label: () => '',
  row(node, state) {
    const { sentence, label } = state.errorWords(node.error);
    return {
      label,
      children: 'none',
      contextValue: 'error',
      icon: 'error',
      colour: 'list.errorForeground',
      tooltip: sentence,
      command: { command: 'hydrogen.item.refresh', title: vscode.l10n.t('Try Again'), arguments: [node] },
      spoken: vscode.l10n.t('Could not be read: {0} Press Enter to try again.', sentence),
    };
  },
});

function progressText({ read, total, searching }: MoreNode): string {
  if (total === undefined) return searching ? vscode.l10n.t('{0} searched', read) : vscode.l10n.t('{0} read', read);
  return searching ? vscode.l10n.t('{0} of {1} searched', read, total) : vscode.l10n.t('{0} of {1} read', read, total);
}
