import * as vscode from 'vscode';
import { joinSentences } from '../../api/messages/template';
import { ApiError, serviceStatus } from '../../api/errors';
import { getServerTime } from '../../api/webApi/webApi';
import type { Application, Environment } from '../../applications/application';
import { isCancelled } from '../platform/command';
import { withProgress } from '../platform/dialogs';
import type { Http } from '../network/http';
import { errorMessage } from '../messages/messages';
import { withRetryProgress } from '../platform/progress';
import { UiError } from '../messages/uiError';
import { askAfterTrial } from './tryCredentials';
import { webApiTarget } from './environmentTarget';

/**
 * Asks the service whether an Env ID exists before it is stored. After a failure the user chooses: try again, edit, or
 * keep it.
 * @throws vscode.CancellationError if the user gives up
 */
export async function tryEnvironment(
  application: Application,
  environment: Environment,
  http: Pick<Http, 'fetch'>,
): Promise<'keep' | 'edit'> {
  for (;;) {
    try {
      await withProgress(vscode.l10n.t('Trying the Env ID of {0}…', environment.name), (signal, report) =>
        withRetryProgress(() => tryOnce(application, environment, http, signal), signal, report),
      );
      return 'keep';
    } catch (error) {
      // Cancelling the progress returns to the answers, so that no input is lost.
      if (isCancelled(error)) return 'edit';
      if (!(error instanceof ApiError)) throw error;
      const choices = isRefused(error) ? (['edit', 'again', 'keep'] as const) : (['again', 'edit', 'keep'] as const);
      const choice = await askAfterTrial(failureOf(error), errorMessage(error).text, choices);
      if (choice !== 'again') return choice;
    }
  }
}

/**
 * Checks the environments of a script. `confirmed: true` in the script's argument skips the check.
 * @throws UiError with the message that a user would get
 */
export async function tryGivenEnvironments(
  argument: Record<string, unknown>,
  application: Application,
  environments: readonly Environment[],
  http: Pick<Http, 'fetch'>,
): Promise<void> {
  if (argument['confirmed'] === true) return;
  for (const environment of environments) {
    try {
      await tryOnce(application, environment, http);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new UiError(joinSentences([`${environment.name}: ${failureOf(error)}`, errorMessage(error).text]));
    }
  }
}

async function tryOnce(
  application: Application,
  environment: Environment,
  http: Pick<Http, 'fetch'>,
  signal?: AbortSignal,
): Promise<void> {
  await getServerTime(webApiTarget({ application, environment }), { fetch: await http.fetch(), signal });
}

/** True if the service refused the Env ID. A page of a gateway says nothing about it. */
function isRefused(error: ApiError): boolean {
  return error.code === 'status' && (serviceStatus(error) ?? 500) < 500;
}

function failureOf(error: ApiError): string {
  return isRefused(error)
    ? vscode.l10n.t('The service does not know this Env ID.')
    : vscode.l10n.t('The Env ID could not be tried.');
}
