import * as vscode from 'vscode';

/** What a command is given: a tree item, a script's argument, or nothing. */
export type CommandArgument = unknown;

/** Scripts, tasks and key bindings give a plain object, mostly `{ clientId, authUrl?, envId? }`; tree items have an application. */
export function isScripted(argument: unknown): argument is Record<string, unknown> {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    !('application' in argument) &&
    !(argument instanceof vscode.Uri)
  );
}
