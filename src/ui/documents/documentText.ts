import * as vscode from 'vscode';
import { errorMessage } from '../messages/messages';

/** Returns the content of a document that cannot be read. For a thrown error VS Code would only show “an unexpected error”. */
export function unreadableContent(error: unknown): { error: string; next: string } {
  const next = vscode.l10n.t('“Refresh Document” in the title of this editor tries again.');
  return { error: errorMessage(error).text, next };
}

/** Returns the text of a JSON document. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
