import * as vscode from 'vscode';
import { authorize, type ClientCredentials, type TokenResponse } from '../../api/openApi/authorize';
import { ApiError } from '../../api/errors';
import { AuthError } from '../../auth/authError';
import { refusesCredentials } from '../../auth/tokenFailures';
import { isCancelled } from '../platform/command';
import type { Http } from '../network/http';
import { errorMessage, refusalOf } from '../messages/messages';
import { showModal, withProgress } from '../platform/dialogs';

/** The result of trying credentials: a token set or, after a failure, the user's choice to keep or edit them. */
export type Trial = { outcome: 'authorized'; tokens: TokenResponse } | { outcome: 'keep' } | EditAnswer;

/** `first` is the step to reopen, if possible the one whose value is wrong. */
interface EditAnswer {
  outcome: 'edit';
  first: 'name' | 'clientId' | 'clientSecret' | 'authUrl';
}

interface TrialOptions {
  /** True if the ClientSecret is the only value that the user can edit. */
  onlySecret?: boolean;
}

/**
 * Authorizes with credentials that are not stored yet. Stores nothing. After a failure the user chooses: try again,
 * edit, or keep them. Refused credentials are neither kept nor sent again: to try again, the user enters the ClientSecret.
 * @throws vscode.CancellationError if the user gives up
 */
export async function tryCredentials(
  name: string,
  credentials: ClientCredentials,
  http: Http,
  { onlySecret = false }: TrialOptions = {},
): Promise<Trial> {
  for (;;) {
    try {
      const title = vscode.l10n.t('Trying the credentials of {0}…', name);
      const tokens = await withProgress(title, signal => tryOnce(credentials, http, signal));
      return { outcome: 'authorized', tokens };
    } catch (error) {
      // Cancelling the progress returns to the answers, so that no input is lost.
      if (isCancelled(error)) return { outcome: 'edit', first: 'name' };
      if (!(error instanceof ApiError || error instanceof AuthError)) throw error;
      const refused = error instanceof AuthError;
      const choice = await ask(error, !onlySecret);
      if (choice === 'edit') return { outcome: 'edit', first: refused ? 'clientId' : 'authUrl' };
      if (choice === 'again' && refused) return { outcome: 'edit', first: 'clientSecret' };
      if (choice === 'keep') return { outcome: 'keep' };
    }
  }
}

/** @throws AuthError `credentialsRefused`, ApiError for every other failure */
export async function tryOnce(
  credentials: ClientCredentials,
  http: Http,
  signal?: AbortSignal,
): Promise<TokenResponse> {
  try {
    return await authorize(credentials, { fetch: await http.fetch(), signal });
  } catch (error) {
    throw refusesCredentials(error) ? new AuthError('credentialsRefused', error) : error;
  }
}

/** Asks what to do with credentials that the service did not accept. @param edits whether the user can edit them */
function ask(error: ApiError | AuthError, edits: boolean): Promise<TrialChoice> {
  if (error instanceof ApiError) {
    const question = vscode.l10n.t('The credentials could not be tried.');
    return askAfterTrial(question, errorMessage(error).text, ['again', 'edit', 'keep']);
  }
  const reason = vscode.l10n.t('Check ClientID and ClientSecret. The service said: {0}', refusalOf(error.cause));
  const choices = edits ? (['edit', 'again'] as const) : (['again'] as const);
  return askAfterTrial(vscode.l10n.t('The service refused these credentials.'), reason, choices);
}

type TrialChoice = 'again' | 'edit' | 'keep';

/** Asks what to do with answers that failed a trial. @param choices the buttons in their order */
export async function askAfterTrial(
  question: string,
  reason: string,
  choices: readonly TrialChoice[],
): Promise<TrialChoice> {
  const titles = { again: vscode.l10n.t('Try Again'), edit: vscode.l10n.t('Edit'), keep: vscode.l10n.t('Keep Anyway') };
  const detail = `${reason}\n\n${vscode.l10n.t('Nothing was stored.')}`;
  const buttons = choices.map(choice => ({ title: titles[choice], choice }));
  return (await showModal('error', question, detail, ...buttons)).choice;
}
