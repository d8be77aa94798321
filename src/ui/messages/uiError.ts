/** The action of a button under a message. `command.ts` implements the actions. */
export type Action =
  | 'authorize'
  | 'tryAgain'
  | 'signIn'
  | 'addApplication'
  | 'startSandbox'
  | 'editApplication'
  | 'showLog'
  | 'openSettings'
  | 'enterPassphrase'
  | 'diagnose'
  | 'removeFavourite'
  | 'addToWorkspace';

/** One or two sentences, what happened and what to do next, and the buttons under them. */
export interface Message {
  text: string;
  actions: Action[];
}

/** An error whose message is a sentence for the user, in VS Code's language. */
export class UiError extends Error {
  override readonly name = 'UiError';
  /** The next steps, as buttons. */
  readonly actions: Action[];

  constructor(message: string, actions: Action[] = []) {
    super(message);
    this.actions = actions;
  }
}
