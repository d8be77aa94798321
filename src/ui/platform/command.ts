import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import { terminalLine } from '../../api/terminalLine';
import { AuthError } from '../../auth/authError';
import { failedCall } from '../messages/failedCall';
import { errorMessage } from '../messages/messages';
import { plainText } from '../messages/plainText';
import { UiError, type Action, type Message } from '../messages/uiError';
import { chosenRows, invalidArgument, isScripted, type CommandArgument } from './commandArgument';
import type { Log } from './log';
import { showMessage } from './dialogs';
import { duringCommand, runningCommand, type RunningCommand } from './runningCommand';
import { unknownKey } from './scriptKeys';
import { toUserError } from '../messages/toUserError';

type Handler = (argument: CommandArgument, selected: unknown) => unknown;

/**
 * Runs commands and logs failures. If a command fails, a user gets a message whose buttons are the next steps. A script
 * (which calls a command with a plain object) gets a rejection with the same text, because it shows its own message.
 * Activation registers the command IDs with VS Code; their handlers call `run`.
 */
export class CommandRunner {
  readonly #log: Log;
  readonly #walkthrough: Walkthrough;
  readonly #handlers = new Map<string, Handler>();

  constructor(log: Log, extension: vscode.Extension<unknown>) {
    this.#log = log;
    this.#walkthrough = new Walkthrough(extension);
  }

  /** @param handler gets the argument (a row, another clicked item or a script's object) and all selected rows */
  register(id: string, handler: Handler): vscode.Disposable {
    this.#handlers.set(id, handler);
    return new vscode.Disposable(() => this.#handlers.delete(id));
  }

  /**
   * Registers a command that runs once for each selected row, in order. Each row reports its own error; cancelling
   * stops the remaining rows.
   * @param fits whether the command applies to a row; default: rows of the clicked row's kind
   */
  registerEach(
    id: string,
    handler: (argument: CommandArgument, several: boolean) => unknown,
    fits?: (row: unknown) => boolean,
  ): vscode.Disposable {
    return this.register(id, async (argument, selected) => {
      const rows = chosenRows(argument, selected, fits);
      if (rows.length === 1) return handler(argument, false);
      for (const row of rows) {
        try {
          await handler(row, true);
        } catch (error) {
          if (isCancelled(error)) throw error;
          this.#report(id, error, row);
        }
      }
      return undefined;
    });
  }

  has(id: string): boolean {
    return this.#handlers.has(id);
  }

  run(id: string, argument: CommandArgument, selected?: unknown): Promise<unknown> {
    return this.#runWith({}, id, argument, selected);
  }

  #runWith(command: RunningCommand, id: string, argument: CommandArgument, selected?: unknown): Promise<unknown> {
    return duringCommand(command, () => this.#runOnce(id, argument, selected));
  }

  async #runOnce(id: string, argument: CommandArgument, selected: unknown): Promise<unknown> {
    try {
      const handler = this.#handlers.get(id);
      if (handler === undefined) throw new Error('The command has no handler');
      checkKeys(id, argument);
      const result = await handler(argument, selected);
      this.#walkthrough.complete(id);
      return result;
    } catch (error) {
      if (isCancelled(error)) {
        // A script must not treat a declined action as done.
        if (isScripted(argument)) throw toUserError(vscode.l10n.t('Cancelled.'));
        return undefined;
      }
      this.#report(id, error, argument, selected);
      return undefined;
    }
  }

  #report(id: string, error: unknown, ...given: [argument: CommandArgument, selected?: unknown]): void {
    const [argument] = given;
    this.#log.error(`${id}: ${technical(error)}`);
    const message = errorMessage(error);
    if (isScripted(argument)) throw toUserError(message.text);
    // The selection may be another one when the user presses the button.
    const chosen = runningCommand()?.target;
    const { target = chosen ?? argument, again = given } = failedCall(error);
    void offer(message, target, () => this.#runWith({ target: chosen }, id, again[0], again[1]));
  }
}

/**
 * Checks the keys of a script's argument. A mistyped key must not be ignored: without its Env ID, a command means
 * production.
 * @throws UiError that names an unknown key
 */
function checkKeys(id: string, argument: CommandArgument): void {
  const key = isScripted(argument) ? unknownKey(id, argument) : undefined;
  if (key !== undefined) throw invalidArgument(plainText(key, 60));
}

/**
 * Completes the steps of the walkthrough whose command has succeeded. VS Code only notices a context key that becomes
 * true while the walkthrough is open. So after every command, all keys are set to true and back to false.
 */
class Walkthrough {
  readonly #extension: vscode.Extension<unknown>;
  readonly #succeeded = new Set<string>();
  #events: Set<string> | undefined;

  constructor(extension: vscode.Extension<unknown>) {
    this.#extension = extension;
  }

  complete(id: string): void {
    this.#events ??= walkthroughEvents(this.#extension);
    const key = `${id}.done`;
    if (this.#events.has(`onContext:${key}`)) this.#succeeded.add(key);
    for (const done of this.#succeeded) {
      for (const value of [true, false]) void vscode.commands.executeCommand('setContext', done, value);
    }
  }
}

/** Returns the completion events of all walkthrough steps, such as `onContext:<key>`. */
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
  const buttons = message.actions.map(action => ({ title: actions[action].title(), action }));
  const chosen = await showMessage('error', message.text, ...buttons);
  if (chosen === undefined) return;
  const { command } = actions[chosen.action];
  if (command === undefined) await again();
  else await vscode.commands.executeCommand(...command(argument));
}

interface ActionButton {
  title: () => string;
  /** Returns the command and its arguments. Without it, the failed command runs again. */
  command?: (argument: unknown) => [id: string, ...rest: unknown[]];
}

const actions: Record<Action, ActionButton> = {
  authorize: {
    title: () => vscode.l10n.t('Authorize'),
    command: argument => ['hydrogen.application.authorize', argument],
  },
  tryAgain: { title: () => vscode.l10n.t('Try Again') },
  signIn: { title: () => vscode.l10n.t('Sign In'), command: argument => ['hydrogen.user.signIn', argument] },
  addApplication: { title: () => vscode.l10n.t('Add Application…'), command: () => ['hydrogen.application.add'] },
  startSandbox: { title: () => vscode.l10n.t('Try the Local Sandbox'), command: () => ['hydrogen.sandbox.start'] },
  editApplication: { title: () => vscode.l10n.t('Edit'), command: argument => ['hydrogen.application.edit', argument] },
  showLog: { title: () => vscode.l10n.t('Show Log'), command: () => ['hydrogen.log.show'] },
  diagnose: { title: () => vscode.l10n.t('Diagnose'), command: argument => ['hydrogen.connection.diagnose', argument] },
  addToWorkspace: {
    title: () => vscode.l10n.t('Add to Workspace…'),
    command: argument => ['hydrogen.function.addToWorkspace', argument],
  },
  removeFavourite: {
    title: () => vscode.l10n.t('Remove from Favourites'),
    command: argument => ['hydrogen.favourite.remove', argument],
  },
  enterPassphrase: {
    title: () => vscode.l10n.t('Enter Passphrase…'),
    command: () => ['hydrogen.connection.enterPassphrase'],
  },
  openSettings: {
    title: () => vscode.l10n.t('Open Settings'),
    command: () => ['workbench.action.openSettings', 'hydrogen'],
  },
};

/**
 * Formats an error for the log. The messages of the core and of UiError contain no secrets, but may contain text of a
 * server, which must not look like other lines of the log. Messages of other errors may contain secrets, so only their
 * name and stack are logged.
 */
function technical(error: unknown): string {
  if (error instanceof ApiError)
    return terminalLine(`${error.message}${error.reason === undefined ? '' : ` [${error.reason}]`}`);
  if (error instanceof AuthError)
    return `${error.code}${error.cause === undefined ? '' : ` <- ${technical(error.cause)}`}`;
  if (error instanceof UiError) return terminalLine(error.message);
  if (!(error instanceof Error)) return typeof error;
  // The stack contains the message, whose lines may look like those of a stack.
  const { message, stack = '' } = error;
  const start = stack.indexOf(message);
  const lines = start === -1 ? [] : stack.slice(start + message.length).split('\n');
  const frames = lines.filter(line => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 5)].join('\n');
}
