import * as vscode from 'vscode';
import type { EntryProblem } from '../../applications/applicationList';
import type { ApplicationStore } from './applicationStore';
import { setViewMessage, showMessage } from '../platform/dialogs';
import { showPick } from '../platform/prompts';

/** Shows which entries of `hydrogen.applications` cannot be used: above the tree, and once as a message. */
export function showSettingsProblems(
  applications: ApplicationStore,
  view: Pick<vscode.TreeView<unknown>, 'message'>,
): vscode.Disposable {
  let told = '';
  const show = () => {
    const list = applications.list();
    const sentences = list.problems.map(sentence);
    const nothingValid = list.applications.length === 0 && sentences.length > 0;
    void vscode.commands.executeCommand('setContext', 'hydrogen.settings.nothingValid', nothingValid);
    const text = summary(sentences);
    // VS Code hides the welcome text, which has a button, while a message stands above the tree.
    setViewMessage(view, nothingValid ? '' : text);
    const all = sentences.join('\n');
    if (all === told) return;
    told = all;
    if (all !== '') void tell(sentences);
  };
  show();
  return applications.onDidChange(show);
}

/** Shows the problems again, for a person who missed the message; choosing one opens the setting. */
export async function tellSettingsProblems(applications: ApplicationStore): Promise<void> {
  const sentences = applications.list().problems.map(sentence);
  if (sentences.length === 1) await tell(sentences);
  if (sentences.length > 1) await list(sentences);
}

async function tell(sentences: readonly string[]): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  const show = vscode.l10n.t('Show What Is Wrong');
  const buttons = sentences.length > 1 ? [show, open] : [open];
  const chosen = await showMessage('warning', summary(sentences), ...buttons);
  if (chosen === show) await list(sentences);
  if (chosen === open) await openSetting();
}

/** A notification joins lines, so of several problems it shows only the first. */
function summary([first = '', ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  return vscode.l10n.t('The setting hydrogen.applications has {0} mistakes. The first: {1}', others.length + 1, first);
}

async function list(sentences: readonly string[]): Promise<void> {
  const items = sentences.map(label => ({ label, iconPath: new vscode.ThemeIcon('warning') }));
  const title = vscode.l10n.t('What is wrong with hydrogen.applications');
  const placeHolder = vscode.l10n.t('Choose one to open the settings');
  if ((await showPick(items, { title, placeHolder })) !== undefined) await openSetting();
}

async function openSetting(): Promise<void> {
  const revealSetting = { key: 'hydrogen.applications' };
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', { revealSetting });
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
