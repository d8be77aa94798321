/** What a button under a message does; `command.ts` knows how. */
export type Action =
  | 'authorize'
  | 'tryAgain'
  | 'signIn'
  | 'addApplication'
  | 'editApplication'
  | 'showLog'
  | 'openSettings'
  | 'enterPassphrase'
  | 'diagnose'
  | 'removeFavourite';

/** A failure whose message is a sentence for the person, in the language of VS Code. */
export class UiError extends Error {
  override readonly name = 'UiError';
  /** The next steps, as buttons. */
  readonly actions: Action[];

  constructor(message: string, actions: Action[] = []) {
    super(message);
    this.actions = actions;
  }
}
