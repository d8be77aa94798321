import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import { AuthError } from '../../auth/authError';
import type { Message } from '../messages/errorTable';
import { errorMessage } from '../messages/messages';
import { UiError, type Action } from '../messages/uiError';
import { chosenRows, isScripted, type CommandArgument } from './commandArgument';
import type { Log } from './log';
import { showMessage } from './dialogs';
import { toUserError } from '../messages/toUserError';

/** Runs commands, logs failures, and shows them to the user or passes them to the script. */
export interface CommandRunner {
  /** @param handler gets the argument (a row, another clicked item or a script's object) and all selected rows */
  register(id: string, handler: (argument: CommandArgument, selected: unknown) => unknown): vscode.Disposable;
  /**
   * Registers a command that runs once for each selected row, in order. Each row reports its own error; cancelling
   * stops the remaining rows.
   * @param fits see `chosenRows`
   */
  registerEach(
    id: string,
    handler: (argument: CommandArgument, several: boolean) => unknown,
    fits?: (row: unknown) => boolean,
  ): vscode.Disposable;
  has(id: string): boolean;
  run(id: string, argument: CommandArgument, selected?: unknown): Promise<unknown>;
}

/**
 * A user gets a message whose buttons are the next steps. A script (which calls a command with a plain object) gets a
 * rejection with the same text, because it shows its own message. Activation registers the command IDs with VS Code;
 * their handlers call `run`.
 */
export function createCommandRunner(log: Log, extension: vscode.Extension<unknown>): CommandRunner {
  const handlers = new Map<string, (argument: CommandArgument, selected: unknown) => unknown>();
  const report = (id: string, error: unknown, argument: CommandArgument, again: () => Promise<unknown>) => {
    log.error(`${id}: ${technical(error)}`);
    const message = errorMessage(error);
    if (isScripted(argument)) throw toUserError(message.text);
    void offer(message, argument, again);
  };
  let awaited: Set<string> | undefined;
  const succeeded = new Set<string>();
  // A step of the walkthrough is done when its command has succeeded. VS Code only notices a key that turns true while
  // the walkthrough is open, so each key is set to true and back.
  const completeWalkthroughStep = (id: string) => {
    awaited ??= walkthroughEvents(extension);
    const key = `${id}.done`;
    if (awaited.has(`onContext:${key}`)) succeeded.add(key);
    for (const done of succeeded) {
      for (const value of [true, false]) void vscode.commands.executeCommand('setContext', done, value);
    }
  };
  const run = async (id: string, argument: CommandArgument, selected?: unknown): Promise<unknown> => {
    try {
      const handler = handlers.get(id);
      if (handler === undefined) throw new Error('The command has no handler');
      const result = await handler(argument, selected);
      completeWalkthroughStep(id);
      return result;
    } catch (error) {
      if (isCancelled(error)) {
        // A script must not treat a declined action as done.
        if (isScripted(argument)) throw toUserError(vscode.l10n.t('Cancelled.'));
        return undefined;
      }
      report(id, error, argument, () => run(id, argument, selected));
      return undefined;
    }
  };
  const register: CommandRunner['register'] = (id, handler) => {
    handlers.set(id, handler);
    return new vscode.Disposable(() => handlers.delete(id));
  };
  return {
    register,
    registerEach: (id, handler, fits) =>
      register(id, async (argument, selected) => {
        const rows = chosenRows(argument, selected, fits);
        if (rows.length === 1) return handler(argument, false);
        for (const row of rows) {
          try {
            await handler(row, true);
          } catch (error) {
            if (isCancelled(error)) throw error;
            report(id, error, row, () => run(id, row));
          }
        }
        return undefined;
      }),
    has: id => handlers.has(id),
    run,
  };
}

/** Returns the context keys that complete the steps of the walkthrough. */
function walkthroughEvents({ packageJSON }: vscode.Extension<unknown>): Set<string> {
  const { contributes } = packageJSON as {
    contributes: { walkthroughs: { steps: { completionEvents: string[] }[] }[] };
  };
  return new Set(contributes.walkthroughs.flatMap(({ steps }) => steps.flatMap(step => step.completionEvents)));
}

export function isCancelled(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error instanceof ApiError && error.code === 'cancelled');
}

async function offer(message: Message, argument: unknown, again: () => Promise<unknown>): Promise<void> {
  const buttons = message.actions.map(action => ({ title: actionTitle(action), action }));
  const chosen = await showMessage('error', message.text, ...buttons);
  switch (chosen?.action) {
    case undefined:
      return;
    case 'tryAgain':
      await again();
      return;
    case 'authorize':
      await vscode.commands.executeCommand('hydrogen.application.authorize', argument);
      return;
    case 'signIn':
      await vscode.commands.executeCommand('hydrogen.user.signIn', argument);
      return;
    case 'addApplication':
      await vscode.commands.executeCommand('hydrogen.application.add');
      return;
    case 'startSandbox':
      await vscode.commands.executeCommand('hydrogen.sandbox.start');
      return;
    case 'editApplication':
      await vscode.commands.executeCommand('hydrogen.application.edit', argument);
      return;
    case 'showLog':
      await vscode.commands.executeCommand('hydrogen.log.show');
      return;
    case 'diagnose':
      await vscode.commands.executeCommand('hydrogen.connection.diagnose', argument);
      return;
    case 'removeFavourite':
      await vscode.commands.executeCommand('hydrogen.favourite.remove', argument);
      return;
    case 'enterPassphrase':
      await vscode.commands.executeCommand('hydrogen.connection.enterPassphrase');
      return;
    case 'openSettings':
      await vscode.commands.executeCommand('workbench.action.openSettings', 'hydrogen');
      return;
  }
}

function actionTitle(action: Action): string {
  switch (action) {
    case 'authorize':
      return vscode.l10n.t('Authorize');
    case 'tryAgain':
      return vscode.l10n.t('Try Again');
    case 'signIn':
      return vscode.l10n.t('Sign In');
    case 'addApplication':
      return vscode.l10n.t('Add Application');
    case 'startSandbox':
      return vscode.l10n.t('Try the Local Sandbox');
    case 'editApplication':
      return vscode.l10n.t('Edit');
    case 'showLog':
      return vscode.l10n.t('Show Log');
    case 'diagnose':
      return vscode.l10n.t('Diagnose');
    case 'removeFavourite':
      return vscode.l10n.t('Remove from Favourites');
    case 'enterPassphrase':
      return vscode.l10n.t('Enter Passphrase');
    case 'openSettings':
      return vscode.l10n.t('Open Settings');
  }
}

/**
 * Formats an error for the log: codes and addresses. Errors of the core contain no secrets; of others only name and
 * stack are logged.
 */
function technical(error: unknown): string {
  if (error instanceof ApiError) return `${error.message}${error.reason === undefined ? '' : ` [${error.reason}]`}`;
  if (error instanceof AuthError)
    return `${error.code}${error.cause === undefined ? '' : ` <- ${technical(error.cause)}`}`;
  if (error instanceof UiError) return error.message;
  if (!(error instanceof Error)) return typeof error;
  return `${error.name}\n${(error.stack ?? '').split('\n').slice(1, 6).join('\n')}`;
}
