import * as vscode from 'vscode';
import type { CommandRunner } from '../../platform/command';
import { showStatus } from '../../platform/dialogs';
import { UiError } from '../../messages/uiError';

/** A save that has written something. */
interface RevertibleSave {
  /**
   * Writes the previous state back, after the plan and the guard.
   * @returns the result of this write, which can be reverted in the same way, or continued after a failure
   * @throws UiError with the reason why nothing can be restored; vscode.CancellationError
   */
  revert: () => Promise<RevertedSave>;
}

export interface RevertedSave {
  /** Absent if nothing was written. */
  save: RevertibleSave | undefined;
  /** The reason why something was not restored. */
  failure: UiError | undefined;
}

/** Stores the last save of this window, of records or of a schema, and registers the command that reverts it. */
export class LastSave implements vscode.Disposable {
  #last: RevertibleSave | undefined;
  readonly #command: vscode.Disposable;

  constructor(commands: CommandRunner) {
    this.#command = commands.register('hydrogen.save.revertLast', () => this.#revert());
  }

  remember(save: RevertibleSave): void {
    this.#last = save;
  }

  dispose(): void {
    this.#command.dispose();
  }

  async #revert(): Promise<void> {
    if (this.#last === undefined) throw new UiError(vscode.l10n.t('Nothing has been saved in this window yet.'));
    const { save, failure } = await this.#last.revert();
    if (save !== undefined) this.#last = save;
    if (failure !== undefined) throw failure;
    const text =
      save === undefined
        ? vscode.l10n.t('Nothing was written, so the last save was not reverted')
        : vscode.l10n.t('The last save was reverted');
    showStatus(text);
  }
}
