import * as vscode from 'vscode';
import { isScripted, type CommandArgument } from './commandArgument';
import { askToContinue } from './dialogs';
import { userSettingValue } from './userSettingValue';
import { plainText } from '../messages/plainText';
import { UiError } from '../messages/uiError';

/**
 * Asks before an action that cannot be undone. A script must pass `confirmed: true`, and the user is still asked,
 * because any extension can run a command. Only a user setting lets scripts skip the question.
 * @param command the ID of the command
 * @param safe the first button, which Enter presses, of a question about many objects; it declines
 * @throws vscode.CancellationError if the user declines; UiError if a script did not pass `confirmed`
 */
export async function confirm(
  command: string,
  argument: CommandArgument,
  { question, detail, button, safe }: { question: string; detail: string; button: string; safe?: string },
): Promise<void> {
  requireConfirmed(argument);
  if (!isAllowedUnasked(command, argument)) await askToContinue(question, detail, button, safe);
}

/** Lists at most 20 names, one per line, for the detail of a question. */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, maximumNames).map(name => `• ${plainText(name, 80).replaceAll('\n', ' ')}`);
  const left = names.length - shown.length;
  return [...shown, ...(left > 0 ? [vscode.l10n.t('… and {0} more', left)] : [])].join('\n');
}

const maximumNames = 20;

/** True if a script runs this command and a user setting lets scripts skip its question. */
export function isAllowedUnasked(command: string, argument: CommandArgument): boolean {
  if (!isScripted(argument)) return false;
  const setting = vscode.workspace.getConfiguration('hydrogen').inspect<unknown>('allowWithoutConfirmation');
  const allowed = userSettingValue(setting, vscode.env.remoteName === undefined);
  return Array.isArray(allowed) && allowed.includes(command);
}

/**
 * Checks the argument of a command that asks its own question.
 * @throws UiError if a script did not pass `confirmed: true`
 */
export function requireConfirmed(argument: CommandArgument): void {
  if (!isScripted(argument) || argument['confirmed'] === true) return;
  throw new UiError(
    vscode.l10n.t('This cannot be undone. A script confirms it with “confirmed: true” in the argument of the command.'),
  );
}

/** Asks before overwriting a file that no dialog has asked about. @throws errors of `confirm` */
export async function confirmOverwrite(command: string, argument: CommandArgument, file: vscode.Uri): Promise<void> {
  if (!(await isThere(file))) return;
  await confirm(command, argument, {
    question: vscode.l10n.t('Replace {0}?', file.path),
    detail: vscode.l10n.t('The current contents of the file will be lost.'),
    button: vscode.l10n.t('Replace'),
  });
}

/** Returns false only if the file does not exist. Rethrows other errors, because the file may exist then. */
async function isThere(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}
