import * as vscode from 'vscode';
import { ApiError, type ApiErrorCode } from '../../api/errors';
import type { AddressProblem } from '../../applications/address';
import type { FieldProblem } from '../../applications/application';
import { AuthError, type AuthErrorCode } from '../../auth/authError';
import { plainText } from './plainText';
import { UiError, type Action } from './uiError';

export interface Message {
  /** One or two sentences: what happened and what to do next. */
  text: string;
  actions: Action[];
}

/** A few words for where a sentence has no room; the sentence stands beside them. */
export function brief(error: unknown): string {
  if (!(error instanceof ApiError)) return describe(error).text;
  switch (error.code) {
    case 'timeout':
      return vscode.l10n.t('No answer in time');
    case 'unknownHost':
      return vscode.l10n.t('Host not found');
    case 'refused':
      return vscode.l10n.t('Connection refused');
    case 'tls':
      return vscode.l10n.t('No secure connection');
    case 'network':
      return vscode.l10n.t('Connection broken');
    case 'notJson':
    case 'unexpectedShape':
      return vscode.l10n.t('Not an answer of the service');
    case 'status':
      return statusBrief(error.status ?? 0);
    case 'cancelled':
    case 'tooLarge':
    case 'endless':
    case 'tooManyRedirects':
    case 'unsafeRedirect':
    case 'insecure':
      return describe(error).text;
  }
}

function statusBrief(status: number): string {
  if (status === 401) return vscode.l10n.t('Not authorized (401)');
  if (status === 403) return vscode.l10n.t('Not permitted (403)');
  if (status === 404) return vscode.l10n.t('Not found (404)');
  if (status === 429) return vscode.l10n.t('Too many requests (429)');
  return status >= 500
    ? vscode.l10n.t('The service has a problem ({0})', status)
    : vscode.l10n.t('The service refused ({0})', status);
}

/** The sentence for an error. The only place that words are made of codes. */
export function describe(error: unknown): Message {
  if (error instanceof ApiError) return apiMessage(error);
  if (error instanceof AuthError) return authMessage(error.code, error.cause);
  if (error instanceof UiError) return { text: error.message, actions: error.actions };
  return { text: vscode.l10n.t('Something unexpected happened. The log has the details.'), actions: ['showLog'] };
}

function apiMessage(error: ApiError): Message {
  return { text: apiText(error), actions: apiActions(error.code) };
}

function apiText(error: ApiError): string {
  const host = hostOf(error.url);
  switch (error.code) {
    case 'cancelled':
      return vscode.l10n.t('Cancelled.');
    case 'timeout':
      return vscode.l10n.t('{0} did not answer in time. Check the network, or try again later.', host);
    case 'unknownHost':
      return vscode.l10n.t('The host {0} was not found. Check the address and the network.', host);
    case 'refused':
      return vscode.l10n.t(
        'Nothing answers at {0}: the connection was refused. Check the address and whether the server runs.',
        host,
      );
    case 'tls':
      return vscode.l10n.t(
        'No secure connection to {0} ({1}). Check the certificate, or the proxy settings of VS Code.',
        host,
        error.reason ?? 'TLS',
      );
    case 'network':
      if (error.reason?.startsWith('ERR_PROXY') === true) {
        return vscode.l10n.t(
          'The proxy did not connect to {0} ({1}). Check the proxy settings of VS Code.',
          host,
          error.reason,
        );
      }
      return error.reason === undefined
        ? vscode.l10n.t('The connection to {0} could not be made. Check the address and the network.', host)
        : vscode.l10n.t('The connection to {0} broke ({1}). Check the network, or try again.', host, error.reason);
    case 'tooLarge':
      return vscode.l10n.t('The answer of {0} is larger than can be shown.', host);
    case 'endless':
      return vscode.l10n.t(
        'A list of {0} has no end within {1} items. No more of it is read.',
        host,
        error.expected ?? '?',
      );
    case 'notJson':
      return vscode.l10n.t('Expected JSON from {0}, but received: {1}', error.url, quoted(error.received));
    case 'unexpectedShape':
      return vscode.l10n.t(
        'The answer of {0} has no "{1}"; it contains: {2}. Check that the address belongs to the service.',
        error.url,
        error.expected ?? '?',
        quoted(error.received),
      );
    case 'tooManyRedirects':
      return vscode.l10n.t('{0} redirected too often. Check that the address belongs to the service.', error.url);
    case 'unsafeRedirect':
      return vscode.l10n.t(
        '{0} redirected to {1}. This was not followed, because credentials could have reached someone else.',
        error.url,
        error.received ?? '?',
      );
    case 'insecure':
      return vscode.l10n.t('{0} uses plain http. Credentials are only sent over https.', host);
    case 'status':
      return statusText(error, host);
  }
}

function statusText(error: ApiError, host: string): string {
  const said = error.serverMessage ?? (error.received === '' ? undefined : error.received);
  const answer = said === undefined ? `${error.status}` : `${error.status}, ${quoted(said)}`;
  switch (error.status ?? 0) {
    case 401:
      return vscode.l10n.t('{0} does not accept the authorization ({1}).', host, answer);
    case 403:
      return vscode.l10n.t('{0} does not permit this ({1}).', host, answer);
    case 404:
      return vscode.l10n.t('Not found at {0} ({1}). Check the ID and the environment.', host, answer);
    case 429:
      return error.retryAfter === undefined
        ? vscode.l10n.t('{0} receives too many requests. Try again in a minute.', host)
        : vscode.l10n.t('{0} receives too many requests. Try again in {1} s.', host, error.retryAfter);
    default:
      return (error.status ?? 0) >= 500
        ? vscode.l10n.t('{0} has a problem of its own ({1}). Try again later.', host, answer)
        : vscode.l10n.t('{0} refused the request ({1}).', host, answer);
  }
}

function apiActions(code: ApiErrorCode): Action[] {
  switch (code) {
    case 'cancelled':
      return [];
    case 'timeout':
    case 'network':
    case 'status':
      return ['tryAgain', 'showLog'];
    case 'unknownHost':
    case 'refused':
    case 'tls':
    case 'insecure':
    case 'tooManyRedirects':
    case 'unsafeRedirect':
    case 'notJson':
    case 'unexpectedShape':
      return ['tryAgain', 'editApplication', 'showLog'];
    case 'tooLarge':
    case 'endless':
      return ['showLog'];
  }
}

function authMessage(code: AuthErrorCode, cause: unknown): Message {
  switch (code) {
    case 'noClientSecret':
      return {
        text: vscode.l10n.t('No ClientSecret is stored for this application. Enter it to authorize.'),
        actions: ['authorize'],
      };
    case 'notAuthorized':
      return { text: vscode.l10n.t('This application is not authorized yet.'), actions: ['authorize'] };
    case 'credentialsRefused': {
      const text = vscode.l10n.t(
        'The service refused these credentials ({0}). Check ClientID and ClientSecret.',
        refusalOf(cause),
      );
      return { text, actions: ['editApplication', 'tryAgain'] };
    }
    case 'storeFailed':
      return {
        text: vscode.l10n.t(
          'VS Code could not keep the credentials in its secret storage. Check the keyring of your system, then try again.',
        ),
        actions: ['tryAgain', 'showLog'],
      };
    case 'lockTimeout':
      return {
        text: vscode.l10n.t(
          'Another window is renewing this token and does not finish. Close it or wait, then try again.',
        ),
        actions: ['tryAgain', 'showLog'],
      };
    case 'lockUnavailable':
      return {
        text: vscode.l10n.t(
          'The folder that keeps windows from renewing at the same time cannot be written. Free disk space or mend its permissions, then try again.',
        ),
        actions: ['tryAgain', 'showLog'],
      };
    case 'outcomeUnknown': {
      const why = cause === undefined ? '' : describe(cause).text;
      return {
        text: vscode.l10n.t('The token could not be renewed. Nothing is lost; try again. {0}', why),
        actions: ['tryAgain', 'showLog'],
      };
    }
    case 'userSessionEnded':
      return {
        text: vscode.l10n.t('The service no longer accepts the session of this user. Sign in again.'),
        actions: [],
      };
  }
}

/** What the service said when it refused credentials, in quotation marks. */
export function refusalOf(cause: unknown): string {
  // Without a cause the refusal is remembered: the same credentials were not sent again.
  if (!(cause instanceof ApiError)) return vscode.l10n.t('as before');
  return quoted(cause.serverMessage ?? String(cause.status ?? ''));
}

/** Why a typed address is not accepted. */
export function addressProblem(problem: AddressProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Enter an address, such as https://example.com.');
    case 'spaces':
      return vscode.l10n.t('An address has no spaces.');
    case 'malformed':
      return vscode.l10n.t('This is not a valid address. It looks like https://example.com.');
    case 'scheme':
      return vscode.l10n.t('The address must begin with https://.');
    case 'insecure':
      return vscode.l10n.t('Plain http would show your credentials to the network. Use https.');
    case 'userInfo':
      return vscode.l10n.t('Leave out the user name and password.');
  }
}

/** Why a typed ClientID or Env ID is not accepted. */
export function idMessage(problem: FieldProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Enter a value.');
    case 'spaces':
      return vscode.l10n.t('An ID has no spaces.');
    case 'header':
      return vscode.l10n.t('An ID consists of letters, digits and signs of the ASCII alphabet.');
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function quoted(text: string | undefined): string {
  return text === undefined || text === '' ? vscode.l10n.t('nothing') : `“${plainText(text, 500)}”`;
}
