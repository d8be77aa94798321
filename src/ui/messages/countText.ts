import * as vscode from 'vscode';

/** Returns a number of columns with its noun. */
export function columnCountText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 column') : vscode.l10n.t('{0} columns', count);
}
