import * as vscode from 'vscode';
import { defuse } from './plainText';

/**
 * Returns an error for VS Code itself to display: from a command called by a script, a file system or a language
 * provider. The message is defused, because VS Code turns `[label](command:…)` into a link that runs the command. Lint
 * forbids `new Error(text)` elsewhere.
 */
export function toUserError(error: unknown): Error {
  if (error instanceof vscode.FileSystemError) return error;
  // eslint-disable-next-line no-restricted-syntax -- the only place that may create an Error from foreign text
  return new Error(defuse(error instanceof Error ? error.message : String(error)));
}
