/** What a button under a message does; `command.ts` knows how. */
export type Action = 'authorize' | 'tryAgain' | 'editApplication' | 'showLog' | 'openSettings';

/** A failure that is already told in the person's language. */
export class UiError extends Error {
  override readonly name = 'UiError';
  /** The next steps, as buttons. */
  readonly actions: Action[];

  constructor(message: string, actions: Action[] = []) {
    super(message);
    this.actions = actions;
  }
}
