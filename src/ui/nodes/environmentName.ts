import * as vscode from 'vscode';

/** Returns the visible name. Production has no Env ID and a localized name. */
export function environmentName(environment: { name: string; envId?: string | undefined } | undefined): string {
  return environment?.envId === undefined ? vscode.l10n.t('Production') : environment.name;
}
