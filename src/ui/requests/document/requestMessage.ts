import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import { RequestError, type RequestErrorCode } from '../../../requests/document/requestError';
import { headerProblem } from '../../../requests/document/rules';
import type { DirectiveName } from '../../../requests/document/syntax';
import { dynamicValues } from '../../../requests/values/dynamicValue';
import { UiError } from '../../platform/uiError';
import { failures } from './verdictText';

/** The error as the commands of other features know it: a RequestError with its sentence, every other one as it is. */
export function toldError(error: unknown): unknown {
  return error instanceof RequestError ? new UiError(requestMessage(error.code, error.detail, error.cause)) : error;
}

/** Why a request cannot be sent as it is written, and what to do. `detail` is the name at fault. */
const sentences: Record<RequestErrorCode, (detail: string, cause: unknown) => string> = {
  unclosedReference: detail => vscode.l10n.t('{0} is not closed: a variable is written as {{name}}.', detail),
  undefinedVariable: detail =>
    vscode.l10n.t('{0} is not defined. Define it with @{0} = value, or in the setting hydrogen.variables.', detail),
  circularVariable: detail => vscode.l10n.t('These variables refer to each other in a cycle: {0}', detail),
  noResponse: detail =>
    vscode.l10n.t('The request {0} has not been sent yet. Send it first, or use “Send to Here”.', detail),
  needsItself: detail =>
    vscode.l10n.t(
      'The request {0} takes a value from its own response, which does not exist before it is sent.',
      detail,
    ),
  noValue: detail => vscode.l10n.t('The response has nothing at {0}.', detail),
  unknownFunction: detail =>
    vscode.l10n.t('There is no {0}. Use one of: {1}.', detail, Object.keys(dynamicValues).join(', ')),
  badArguments: detail => vscode.l10n.t('{0} does not take these arguments. Write it as {1}.', detail, callOf(detail)),
  tooLong: detail => vscode.l10n.t('The value of {0} becomes too long.', detail),
  missingTarget: () => vscode.l10n.t('The request line has no path.'),
  badPath: () => vscode.l10n.t('A path begins with /hserve/ or /oserve/.'),
  badMethod: detail => vscode.l10n.t('There is no method {0}.', detail),
  insecure: () => vscode.l10n.t('Plain http is used only to reach this machine. Write https.'),
  secretInAddress: detail =>
    /^\$(dotenv|processEnv)\s/.test(detail)
      ? vscode.l10n.t(
          'Values of this machine are secrets, and a secret does not belong in an address. If it is none, write {0}.',
          `{{${detail} public}}`,
        )
      : vscode.l10n.t(
          'A secret does not belong in an address, because addresses end up in logs. Send it in a header or the body.',
        ),
  badHeader: headerMessage,
  ownHeader: detail =>
    vscode.l10n.t(
      '{0} is set from the selected application and environment. Remove it, or use # @environment and # @as.',
      detail,
    ),
  secretToOtherOrigin: detail =>
    vscode.l10n.t('The request was not sent, because a secret of the application would go to {0}.', detail),
  unknownApplication: detail =>
    vscode.l10n.t(
      'No application is called {0}. Use the name or ClientID of one in the tree, or add it there.',
      detail,
    ),
  ambiguousApplication: detail =>
    vscode.l10n.t('{0} is the name of more than one application. Use the ClientID, or give each its own name.', detail),
  unknownEnvironment: detail => vscode.l10n.t('The application has no environment {0}.', detail),
  ambiguousEnvironment: detail =>
    vscode.l10n.t(
      '{0} can mean more than one environment here. Use the Env ID, or give each environment its own name.',
      detail,
    ),
  badDirective: detail => directiveMessage(detail as DirectiveName),
  wrongFamily: detail =>
    vscode.l10n.t('# @as {0} does not fit this path: user is for /hserve/, openapi for /oserve/.', detail),
  notSignedIn: () => vscode.l10n.t('Nobody is signed in here. Use “Sign In as a User” first.'),
  noFile: (detail, cause) =>
    cause instanceof UiError ? cause.message : vscode.l10n.t('The file {0} cannot be read.', detail),
  malformedCheck: failures.malformedCheck,
  unknownSubject: failures.unknownSubject,
  badCheckPath: failures.badCheckPath,
  missingExpected: failures.missingExpected,
  badPattern: failures.badPattern,
  notSaved: (_detail, cause) =>
    vscode.l10n.t('The response is large and could not be written to disk{0}.', reason(cause)),
};

function headerMessage(name: string): string {
  if (name.toLowerCase() === 'host') return vscode.l10n.t('Host is derived from the address and cannot be changed.');
  return headerProblem(name, '') === 'connection'
    ? vscode.l10n.t('{0} belongs to the connection and cannot be changed.', name)
    : vscode.l10n.t('The header {0} has a character that HTTP does not allow.', name);
}

/** How a function is called. */
function callOf(written: string): string {
  const name = written.split(/\s/, 1)[0] ?? '';
  return Object.hasOwn(dynamicValues, name) ? (dynamicValues[name]?.call ?? '') : '';
}

/** The values that a directive takes. */
function directiveMessage(name: DirectiveName): string {
  switch (name) {
    case 'name':
      return vscode.l10n.t('@name takes letters, digits, “-” and “_”.');
    case 'application':
      return vscode.l10n.t('@application takes the name or ClientID of an application.');
    case 'environment':
      return vscode.l10n.t('@environment takes the name or Env ID of an environment, or Production.');
    case 'as':
      return vscode.l10n.t('@as takes user, openapi or anonymous.');
    case 'timeout':
      return vscode.l10n.t('@timeout takes a time from 1ms to 24 hours, such as 500ms, 10s or 2m.');
    case 'retry':
      return vscode.l10n.t('@retry takes a number from 1 to 100 and a time, such as 3 every 2s.');
    case 'setup':
    case 'teardown':
    case 'only':
    case 'skip':
      return vscode.l10n.t('@{0} takes no value.', name);
  }
}

export function requestMessage(code: RequestErrorCode, detail = '', cause?: unknown): string {
  return sentences[code](detail, cause);
}

function reason(cause: unknown): string {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return cause instanceof ApiError || code === undefined ? '' : ` (${code})`;
}
