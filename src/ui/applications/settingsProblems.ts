import * as vscode from 'vscode';
import { joinSentences } from '../../api/messages/template';
import type { Secret } from '../../api/secret';
import type { Application } from '../../applications/application';
import type { EntryProblem } from '../../applications/applicationList';
import { otherSettingProblems, type SettingProblem } from '../../applications/otherSettings';
import { AuthError } from '../../auth/authError';
import type { TokensByApplication } from './applicationCommands';
import type { ApplicationStore } from './applicationStore';
import { entryReason, fieldReason } from './entryProblemText';
import { isCancelled } from '../platform/command';
import { setViewMessage, showMessage, showStatus, unlessCancelled, withProgress } from '../platform/dialogs';
import { errorMessage } from '../messages/messages';
import { plainText } from '../messages/plainText';
import { UiError } from '../messages/uiError';
import type { Http } from '../network/http';
import { showPick } from '../platform/prompts';
import { tryOnce } from './tryCredentials';

interface SettingsDiagnostic {
  sentence: string;
  setting: string;
  /** The settings that contain the problem. In a workspace of several folders, each folder has its own settings. */
  place: 'user' | 'workspace' | vscode.WorkspaceFolder;
  /** The fix that the extension offers besides opening the setting. */
  fix?: 'moveSecrets';
}

interface SettingsSource {
  applications: ApplicationStore;
  /** Receives the ClientSecrets that are moved out of the settings. */
  tokens: TokensByApplication;
  http: Http;
}

/**
 * Shows problems of the settings while they exist: above the tree or in its welcome text, and as an icon in the view
 * title. Also shows a notification when they change.
 */
export function showSettingsProblems(
  settings: SettingsSource,
  view: Pick<vscode.TreeView<unknown>, 'message'>,
): vscode.Disposable {
  const { applications } = settings;
  let lastShown = '';
  // An open notification cannot be closed or updated. So at most two are open: the problems, and that they changed.
  let openCount = 0;
  const showChange = async (problems: readonly SettingsDiagnostic[]) => {
    if (openCount === 2) return;
    openCount += 1;
    try {
      await (openCount === 1 ? showProblems(settings, problems) : showOthers(settings));
    } finally {
      openCount -= 1;
    }
  };
  const update = () => {
    const problems = problemsOf(settings);
    const isEmpty = applications.list().applications.length === 0;
    const nothingValid = isEmpty && applications.list().problems.length > 0;
    void vscode.commands.executeCommand('setContext', 'hydrogen.settings.nothingValid', nothingValid);
    void vscode.commands.executeCommand('setContext', 'hydrogen.settings.wrong', problems.length > 0);
    // A message hides the welcome text of an empty view; the welcome text shows the problem instead.
    setViewMessage(view, isEmpty ? '' : summary(problems));
    const all = problems.map(({ sentence }) => sentence).join('\n');
    if (all === lastShown) return;
    lastShown = all;
    if (all !== '') void showChange(problems);
  };
  update();
  return vscode.Disposable.from(
    applications.onDidChange(update),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('hydrogen')) update();
    }),
  );
}

/** Shows the problems to users who missed the notification. Choosing one fixes it or opens the setting. */
export async function showSettingsProblemsAgain(settings: SettingsSource): Promise<void> {
  const problems = problemsOf(settings);
  if (problems.length === 1) await showProblems(settings, problems);
  if (problems.length > 1) await pickProblem(settings, problems);
}

async function showProblems(settings: SettingsSource, problems: readonly SettingsDiagnostic[]): Promise<void> {
  const showAll = vscode.l10n.t('Show Problems');
  const open = vscode.l10n.t('Open Settings');
  const move = vscode.l10n.t('Move to the Secret Storage');
  const buttons = [
    ...(problems.length > 1 ? [showAll] : []),
    ...(problems.some(({ fix }) => fix === 'moveSecrets') ? [move] : []),
    open,
  ];
  const chosen = await showMessage('warning', summary(problems), ...buttons);
  // The settings may have changed while the notification was open.
  const problemsNow = problemsOf(settings);
  const first = problemsNow[0] ?? problems[0];
  if (chosen === showAll) await pickProblem(settings, problemsNow);
  if (chosen === move) await moveSecrets(settings);
  if (chosen === open && first !== undefined) await openSetting(first);
}

/** Reports that the problems have changed since an earlier notification, which is still open. */
async function showOthers(settings: SettingsSource): Promise<void> {
  const showAll = vscode.l10n.t('Show Problems');
  const text = vscode.l10n.t('There are other problems in your settings now.');
  if ((await showMessage('warning', text, showAll)) === showAll) await pickProblem(settings, problemsOf(settings));
}

/** Returns the number of problems and the first one: a notification cannot show several lines. */
function summary([first, ...others]: readonly SettingsDiagnostic[]): string {
  if (first === undefined) return '';
  if (others.length === 0) return first.sentence;
  return vscode.l10n.t('{0} problems in your settings. {1}', others.length + 1, first.sentence);
}

async function pickProblem(settings: SettingsSource, problems: readonly SettingsDiagnostic[]): Promise<void> {
  const items = problems.map(problem => ({
    label: problem.sentence,
    description: placeName(problem.place),
    ...(problem.fix === undefined ? {} : { detail: vscode.l10n.t('Move to the Secret Storage') }),
    iconPath: new vscode.ThemeIcon('warning'),
    problem,
  }));
  const title = vscode.l10n.t('Problems in the Settings');
  const placeHolder = vscode.l10n.t('Choose one to open the settings');
  const chosen = await unlessCancelled(showPick(items, { title, placeHolder }));
  if (chosen?.problem.fix === 'moveSecrets') await moveSecrets(settings);
  else if (chosen !== undefined) await openSetting(chosen.problem);
}

function placeName(place: SettingsDiagnostic['place']): string {
  if (place === 'user') return vscode.l10n.t('User');
  return place === 'workspace' ? vscode.l10n.t('Workspace') : plainText(place.name, 60);
}

async function openSetting({ setting, place }: SettingsDiagnostic): Promise<void> {
  const { executeCommand } = vscode.commands;
  const revealSetting = { key: setting };
  if (place === 'user') await executeCommand('workbench.action.openSettingsJson', { revealSetting });
  else if (place === 'workspace') await executeCommand('workbench.action.openWorkspaceSettingsFile', { revealSetting });
  else await vscode.window.showTextDocument(vscode.Uri.joinPath(place.uri, '.vscode', 'settings.json'));
}

/** Moves every ClientSecret to the secret storage, then removes it from the settings. Tries all. */
async function moveSecrets(settings: SettingsSource): Promise<void> {
  const failures = new Set<string>();
  let wasCancelled = false;
  for (const { application, clientSecret } of settings.applications.writtenSecrets()) {
    try {
      await moveSecret(settings, application, clientSecret);
    } catch (error) {
      if (isCancelled(error)) wasCancelled = true;
      else failures.add(errorMessage(error).text);
    }
  }
  if (failures.size > 0) void showMessage('error', joinSentences([...failures]));
  else if (!wasCancelled && settings.applications.writtenSecrets().length === 0)
    showStatus(vscode.l10n.t('The settings no longer contain a ClientSecret'));
}

async function moveSecret(
  { applications, tokens, http }: SettingsSource,
  application: Application,
  clientSecret: Secret,
): Promise<void> {
  const { name, authUrl, clientId } = application;
  const credentials = tokens.of(application);
  const stored = await credentials.clientSecret();
  // Either may be outdated, so another one replaces the stored one only if the service accepts it.
  const isOther = stored !== undefined && !stored.equals(clientSecret);
  const title = vscode.l10n.t('Trying the credentials of {0}…', name);
  const obtained = isOther
    ? await withProgress(title, signal => tryOnce({ authUrl, clientId, clientSecret }, http, signal)).catch(
        (error: unknown) => {
          throw error instanceof AuthError ? refusedInSettings(name) : error;
        },
      )
    : undefined;
  await credentials.keep(clientSecret, obtained);
  await applications.removeWrittenSecret(application, clientSecret);
}

function refusedInSettings(name: string): UiError {
  return new UiError(
    vscode.l10n.t(
      'The service refused the ClientSecret in the settings of {0}, so the stored one is kept. Remove the refused one from the settings.',
      plainText(name, 60),
    ),
  );
}

function problemsOf({ applications }: SettingsSource): SettingsDiagnostic[] {
  const settings = vscode.workspace.getConfiguration();
  // With one folder, its settings are those of the workspace.
  const folders = vscode.workspace.workspaceFile === undefined ? [] : (vscode.workspace.workspaceFolders ?? []);
  return [
    ...applications.list().problems.map(entryProblem),
    ...otherSettingProblems(name => settings.inspect(name)?.globalValue).map(problem =>
      settingProblem(problem, 'user'),
    ),
    ...otherSettingProblems(name => settings.inspect(name)?.workspaceValue).map(problem =>
      settingProblem(problem, 'workspace'),
    ),
    ...folders.flatMap(folder => {
      const configuration = vscode.workspace.getConfiguration(undefined, folder);
      return otherSettingProblems(name => configuration.inspect(name)?.workspaceFolderValue).map(problem =>
        settingProblem(problem, folder),
      );
    }),
  ];
}

function settingProblem(
  { name, field, reason, instead }: SettingProblem,
  place: SettingsDiagnostic['place'],
): SettingsDiagnostic {
  const subject = field === '' ? vscode.l10n.t('the value') : plainText(field, 60);
  const sentence =
    instead === undefined
      ? vscode.l10n.t('The setting {0}: {1}.', name, fieldReason(subject, reason))
      : replacedValueText(name, instead);
  return { sentence, setting: name, place };
}

function replacedValueText(setting: string, instead: string): string {
  return setting === 'hydrogen.token.warnBefore'
    ? vscode.l10n.t('{0} must be a number of hours; “{1}” is used instead.', setting, instead)
    : vscode.l10n.t('Unknown value of {0}; “{1}” is used instead.', setting, instead);
}

function entryProblem(problem: EntryProblem): SettingsDiagnostic {
  const { index, label, field, kind } = problem;
  const setting = 'hydrogen.applications';
  const place = 'user';
  if (index < 0) return { setting, place, sentence: vscode.l10n.t('The setting hydrogen.applications is not a list.') };
  const entry = label === undefined ? `${index + 1}` : `${index + 1} “${plainText(label, 60)}”`;
  if (kind === 'secret') {
    const sentence = vscode.l10n.t(
      'Entry {0} of hydrogen.applications contains a ClientSecret, which every program can read there. It is not used.',
      entry,
    );
    return { setting, place, sentence, fix: 'moveSecrets' };
  }
  const isWhole = kind === 'duplicate' && field === 'clientId';
  const sentence = isWhole
    ? vscode.l10n.t('Entry {0} of hydrogen.applications repeats the ClientID of an earlier one.', entry)
    : vscode.l10n.t('Entry {0} of hydrogen.applications: {1}.', entry, entryReason(problem));
  return { setting, place, sentence };
}
