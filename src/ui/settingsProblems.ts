import * as vscode from 'vscode';
import type { EntryProblem } from '../applications/applicationList';
import type { ApplicationStore } from './applicationStore';
import type { Parts } from './parts';

/** Names the entries of `hydrogen.applications` that cannot be used, above the tree and once as a message. */
export function showSettingsProblems(applications: ApplicationStore, view: Parts['view']): vscode.Disposable {
  let told = '';
  const show = () => {
    const list = applications.list();
    const sentences = list.problems.map(sentence);
    const nothingValid = list.applications.length === 0 && sentences.length > 0;
    void vscode.commands.executeCommand('setContext', 'hydrogen.settings.nothingValid', nothingValid);
    const text = sentences.join('\n');
    // A message would take the place of the welcome, which leads on.
    view.message = nothingValid ? '' : text;
    if (text === told) return;
    told = text;
    if (text !== '') void tell(sentences);
  };
  show();
  return applications.onDidChange(show);
}

/** Names them again, for somebody who missed the message. */
export async function tellSettingsProblems(applications: ApplicationStore): Promise<void> {
  const sentences = applications.list().problems.map(sentence);
  if (sentences.length > 0) await tell(sentences);
}

async function tell(sentences: readonly string[]): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  const chosen = await vscode.window.showWarningMessage(sentences.join(' '), open);
  if (chosen === open)
    await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
      revealSetting: { key: 'hydrogen.applications' },
    });
}

function sentence({ index, label, field, kind }: EntryProblem): string {
  if (index < 0) return vscode.l10n.t('The setting hydrogen.applications is not a list.');
  const entry = label === undefined ? `#${index + 1}` : `#${index + 1} “${label}”`;
  if (kind === 'duplicate') {
    return vscode.l10n.t('Entry {0} of hydrogen.applications repeats the ClientID of an earlier one.', entry);
  }
  return field === ''
    ? vscode.l10n.t('Entry {0} of hydrogen.applications is not valid.', entry)
    : vscode.l10n.t('Entry {0} of hydrogen.applications is not valid: check {1}.', entry, field);
}
