import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import type { Selection } from '../../applications/selection';
import type { StoredUserSession } from '../../auth/userSession';
import { errorMessage } from '../messages/messages';
import { targetName } from '../nodes/environmentName';
import { showMessage, showStatus } from '../platform/dialogs';
import { askSteps, type Step } from '../platform/prompts';

/** What a failed sign-in needs to continue. */
export interface FailureServices {
  diagnose: () => Promise<unknown>;
  /** The stored session; `undefined` if nobody is signed in. */
  session: () => Promise<StoredUserSession | undefined>;
  target: Selection;
}

interface RepeatedInput<T> extends FailureServices {
  title: string;
  steps: readonly Step<T>[];
  initial: T;
  /** Returns the message if the service refused the input; `undefined` for other failures. */
  refusal: ((error: ApiError) => string | undefined) | undefined;
}

/**
 * Asks for input, then does the work. After a failure the user can try again with the previous input, or diagnose the
 * connection if it may be the cause.
 * @throws vscode.CancellationError if the user gives up, or if somebody has signed in before “Try Again” was pressed
 */
export async function retryUntilAccepted<T, R>(
  { title, steps, initial, refusal, diagnose, session, target }: RepeatedInput<T>,
  work: (answers: T) => Promise<R>,
): Promise<R> {
  // A failure of the secret storage must not hide why the work failed.
  const stored = () => session().catch(() => undefined);
  for (let answers = initial; ;) {
    answers = await askSteps(title, steps, answers);
    try {
      return await work(answers);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'cancelled') throw error;
      const again = vscode.l10n.t('Try Again');
      const toDiagnose = vscode.l10n.t('Diagnose');
      const { text, actions } = errorMessage(error);
      const more = actions.includes('diagnose') ? [toDiagnose] : [];
      const before = await stored();
      const chosen = await showMessage('error', refusal?.(error) ?? text, again, ...more);
      if (chosen === toDiagnose) await diagnose();
      if (chosen !== again) throw new vscode.CancellationError();
      // VS Code cannot close the message, so it may be older than a sign-in that has succeeded.
      const now = await stored();
      if (now === undefined || before?.token.equals(now.token) === true) continue;
      showStatus(vscode.l10n.t('Somebody has signed in to {0} meanwhile', targetName(target)));
      throw new vscode.CancellationError();
    }
  }
}
