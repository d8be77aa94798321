import * as vscode from 'vscode';
import type { WriteOutcome } from '../../../change/change';
import { apiMessages } from '../../messages/apiErrors';
import { errorMessage } from '../../messages/messages';

/** The outcomes of a change that was not written, or may not have been written. */
type Unwritten = Exclude<WriteOutcome<unknown, unknown>, { status: 'saved' | 'partly' }>;

/**
 * Explains why a change was not written.
 * @param unknownText returns the text for a change that may have been written; its argument is the reason
 */
export function unwrittenText(outcome: Unwritten, unknownText: (reason: string) => string): string {
  switch (outcome.status) {
    case 'conflict':
      return vscode.l10n.t('It was changed on the server in the meantime. Save again to compare.');
    case 'refused':
      return vscode.l10n.t('It was not written. {0}', errorText(outcome.error));
    case 'unknown':
      return unknownText(errorText(outcome.error));
    case 'notSent':
      return vscode.l10n.t('The save ended before it was sent.');
  }
}

/** Returns the message of an error. A string is a message of the server and is quoted. */
function errorText(error: unknown): string {
  if (error === undefined) return '';
  return typeof error === 'string' ? apiMessages.quoted(error) : errorMessage(error).text;
}
