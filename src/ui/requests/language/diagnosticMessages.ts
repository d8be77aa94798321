import * as vscode from 'vscode';
import { directiveNames } from '../../../requests/document/syntax';
import type { Diagnostic, DiagnosticCode } from '../../../requests/language/diagnostic';
import { messages, requestMessage } from '../document/requestMessage';

interface DiagnosticEntry {
  /** Returns the message; `detail` is the invalid or missing name, or the limit. */
  message: (detail: string) => string;
  /** Returns the title of the quick fix; if absent, the title is “Change to” with the inserted text. */
  fix?: (detail: string) => string;
}

const removeHeader = () => vscode.l10n.t('Remove the header');

const table: Record<DiagnosticCode, DiagnosticEntry> = {
  malformedVariable: { message: () => messages.syntax('malformedVariable') },
  malformedHeader: { message: () => messages.syntax('malformedHeader') },
  unknownMethod: { message: detail => requestMessage('badMethod', detail) },
  otherOrigin: {
    message: () =>
      vscode.l10n.t(
        'This host may not belong to the application: requests to other hosts are sent without credentials.',
      ),
  },
  unknownPath: { message: () => vscode.l10n.t('The service does not document this path.') },
  missingSlash: { message: () => vscode.l10n.t('The paths of the service end with a slash.') },
  otherVersion: { message: () => vscode.l10n.t('This version of the path is not documented.') },
  wrongMethod: { message: detail => vscode.l10n.t('This path is not documented for {0}.', detail) },
  missingParameter: { message: detail => vscode.l10n.t('The parameter {0} is required.', detail) },
  changesAll: {
    message: () => vscode.l10n.t('Without the parameter where, this affects all records of the table.'),
  },
  missingField: { message: detail => vscode.l10n.t('The field {0} of the body is required.', detail) },
  bodyOfRead: { message: () => vscode.l10n.t('The service documents no body for GET.') },
  limitTooHigh: { message: detail => vscode.l10n.t('A page of a list has at most {0} items.', detail) },
  invalidJson: { message: () => vscode.l10n.t('The body is not valid JSON here.') },
  unknownDirective: {
    message: detail =>
      detail === 'prompt'
        ? vscode.l10n.t('There is no directive @prompt. Write {0} where the value is used.', '{{$prompt question}}')
        : vscode.l10n.t(
            'There is no directive @{0}. Use one of: {1}.',
            detail,
            directiveNames.map(name => `@${name}`).join(', '),
          ),
  },
  badDirective: { message: detail => requestMessage('badDirective', detail) },
  duplicateName: { message: detail => vscode.l10n.t('Another request is already called {0}.', detail) },
  pastedSecret: {
    message: detail =>
      /passw|pwd/i.test(detail)
        ? vscode.l10n.t('Looks like a password. Documents are shared: move it to secret storage.')
        : vscode.l10n.t('Looks like a secret ({0}). Documents are shared: move it to secret storage.', detail),
  },
  malformedCheck: { message: detail => messages.failure('malformedCheck', detail) },
  unknownSubject: { message: detail => messages.failure('unknownSubject', detail) },
  badCheckPath: { message: detail => messages.failure('badCheckPath', detail) },
  missingExpected: { message: detail => messages.failure('missingExpected', detail) },
  badPattern: { message: detail => messages.failure('badPattern', detail) },
  notDocumented: { message: detail => messages.failure('notDocumented', detail) },
  textAfterCheck: { message: () => messages.syntax('textAfterCheck') },
  undocumentedPath: { message: detail => vscode.l10n.t('The documented response has no {0}.', detail) },
  ambiguousSnapshot: { message: detail => messages.failure('ambiguousSnapshot', detail) },
  notRead: { message: detail => messages.failure('notRead', detail) },
  neverHolds: { message: () => vscode.l10n.t('This can never be true.') },
  missingTarget: { message: detail => requestMessage('missingTarget', detail) },
  badPath: { message: detail => requestMessage('badPath', detail) },
  unclosedReference: { message: detail => requestMessage('unclosedReference', detail) },
  emptyVariable: { message: detail => vscode.l10n.t('{0} has no value, and the path needs one.', detail) },
  undefinedVariable: {
    message: detail => requestMessage('undefinedVariable', detail),
    fix: detail => vscode.l10n.t('Define @{0}', detail),
  },
  unusableVariable: { message: detail => requestMessage('unusableVariable', detail) },
  circularVariable: { message: detail => requestMessage('circularVariable', detail) },
  unknownFunction: { message: detail => requestMessage('unknownFunction', detail) },
  badArguments: { message: detail => requestMessage('badArguments', detail) },
  ownHeader: { message: detail => requestMessage('ownHeader', detail), fix: removeHeader },
  badHeader: { message: detail => requestMessage('badHeader', detail), fix: removeHeader },
  wrongFamily: { message: detail => requestMessage('wrongFamily', detail) },
  unknownApplication: { message: detail => requestMessage('unknownApplication', detail) },
  ambiguousApplication: { message: detail => requestMessage('ambiguousApplication', detail) },
  ambiguousEnvironment: { message: detail => requestMessage('ambiguousEnvironment', detail) },
  unknownEnvironment: { message: detail => requestMessage('unknownEnvironment', detail) },
};

/** Returns the message of a diagnostic in a request document. */
export function diagnosticMessage({ code, detail = '' }: Diagnostic): string {
  return table[code].message(detail);
}

export function fixTitle({ code, detail = '', fix }: Diagnostic): string {
  if (fix?.kind === 'moveSecret') return vscode.l10n.t('Move it to the secret storage');
  return table[code].fix?.(detail) ?? vscode.l10n.t('Change to {0}', fix?.text.trim() ?? '');
}
