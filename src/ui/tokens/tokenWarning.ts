import * as vscode from 'vscode';
import { applicationKey } from '../../applications/application';
import { isFirstToNotify } from '../../auth/notifyOnce';
import { timeLeft } from '../../auth/timeLeft';
import { warningMoment } from '../../auth/tokenSet';
import type { SelectionStore } from '../applications/selectionStore';
import { timeLeftText } from '../messages/timeText';
import type { Tokens } from './tokens';
import { showMessage } from '../platform/dialogs';
import { warningSetting, warningTime } from './statusLine';

/** Timers stop while the machine sleeps, so a longer wait would end after the token has expired. */
const longestTimer = 3600_000;

/** Warns once, in one window, that the token of the selected application is about to expire. */
export function warnBeforeEnd(selection: SelectionStore, tokens: Tokens, directory: string): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;
  const check = async () => {
    const turn = ++latest;
    clearTimeout(timer);
    const application = selection.current()?.application;
    const before = warningTime();
    if (application === undefined || application.sandbox !== undefined || before === 0) return;
    const token = await tokens.of(application).read();
    const expiresAt = token?.expiresAt;
    const moment = token && warningMoment(token, before);
    if (turn !== latest || expiresAt === undefined || moment === undefined) return;
    const wait = moment - Date.now();
    if (wait > 0) {
      timer = setTimeout(update, Math.min(wait, longestTimer));
      return;
    }
    if (expiresAt <= Date.now()) return;
    if (!(await isFirstToNotify(directory, applicationKey(application), String(expiresAt)))) return;
    await showWarning(application.name, application, expiresAt);
  };
  const update = () => {
    // The status bar already shows that the secret storage cannot be read.
    check().catch(() => undefined);
  };
  const subscriptions = [
    selection.onDidChange(update),
    tokens.onDidChange(update),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && update()),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(warningSetting)) update();
    }),
  ];
  update();
  return vscode.Disposable.from(...subscriptions, { dispose: () => clearTimeout(timer) });
}

async function showWarning(name: string, application: object, expiresAt: number): Promise<void> {
  const refresh = vscode.l10n.t('Refresh Now');
  const never = vscode.l10n.t('Don’t Show Again');
  const left = timeLeftText(timeLeft(expiresAt, Date.now()));
  const text = vscode.l10n.t('The access token of {0} expires in {1}.', name, left);
  const chosen = await showMessage('warning', text, refresh, never);
  if (chosen === refresh) await vscode.commands.executeCommand('hydrogen.application.refreshToken', { application });
  if (chosen === never) {
    await vscode.workspace.getConfiguration().update(warningSetting, 0, vscode.ConfigurationTarget.Global);
  }
}
