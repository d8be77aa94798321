import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import { getServerTime } from '../../api/webApi/webApi';
import type { Application, Environment } from '../../applications/application';
import { isCancelled } from '../platform/command';
import { showModal, withProgress } from '../platform/dialogs';
import type { Http } from '../network/http';
import { errorMessage } from '../messages/messages';
import { patiently } from '../platform/progress';
import { UiError } from '../messages/uiError';
import { webApiTarget } from './environmentTarget';

/**
 * Asks the service whether it knows an environment that is not stored yet. If it does not, the person chooses.
 * @throws vscode.CancellationError when the person gives up
 */
export async function tryEnvironment(
  application: Application,
  environment: Environment,
  http: Pick<Http, 'fetch'>,
): Promise<'keep' | 'edit'> {
  for (;;) {
    try {
      await withProgress(vscode.l10n.t('Trying the Env ID of {0}…', environment.name), (signal, report) =>
        patiently(() => tryOnce(application, environment, http, signal), signal, report),
      );
      return 'keep';
    } catch (error) {
      // What was typed is not lost: the answers are shown again.
      if (isCancelled(error)) return 'edit';
      if (!(error instanceof ApiError)) throw error;
      const choice = await ask(error);
      if (choice !== 'again') return choice;
    }
  }
}

/**
 * For a script, which cannot choose: it keeps an Env ID untried by `confirmed: true`.
 * @throws UiError with the sentences that a person reads
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
      throw new UiError(`${environment.name}: ${failureOf(error)} ${errorMessage(error).text}`);
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

function isRefused({ code, status = 0 }: ApiError): boolean {
  return code === 'status' && status < 500;
}

function failureOf(error: ApiError): string {
  return isRefused(error)
    ? vscode.l10n.t('The service does not know this Env ID.')
    : vscode.l10n.t('The Env ID could not be tried.');
}

async function ask(error: ApiError): Promise<'again' | 'edit' | 'keep'> {
  const again = { title: vscode.l10n.t('Try Again'), choice: 'again' as const };
  const edit = { title: vscode.l10n.t('Edit'), choice: 'edit' as const };
  const keep = { title: vscode.l10n.t('Keep Anyway'), choice: 'keep' as const };
  const chosen = await showModal(
    'error',
    failureOf(error),
    `${errorMessage(error).text}\n\n${vscode.l10n.t('Nothing was stored.')}`,
    ...(isRefused(error) ? [edit, again, keep] : [again, edit, keep]),
  );
  if (chosen === undefined) throw new vscode.CancellationError();
  return chosen.choice;
}
