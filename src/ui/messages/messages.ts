import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import { UnusableIdError } from '../../api/http/pathSegment';
import { AuthError, type AuthErrorCode } from '../../auth/authError';
import { apiErrorLabel, apiErrorMessage, apiMessages } from './apiErrors';
import { fileErrorCode } from './fileErrors';
import { defuse } from './plainText';
import { UiError, type Action, type Message } from './uiError';

/** Returns a short label for places that show the full message elsewhere; without a label, the message itself. */
export function errorLabel(error: unknown): string {
  return error instanceof ApiError ? apiErrorLabel(error) : errorMessage(error).text;
}

/** Returns the message and buttons for an error. The message is defused. */
export function errorMessage(error: unknown): Message {
  const { text, actions } = entryOf(error);
  return { text: defuse(text), actions };
}

function entryOf(error: unknown): Message {
  if (error instanceof ApiError) return apiErrorMessage(error);
  if (error instanceof AuthError) {
    const { message, actions } = authErrors[error.code];
    return { text: message(error), actions };
  }
  if (error instanceof UiError) return { text: error.message, actions: error.actions };
  if (error instanceof UnusableIdError) return { text: apiMessages.unusableId(error.id), actions: [] };
  const code = fileErrorCode(error);
  if (code !== undefined)
    return {
      text: vscode.l10n.t(
        'A file cannot be read or written ({0}). Check its folder, its permissions and the free disk space.',
        code,
      ),
      actions: ['showLog'],
    };
  return { text: vscode.l10n.t('Something unexpected happened. The log has the details.'), actions: ['showLog'] };
}

/** Messages and buttons for problems with credentials. */
const authErrors: Record<AuthErrorCode, { message: (error: AuthError) => string; actions: Action[] }> = {
  noClientSecret: {
    message: () => vscode.l10n.t('No ClientSecret is stored for this application. Enter it to authorize.'),
    actions: ['authorize'],
  },
  notAuthorized: {
    message: () => vscode.l10n.t('This application is not authorized yet.'),
    actions: ['authorize'],
  },
  credentialsRefused: {
    message: ({ cause }) =>
      vscode.l10n.t('The service refused these credentials ({0}). Check ClientID and ClientSecret.', refusalOf(cause)),
    // Only an authorization sends refused credentials again.
    actions: ['editApplication', 'authorize'],
  },
  forgotten: {
    message: () =>
      vscode.l10n.t('All secrets were forgotten meanwhile, so nothing was stored. Authorize again to continue.'),
    actions: ['authorize'],
  },
  storeFailed: {
    message: () =>
      vscode.l10n.t(
        'VS Code could not keep the credentials in its secret storage. Check the keyring of your system, then try again.',
      ),
    actions: ['tryAgain', 'showLog'],
  },
  lockTimeout: {
    message: () =>
      vscode.l10n.t('Another window is renewing this token and is taking too long. Close it or wait, then try again.'),
    actions: ['tryAgain', 'showLog'],
  },
  lockUnavailable: {
    message: () =>
      vscode.l10n.t(
        'The folder that keeps windows from renewing a token at the same time cannot be written. Free disk space or fix its permissions, then try again.',
      ),
    actions: ['tryAgain', 'showLog'],
  },
  outcomeUnknown: {
    message: ({ cause }) => {
      const reason = cause === undefined ? '' : errorMessage(cause).text;
      return vscode.l10n.t('The token could not be renewed. Nothing is lost; try again. {0}', reason);
    },
    actions: ['tryAgain', 'showLog'],
  },
  notSignedIn: {
    message: () => vscode.l10n.t('Nobody is signed in here.'),
    actions: ['signIn'],
  },
  userSessionEnded: {
    message: () => vscode.l10n.t('The service no longer accepts the session of this user. Sign in again.'),
    actions: ['signIn'],
  },
};

/** Returns the reason why the service refused credentials, in quotation marks. */
export function refusalOf(cause: unknown): string {
  // There is no cause if the service refused these credentials earlier and they were not sent again.
  if (!(cause instanceof ApiError)) return vscode.l10n.t('as before');
  return apiMessages.quoted(cause.serverMessage ?? String(cause.status ?? ''));
}
