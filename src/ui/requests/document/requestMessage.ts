import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import { RequestError, type RequestErrorCode } from '../../../requests/document/requestError';
import { UiError } from '../../platform/uiError';

/** The error as the commands of other features know it: a RequestError with its sentence, every other one as it is. */
export function toldError(error: unknown): unknown {
  return error instanceof RequestError ? new UiError(requestMessage(error.code, error.detail, error.cause)) : error;
}

/** Why a request cannot be sent as it is written, and what to do. */
export function requestMessage(code: RequestErrorCode, detail = '', cause?: unknown): string {
  switch (code) {
    case 'undefinedVariable':
      return vscode.l10n.t(
        'Nothing is called {0}. Define it with @{0} = value, or in the setting hydrogen.variables.',
        detail,
      );
    case 'circularVariable':
      return vscode.l10n.t('These variables need themselves: {0}', detail);
    case 'noResponse':
      return vscode.l10n.t('The request {0} has not been sent yet. Send it first, or use “Send to Here”.', detail);
    case 'noValue':
      return vscode.l10n.t('The answer has nothing at {0}.', detail);
    case 'unknownFunction':
      return vscode.l10n.t(
        'There is no {0}. Known are $guid, $timestamp, $randomInt, $datetime, $prompt and $secret.',
        detail,
      );
    case 'badArguments':
      return vscode.l10n.t('{0} does not take these arguments.', detail);
    case 'tooLong':
      return vscode.l10n.t('The value of {0} grows without end.', detail);
    case 'missingTarget':
      return vscode.l10n.t('The request line has no path.');
    case 'badPath':
      return vscode.l10n.t('The path {0} leads elsewhere. Write it as /hserve/… or /oserve/….', detail);
    case 'badMethod':
      return vscode.l10n.t('There is no method {0}.', detail);
    case 'insecure':
      return vscode.l10n.t('Plain http to another machine is not used. Write https.');
    case 'secretInAddress':
      return vscode.l10n.t(
        'A secret does not belong into an address: addresses end up in logs. Send it in a header or the body.',
      );
    case 'badHeader':
      return vscode.l10n.t('The header {0} is not one that HTTP allows.', detail);
    case 'ownHeader':
      return vscode.l10n.t(
        '{0} is set from the selected application and environment. Remove it, or use # @environment and # @as.',
        detail,
      );
    case 'secretToOtherOrigin':
      return vscode.l10n.t('A secret of the application would go to another host. This was not sent.');
    case 'unknownEnvironment':
      return vscode.l10n.t('The application has no environment {0}.', detail);
    case 'badDirective':
      return vscode.l10n.t('The value {0} is not one this directive takes.', detail);
    case 'wrongFamily':
      return vscode.l10n.t('# @as {0} does not fit this path: user is for /hserve/, openapi for /oserve/.', detail);
    case 'notSignedIn':
      return vscode.l10n.t('Nobody is signed in here. Use “Sign In as a User” first.');
    case 'noFile':
      return cause instanceof UiError ? cause.message : vscode.l10n.t('The file {0} cannot be read.', detail);
    case 'notSaved':
      return vscode.l10n.t('The answer is large and could not be written to disk{0}.', reason(cause));
  }
}

function reason(cause: unknown): string {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return cause instanceof ApiError || code === undefined ? '' : ` (${code})`;
}
