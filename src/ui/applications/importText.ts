import * as vscode from 'vscode';
import type { Application } from '../../applications/application';
import type { EntryProblem } from '../../applications/applicationList';
import { ApplicationFileError, type ApplicationImport } from '../../applications/transfer';
import { valueChanges, type ValueChange } from '../../applications/valueChange';
import { entryReason, fieldLabel } from './entryProblemText';
import { plainHost, plainText } from '../messages/plainText';
import type { LongText } from '../platform/readonlyTexts';
import { UiError } from '../messages/uiError';

/** Describes the effects of an import, line by line. */
export function importText(plan: ApplicationImport): LongText {
  const { added, updated, unchanged, problems, repeatedParts, ignoredSecrets } = plan;
  const lines = [
    // Updates come first, so that a long list of new applications cannot hide them.
    ...updated.flatMap(({ before, changes }) => [
      vscode.l10n.t('Changed: {0}', nameOf(before)),
      ...changes.map(change),
    ]),
    ...added.flatMap(application => [
      vscode.l10n.t('New: {0}', nameOf(application)),
      ...valueChanges(undefined, application)
        .filter(({ field }) => field !== 'name')
        .map(change),
    ]),
    ...unchanged.map(application => vscode.l10n.t('Already there: {0}', nameOf(application))),
    ...problems.map(one => vscode.l10n.t('Left out: {0}: {1}', entryOf(one), entryReason(one, fieldLabel))),
    ...repeatedParts.map(one => vscode.l10n.t('Imported once: {0}: {1}', entryOf(one), entryReason(one))),
  ];
  const after = [''];
  if (ignoredSecrets.length > 0) {
    const names = plainText(ignoredSecrets.slice(0, 10).join(', '), 200);
    after.push(vscode.l10n.t('Secrets in it are ignored ({0}). Secrets should not be passed on in a file.', names), '');
  }
  after.push(vscode.l10n.t('Only entries of your settings change. ClientSecrets are asked for when you authorize.'));
  const more = { button: vscode.l10n.t('Show All Changes'), title: vscode.l10n.t('All Changes') };
  return { lines, after, more };
}

/** Converts an ApplicationFileError into a UiError that explains it. Returns other errors unchanged. */
export function importFailure(error: unknown): unknown {
  if (!(error instanceof ApplicationFileError)) return error;
  const text = {
    notJson: vscode.l10n.t('This is not JSON. Choose a file that “Export Applications” wrote.'),
    otherFormat: vscode.l10n.t(
      'This JSON is not an export of applications. Choose a file that “Export Applications” wrote.',
    ),
    newerVersion: vscode.l10n.t('A newer version of this extension wrote this. Update the extension first.'),
  }[error.code];
  return new UiError(text);
}

function nameOf({ name, clientId, authUrl }: Application): string {
  return `${plainText(name, 80)} (${clientId}, ${authUrl})`;
}

/** Returns `server domain: old → new`, both in full, because users' tokens are sent to the server domain. */
function change({ field, id, before, after }: ValueChange): string {
  const quoted = (value: string | undefined): string =>
    value === undefined || value === ''
      ? vscode.l10n.t('none')
      : `“${field === 'serverDomain' ? plainHost(value) : plainText(value, 100)}”`;
  return `   • ${fieldName(field, id)}: ${quoted(before)} → ${quoted(after)}`;
}

function fieldName(field: ValueChange['field'], id = ''): string {
  return {
    serverDomain: vscode.l10n.t('server domain'),
    guard: vscode.l10n.t('guard of production'),
    sessionOnly: vscode.l10n.t('secrets for the session only'),
    environment: vscode.l10n.t('environment {0}', plainText(id, 60)),
    environmentGuard: vscode.l10n.t('guard of environment {0}', plainText(id, 60)),
    name: vscode.l10n.t('name'),
    contentGroup: vscode.l10n.t('content group {0}', plainText(id, 60)),
  }[field];
}

function entryOf({ index, label }: EntryProblem): string {
  return label === undefined ? `#${index + 1}` : `#${index + 1} “${plainText(label, 60)}”`;
}
