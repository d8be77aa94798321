import * as vscode from 'vscode';
import type { EntryProblem, FieldReason } from '../../applications/applicationList';
import { plainText } from '../messages/plainText';

/** Returns the problem of a settings entry, as the end of a sentence. `fieldName` translates field names. */
export function entryReason(
  { field, kind, reason = 'value', detail = '' }: EntryProblem,
  fieldName: (field: string) => string = same => same,
): string {
  const environment = plainText(detail, 60);
  if (kind === 'reservedName')
    return vscode.l10n.t('an environment is called “{0}”, which always means production: rename it', environment);
  if (kind === 'duplicateName')
    return vscode.l10n.t('two environments are called “{0}”: give each its own name', environment);
  if (kind === 'duplicate') return vscode.l10n.t('it repeats {0} of an earlier one', fieldName(field));
  return fieldReason(field === '' ? vscode.l10n.t('the entry') : fieldName(field), reason);
}

/** Returns the end of a sentence that explains why a field is invalid. */
export function fieldReason(name: string, reason: FieldReason): string {
  return {
    missing: vscode.l10n.t('{0} is missing', name),
    notText: vscode.l10n.t('{0} must be a text', name),
    notList: vscode.l10n.t('{0} must be a list', name),
    notObject: vscode.l10n.t('{0} must be an object', name),
    value: vscode.l10n.t('{0} has a value that cannot be used', name),
  }[reason];
}

/** Returns the translated name of a field for use in a sentence, such as `the ClientID`. */
export function fieldLabel(field: string): string {
  const labels = new Map([
    ['name', vscode.l10n.t('the name')],
    ['clientId', vscode.l10n.t('the ClientID')],
    ['serverDomain', vscode.l10n.t('the server domain')],
    ['authUrl', vscode.l10n.t('the authorization server')],
  ]);
  return labels.get(field) ?? field;
}
