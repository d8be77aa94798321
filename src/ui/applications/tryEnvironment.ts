import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import { getServerTime } from '../../api/webApi/webApi';
import type { Application, Environment } from '../../applications/application';
import { isCancelled } from '../platform/command';
import { showModal, withProgress } from '../platform/dialogs';
import type { Http } from '../platform/http';
import { errorMessage } from '../platform/messages';
import { webApiTarget } from './environmentTarget';

/**
 * Asks the service for an environment that is not stored yet. When it does not know it the person chooses.
 * @throws vscode.CancellationError when the person gives up
 */
export async function tryEnvironment(
  application: Application,
  environment: Environment,
  http: Pick<Http, 'fetch'>,
): Promise<'keep' | 'edit'> {
  for (;;) {
    try {
      await withProgress(vscode.l10n.t('Trying the Env ID of {0}…', environment.name), async signal =>
        getServerTime(webApiTarget({ application, environment }), { fetch: await http.fetch(), signal }),
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

async function ask(error: ApiError): Promise<'again' | 'edit' | 'keep'> {
  const again = { title: vscode.l10n.t('Try Again'), choice: 'again' as const };
  const edit = { title: vscode.l10n.t('Edit'), choice: 'edit' as const };
  const keep = { title: vscode.l10n.t('Keep Anyway'), choice: 'keep' as const };
  const refused = error.code === 'status' && (error.status ?? 0) < 500;
  const chosen = await showModal(
    'error',
    refused ? vscode.l10n.t('The service does not know this Env ID.') : vscode.l10n.t('The Env ID could not be tried.'),
    `${errorMessage(error).text}\n\n${vscode.l10n.t('Nothing was stored.')}`,
    ...(refused ? [edit, again, keep] : [again, edit, keep]),
  );
  if (chosen === undefined) throw new vscode.CancellationError();
  return chosen.choice;
}
