import * as vscode from 'vscode';
import type { Environment } from '../../applications/application';

/** The name people see; production has none of its own. */
export function environmentName(environment: Environment | undefined): string {
  return environment === undefined ? vscode.l10n.t('Production') : environment.name;
}
