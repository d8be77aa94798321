import * as vscode from 'vscode';
import { isScripted, type CommandArgument } from './commandArgument';
import { showModal } from './dialogs';
import { ownValue } from './ownValue';
import { plainText } from '../messages/plainText';
import { UiError } from '../messages/uiError';

/**
 * Asks before what cannot be undone. A script must pass `confirmed: true`, and the person is asked all the same: any extension
 * can run a command. Only a setting of the user lets scripts run it without the question.
 * @param command its ID
 * @throws vscode.CancellationError when the person declines; UiError for a script that did not pass it
 */
export async function confirm(
  command: string,
  argument: CommandArgument,
  { question, detail, button }: { question: string; detail: string; button: string },
): Promise<void> {
  requireConfirmed(argument);
  if (isAllowedUnasked(command, argument)) return;
  const chosen = await showModal('warning', question, detail, button);
  if (chosen !== button) throw new vscode.CancellationError();
}

/** Names one to a line, for the detail of a question about several. */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map(name => `• ${plainText(name, 80).replaceAll('\n', ' ')}`);
  const left = names.length - shown.length;
  return [...shown, ...(left > 0 ? [vscode.l10n.t('… and {0} more', left)] : [])].join('\n');
}

const mostNames = 20;

/** Whether a script runs this command, and the user lets scripts run it without a question. */
export function isAllowedUnasked(command: string, argument: CommandArgument): boolean {
  if (!isScripted(argument)) return false;
  const setting = vscode.workspace.getConfiguration('hydrogen').inspect<unknown>('allowWithoutConfirmation');
  const allowed = ownValue(setting, vscode.env.remoteName === undefined);
  return Array.isArray(allowed) && allowed.includes(command);
}

/** For what asks a person in a way of its own. @throws UiError for a script that did not say `confirmed: true` */
export function requireConfirmed(argument: CommandArgument): void {
  if (!isScripted(argument) || argument['confirmed'] === true) return;
  throw new UiError(
    vscode.l10n.t('This cannot be undone. A script confirms it with “confirmed: true” in the argument of the command.'),
  );
}

/** Before a file is written that no dialog has asked about. Throws as `confirm`. */
export async function confirmOverwrite(command: string, argument: CommandArgument, file: vscode.Uri): Promise<void> {
  if (!(await isThere(file))) return;
  await confirm(command, argument, {
    question: vscode.l10n.t('Replace {0}?', file.path),
    detail: vscode.l10n.t('The current contents of the file will be lost.'),
    button: vscode.l10n.t('Replace'),
  });
}

/** What cannot be looked at may be there, and is an error. */
async function isThere(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}
