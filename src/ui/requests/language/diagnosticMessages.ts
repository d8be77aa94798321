import * as vscode from 'vscode';
import type { Diagnostic } from '../../../requests/language/diagnostic';
import { requestMessage } from '../document/requestMessage';

/** What is wrong at a place of a request document. */
export function diagnosticMessage({ code, detail = '' }: Diagnostic): string {
  switch (code) {
    case 'malformedVariable':
      return vscode.l10n.t('A variable is defined as @name = value.');
    case 'malformedHeader':
      return vscode.l10n.t('A header is written as Name: value.');
    case 'unknownMethod':
      return requestMessage('badMethod', detail);
    case 'otherOrigin':
      return vscode.l10n.t(
        'This host may not be the application’s: requests to other hosts are sent without credentials.',
      );
    case 'unknownPath':
      return vscode.l10n.t('The service documents no such path.');
    case 'missingSlash':
      return vscode.l10n.t('The paths of the service end with a slash.');
    case 'otherVersion':
      return vscode.l10n.t('This version of the path is not documented.');
    case 'wrongMethod':
      return vscode.l10n.t('This path is not documented for {0}.', detail);
    case 'missingParameter':
      return vscode.l10n.t('The parameter {0} is required.', detail);
    case 'missingField':
      return vscode.l10n.t('The field {0} of the body is required.', detail);
    case 'invalidJson':
      return vscode.l10n.t('The body is not valid JSON here.');
    case 'unknownDirective':
      return vscode.l10n.t('There is no directive @{0}. Known are @name, @environment, @as and @timeout.', detail);
    case 'badDirective':
      return vscode.l10n.t('@{0} does not take this value.', detail);
    case 'duplicateName':
      return vscode.l10n.t('Another request is called {0} already.', detail);
    case 'pastedSecret':
      return vscode.l10n.t(
        'This looks like a secret ({0}). A document is easily shared: keep it in the secret storage.',
        detail,
      );
    case 'missingTarget':
    case 'badPath':
    case 'undefinedVariable':
    case 'circularVariable':
    case 'unknownFunction':
    case 'badArguments':
    case 'ownHeader':
    case 'badHeader':
    case 'wrongFamily':
    case 'unknownEnvironment':
      return requestMessage(code, detail);
  }
}

export function fixTitle({ code, detail = '', fix }: Diagnostic): string {
  if (fix?.kind === 'moveSecret') return vscode.l10n.t('Move it to the secret storage');
  if (code === 'undefinedVariable') return vscode.l10n.t('Define @{0}', detail);
  if (code === 'ownHeader' || code === 'badHeader') return vscode.l10n.t('Remove the header');
  return vscode.l10n.t('Change to {0}', fix?.text.trim() ?? '');
}
