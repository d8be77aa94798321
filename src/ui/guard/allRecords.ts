import * as vscode from 'vscode';

/** Describes the effect of a request without a condition, for the code lens and the guard's question. */
export function allRecordsText(method: string, path: string): string {
  if (path.includes('/user_profile/')) return vscode.l10n.t('Change all users');
  return method === 'DELETE'
    ? vscode.l10n.t('Delete all records of this table')
    : vscode.l10n.t('Change all records of this table');
}
