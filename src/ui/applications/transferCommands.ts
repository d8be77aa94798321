import * as vscode from 'vscode';
import { joinSentences } from '../../api/messages/template';
import { applicationKey, type Application } from '../../applications/application';
import { exportText, planImport, type ApplicationImport } from '../../applications/transfer';
import type { ApplicationStore } from './applicationStore';
import { noApplication, type CommandServices } from './commandTarget';
import { errorMessage } from '../messages/messages';
import { plainText } from '../messages/plainText';
import { isLocated } from './environmentTarget';
import { chosenRows, givenUri, type CommandArgument } from '../platform/commandArgument';
import { importFailure, importText } from './importText';
import { proposedFile, showStatus } from '../platform/dialogs';
import { UiError } from '../messages/uiError';
import { fileToWrite, readTextFile } from '../platform/chosenFile';
import { askWithText, type ReadonlyTexts } from '../platform/readonlyTexts';
import { showOpen, showPick, showPickMany } from '../platform/prompts';
import { writeUserFile } from '../platform/writeUserFile';

export function registerTransferCommands(services: CommandServices & { texts: ReadonlyTexts }): vscode.Disposable[] {
  const { commands, applications, texts } = services;
  return [
    // From the view title VS Code passes the focused row, which this command must ignore.
    commands.register('hydrogen.applications.export', argument =>
      exportApplications(applications, isLocated(argument) ? undefined : argument),
    ),
    commands.register('hydrogen.application.export', (argument, selected) =>
      exportApplications(applications, argument, selected),
    ),
    commands.register('hydrogen.applications.import', argument => importApplications(applications, texts, argument)),
  ];
}

const filters = () => ({ [vscode.l10n.t('Applications')]: ['json'] });

async function exportApplications(
  applications: ApplicationStore,
  argument: CommandArgument,
  selected?: unknown,
): Promise<void> {
  const ownApplications = applications.list().applications.filter(({ sandbox }) => sandbox === undefined);
  if (ownApplications.length === 0) throw noApplication(applications);
  const given = givenUri(argument);
  const text = exportText(
    given === undefined ? await chooseApplications(ownApplications, argument, selected) : ownApplications,
  );
  const title = vscode.l10n.t('Export Applications');
  if (given === undefined && (await chooseDestination(title)) === 'clipboard') {
    await vscode.env.clipboard.writeText(text);
    showStatus(vscode.l10n.t('Applications copied, without secrets'));
    return;
  }
  const options = { title, filters: filters(), defaultUri: proposedFile('hydrogen-applications.json') };
  const uri = await fileToWrite('hydrogen.applications.export', argument, given, options);
  await writeUserFile(uri, file => file.appendFile(text));
  showStatus(vscode.l10n.t('Applications exported, without secrets'));
}

async function importApplications(
  applications: ApplicationStore,
  texts: ReadonlyTexts,
  argument: CommandArgument,
): Promise<void> {
  const title = vscode.l10n.t('Import Applications');
  const plan = planOf(await textToImport(title, givenUri(argument)), applications);
  const changes = plan.added.length + plan.updated.length;
  const button = vscode.l10n.t('Import');
  const question =
    changes === 0
      ? vscode.l10n.t('There is nothing to import.')
      : vscode.l10n.t('Import applications: {0} new, {1} changed?', plan.added.length, plan.updated.length);
  const buttons = changes === 0 ? [] : [button];
  await askWithText(texts, { severity: 'information', question, buttons }, importText(plan));
  const failures = new Set<string>();
  // A failure of one application must not stop the others.
  const saved = async (application: Application, before?: Application): Promise<number> => {
    try {
      await applications.save(application, before);
      return 1;
    } catch (error) {
      failures.add(errorMessage(error).text);
      return 0;
    }
  };
  let [added, updated] = [0, 0];
  for (const application of plan.added) added += await saved(application);
  for (const { application, before } of plan.updated) updated += await saved(application, before);
  const summary = vscode.l10n.t('Imported: {0} new, {1} changed', added, updated);
  if (failures.size > 0) throw new UiError(joinSentences([vscode.l10n.t('{0}.', summary), ...failures]));
  showStatus(summary);
}

function planOf(text: string, applications: ApplicationStore): ApplicationImport {
  const ownApplications = applications.list().applications.filter(({ sandbox }) => sandbox === undefined);
  try {
    return planImport(text, ownApplications, vscode.workspace.getConfiguration('hydrogen').get('guard'));
  } catch (error) {
    throw importFailure(error);
  }
}

const largest = 5 * 1024 * 1024;

async function textToImport(title: string, given: vscode.Uri | undefined): Promise<string> {
  if (given === undefined && (await chooseDestination(title)) === 'clipboard') return vscode.env.clipboard.readText();
  const uri = given ?? (await showOpen({ title, filters: filters() }));
  const text = await readTextFile(uri, largest);
  if (text === undefined) throw new UiError(vscode.l10n.t('{0} is too large to be an export.', uri.path));
  return text;
}

/** Returns the applications of the rows, or picked ones. Does not ask if there is only one. */
async function chooseApplications(
  ownApplications: readonly Application[],
  argument: CommandArgument,
  selected: unknown,
): Promise<readonly Application[]> {
  if (isLocated(argument)) {
    const rows = chosenRows(argument, selected).filter(isLocated);
    const keys = rows.map(({ application }) => applicationKey(application));
    return ownApplications.filter(application => keys.includes(applicationKey(application)));
  }
  if (ownApplications.length === 1) return ownApplications;
  const items = ownApplications.map(application => ({
    label: plainText(application.name),
    description: application.clientId,
    picked: true,
    application,
  }));
  const title = vscode.l10n.t('Export Applications');
  const placeHolder = vscode.l10n.t('Secrets and tokens are never exported');
  const chosen = await showPickMany(items, { title, placeHolder });
  if (chosen.length === 0) throw new vscode.CancellationError();
  return chosen.map(({ application }) => application);
}

async function chooseDestination(title: string): Promise<'file' | 'clipboard'> {
  const items = [
    { label: vscode.l10n.t('File…'), iconPath: new vscode.ThemeIcon('file'), destination: 'file' as const },
    { label: vscode.l10n.t('Clipboard'), iconPath: new vscode.ThemeIcon('clippy'), destination: 'clipboard' as const },
  ];
  const chosen = await showPick(items, { title, placeHolder: vscode.l10n.t('Choose a file or the clipboard') });
  return chosen.destination;
}
