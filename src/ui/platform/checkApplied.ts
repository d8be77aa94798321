import * as vscode from 'vscode';
import { UiError } from '../messages/uiError';

/** @throws UiError if VS Code refused an edit, because the text has changed since the edit was made */
export function checkApplied(isApplied: boolean): void {
  if (!isApplied) throw new UiError(vscode.l10n.t('The text has changed in the meantime. Try again.'));
}
