import * as vscode from 'vscode';
import type { Application } from '../../applications/application';
import type { EntryProblem } from '../../applications/applicationList';
import { TransferError, type ImportPlan, type UpdatedApplication } from '../../applications/transfer';
import { plainText } from '../platform/plainText';
import { UiError } from '../platform/uiError';

// What a modal can show without its buttons leaving the screen.
const mostLines = 24;

/** What an import is going to do, line by line. */
export function importDetail({ added, updated, unchanged, problems, ignoredSecrets }: ImportPlan): string {
  const lines = [
    ...added.map(application => vscode.l10n.t('New: {0}', nameOf(application))),
    ...updated.map(update => vscode.l10n.t('Changed: {0}: {1}', nameOf(update.application), changesOf(update))),
    ...unchanged.map(application => vscode.l10n.t('Already there: {0}', nameOf(application))),
    ...problems.map(problem),
  ].map(line => plainText(line, 300));
  const hidden = lines.length - mostLines;
  const shown = lines.slice(0, mostLines);
  if (hidden > 0) shown.push(vscode.l10n.t('… and {0} more lines', hidden));
  if (ignoredSecrets.length > 0) {
    const names = plainText(ignoredSecrets.slice(0, 10).join(', '), 200);
    shown.push('', vscode.l10n.t('Secrets in it are ignored ({0}). Nobody should send them in a file.', names));
  }
  shown.push(
    '',
    vscode.l10n.t('Only entries of your settings change. ClientSecrets are asked for when you authorize.'),
  );
  return shown.join('\n');
}

/** Why a text cannot be imported. */
export function importFailure(error: unknown): unknown {
  if (!(error instanceof TransferError)) return error;
  switch (error.code) {
    case 'notJson':
      return new UiError(vscode.l10n.t('This is not JSON. Choose a file that “Export Applications” wrote.'));
    case 'otherFormat':
      return new UiError(
        vscode.l10n.t('This is JSON of another kind. Choose a file that “Export Applications” wrote.'),
      );
    case 'newerVersion':
      return new UiError(vscode.l10n.t('A newer version of this extension wrote this. Update the extension first.'));
  }
}

function nameOf({ name, clientId, authUrl }: Application): string {
  return `${plainText(name, 80)} (${clientId}, ${authUrl})`;
}

/** A new server domain is where tokens of users would go, so it is shown in full. */
function changesOf({ application, before, changes }: UpdatedApplication): string {
  const parts = changes.map(field => {
    switch (field) {
      case 'name':
        return vscode.l10n.t('name, was “{0}”', plainText(before.name, 60));
      case 'serverDomain':
        return vscode.l10n.t('server domain {0}, was {1}', application.serverDomain, before.serverDomain);
      case 'environments':
        return vscode.l10n.t('environments');
      case 'contentGroups':
        return vscode.l10n.t('content groups');
      case 'authUrl':
      case 'clientId':
      case 'guard':
      case 'sandbox':
      case 'sessionOnly':
        return field;
    }
  });
  return parts.join(', ');
}

function problem({ index, label, field, kind }: EntryProblem): string {
  const entry = label === undefined ? `#${index + 1}` : `#${index + 1} “${plainText(label, 60)}”`;
  if (kind === 'duplicate') return vscode.l10n.t('Left out: {0} repeats {1}', entry, field);
  return field === ''
    ? vscode.l10n.t('Left out: {0} is not valid', entry)
    : vscode.l10n.t('Left out: {0} is not valid: check {1}', entry, field);
}
