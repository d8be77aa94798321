import * as vscode from 'vscode';
import { isScripted, type CommandArgument } from './commandArgument';
import { showModal } from './dialogs';
import { plainText } from './plainText';
import { UiError } from './uiError';

/**
 * Asks before what cannot be taken back. A script is not asked: it says `confirmed: true`.
 * @throws vscode.CancellationError when the person declines; UiError for a script that did not say it
 */
export async function confirm(
  argument: CommandArgument,
  { question, detail, button }: { question: string; detail: string; button: string },
): Promise<void> {
  if (isScripted(argument)) {
    requireConfirmed(argument);
    return;
  }
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

/** For what asks a person in a way of its own. @throws UiError for a script that did not say `confirmed: true` */
export function requireConfirmed(argument: CommandArgument): void {
  if (!isScripted(argument) || argument['confirmed'] === true) return;
  throw new UiError(
    vscode.l10n.t('This cannot be undone. A script confirms it with “confirmed: true” in the argument of the command.'),
  );
}

/** Before a file is written that no dialog has asked about. Throws as `confirm`. */
export async function confirmOverwrite(argument: CommandArgument, file: vscode.Uri): Promise<void> {
  if (!(await isThere(file))) return;
  await confirm(argument, {
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
