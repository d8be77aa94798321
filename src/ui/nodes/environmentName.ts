import * as vscode from 'vscode';

/** The name people see. Production is absent, or has no Env ID: its name is that of the person's language. */
export function environmentName(environment: { name: string; envId?: string | undefined } | undefined): string {
  return environment?.envId === undefined ? vscode.l10n.t('Production') : environment.name;
}
