import * as vscode from 'vscode';
import type { RequestErrorCode } from '../../../requests/document/requestError';
import type { Diagnostic, DiagnosticCode } from '../../../requests/language/diagnostic';
import { messages, requestMessage } from '../document/requestMessage';

/**
 * The messages of problems that the sender does not report. `detail` is the invalid or missing name, the limit, or the
 * documented methods.
 */
const texts: Record<Exclude<DiagnosticCode, RequestErrorCode>, (detail: string) => string> = {
  malformedVariable: () => messages.syntax({ code: 'malformedVariable' }),
  unknownMethod: detail => requestMessage('badMethod', detail),
  otherOrigin: () =>
    vscode.l10n.t('This host may not belong to the application: requests to other hosts are sent without credentials.'),
  unknownPath: () => vscode.l10n.t('The service does not document this path.'),
  missingSlash: () => vscode.l10n.t('The paths of the service end with a slash.'),
  otherVersion: () => vscode.l10n.t('This version of the path is not documented.'),
  wrongMethod: detail => vscode.l10n.t('This path is documented only for {0}.', detail),
  missingParameter: detail => vscode.l10n.t('The parameter {0} is required.', detail),
  changesAll: () => vscode.l10n.t('Without the parameter where, this affects all records of the table.'),
  missingField: detail => vscode.l10n.t('The field {0} of the body is required.', detail),
  bodyOfRead: () => vscode.l10n.t('The service documents no body for GET.'),
  requestInBody: () => messages.requestInBody(),
  limitTooHigh: detail => vscode.l10n.t('A page of a list has at most {0} items.', detail),
  invalidJson: () => vscode.l10n.t('The body is not valid JSON here.'),
  unknownDirective: detail => messages.ignoredLine('unknownDirective', detail),
  strayDirective: detail => messages.ignoredLine('strayDirective', detail),
  replacedVariable: detail => messages.ignoredLine('replacedVariable', detail),
  duplicateName: detail => messages.repeatedName(detail),
  pastedSecret: detail =>
    /passw|pwd/i.test(detail)
      ? vscode.l10n.t('Looks like a password. Documents are shared: move it to secret storage.')
      : vscode.l10n.t('Looks like a secret ({0}). Documents are shared: move it to secret storage.', detail),
  notDocumented: detail => messages.failure('notDocumented', detail),
  undocumentedPath: detail => vscode.l10n.t('The documented response has no {0}.', detail),
  ambiguousSnapshot: detail => messages.failure('ambiguousSnapshot', detail),
  notRead: detail => messages.failure('notRead', detail),
  delimitedValue: detail => messages.failure('delimitedValue', detail),
  neverHolds: () => vscode.l10n.t('This can never be true.'),
  emptyVariable: detail => vscode.l10n.t('{0} has no value, and the path needs one.', detail),
};

/** The titles of quick fixes; without one, the title is “Change to” with the inserted text. */
const fixes: Partial<Record<DiagnosticCode, (detail: string) => string>> = {
  undefinedVariable: detail => vscode.l10n.t('Define @{0}', detail),
  requestInBody: () => vscode.l10n.t('Begin another request here'),
  ownHeader: () => vscode.l10n.t('Remove the header'),
  badHeader: () => vscode.l10n.t('Remove the header'),
};

/** Returns the message of a diagnostic in a request document. */
export function diagnosticMessage({ code, detail = '' }: Diagnostic): string {
  const own: Partial<Record<DiagnosticCode, (detail: string) => string>> = texts;
  return own[code]?.(detail) ?? requestMessage(code as RequestErrorCode, detail);
}

export function fixTitle({ code, detail = '', fix }: Diagnostic): string {
  if (fix?.kind === 'moveSecret') return vscode.l10n.t('Move it to the secret storage');
  return fixes[code]?.(detail) ?? vscode.l10n.t('Change to {0}', fix?.text.trim() ?? '');
}
