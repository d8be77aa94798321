import * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';
import { timeLeft, type TimeLeft } from '../../auth/timeLeft';
import type { TokenSet } from '../../auth/tokenSet';
import type { KeptUserSession } from '../../auth/userSession';
import { environmentName } from '../nodes/environmentName';
import { createStatusItem, type StatusText } from '../platform/dialogs';
import { plainText } from '../platform/plainText';
import type { SelectionStore } from '../applications/selectionStore';
import { leftText } from '../platform/timeText';
import type { Tokens } from './tokens';
import { warningTime } from './tokenWarning';
import { userName } from '../users/userName';
import { realmOf, type Users } from '../users/userSessions';

const day = 24 * 3600_000;
const longestTimer = day;

/** Application · environment · time left of the selected application's access token. */
export function createStatusBar(
  selection: SelectionStore,
  tokens: Tokens,
  users: Users,
  changed: vscode.Event<void>,
): vscode.Disposable {
  const item = createStatusItem('hydrogen.status', 50, 'Hydrogen', 'hydrogen.status.showMenu');
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;

  const show = async () => {
    const turn = ++latest;
    clearTimeout(timer);
    const current = selection.current();
    if (current === undefined) {
      item.hide();
      return;
    }
    const [tokenSet, user] = await Promise.all([
      tokens.of(current.application).read(),
      users.of(current.application).read(realmOf(current)),
    ]);
    if (turn !== latest) return;
    const left = tokenSet === undefined ? undefined : timeLeft(tokenSet.expiresAt, Date.now());
    const text = statusText(current, tokenSet, left, tokens.isRefused(current.application));
    item.show({ ...text, tooltip: tooltip(current, tokenSet, left, user) });
    if (left?.nextChangeAt !== undefined) {
      // A timer that spans a sleep or a clock change may fire late; a day is the longest anything stays wrong.
      timer = setTimeout(update, Math.min(Math.max(left.nextChangeAt - Date.now(), 0) + 50, longestTimer));
    }
  };
  const update = () => {
    show().catch(() => {
      const tooltip = vscode.l10n.t('The secret storage of VS Code could not be read.');
      item.show({ text: 'Hydrogen', icon: 'warning', label: tooltip, tooltip });
    });
  };

  const subscriptions = [
    selection.onDidChange(update),
    tokens.onDidChange(update),
    tokens.onDidReport(update),
    users.onDidChange(update),
    changed(update),
    vscode.window.onDidChangeWindowState(update),
  ];
  update();
  return vscode.Disposable.from(...subscriptions, item, { dispose: () => clearTimeout(timer) });
}

function statusText(
  current: Selection,
  tokenSet: TokenSet | undefined,
  left: TimeLeft | undefined,
  refused: boolean,
): Omit<StatusText, 'tooltip'> {
  const application = plainText(current.application.name, 40);
  const environment = plainText(environmentName(current.environment), 30);
  const short = refused ? vscode.l10n.t('refused') : leftText(left);
  const level = refused ? 'error' : levelOf(tokenSet, left);
  const icon = current.application.sandbox === undefined ? 'key' : 'beaker';
  return {
    text: `${application} · ${environment} · ${short}`,
    icon: level === 'calm' ? icon : level,
    background: level === 'calm' ? undefined : new vscode.ThemeColor(`statusBarItem.${level}Background`),
    label: vscode.l10n.t(
      'Hydrogen: application {0}, environment {1}, access token: {2}',
      application,
      environment,
      short,
    ),
  };
}

/** Calm, then a warning from the time of `hydrogen.token.warnBefore`, then an error. */
function levelOf(tokenSet: TokenSet | undefined, left: TimeLeft | undefined): 'calm' | 'warning' | 'error' {
  if (tokenSet === undefined || left?.unit === 'unknown') return 'calm';
  if (left?.unit === 'expired') return 'error';
  return tokenSet.expiresAt !== undefined && tokenSet.expiresAt - Date.now() < (warningTime() || day)
    ? 'warning'
    : 'calm';
}

function tooltip(
  current: Selection,
  tokenSet: TokenSet | undefined,
  left: TimeLeft | undefined,
  user: KeptUserSession | undefined,
): vscode.MarkdownString {
  const text = new vscode.MarkdownString(undefined, true);
  text.isTrusted = {
    enabledCommands: [
      'hydrogen.application.authorize',
      'hydrogen.application.refreshToken',
      'hydrogen.application.verifyToken',
      'hydrogen.application.select',
      'hydrogen.environment.select',
    ],
  };
  text.appendText(`${plainText(current.application.name)} · ${plainText(environmentName(current.environment))}\n`);
  text.appendText(`${current.application.authUrl}\n`);
  text.appendMarkdown(`${explanation(tokenSet, left)}\n\n`);
  if (user !== undefined) text.appendText(`${userLine(user)}\n`);
  const link = (label: string, command: string) => `[${label}](command:${command})`;
  const links =
    tokenSet === undefined
      ? [link(vscode.l10n.t('Authorize'), 'hydrogen.application.authorize')]
      : [
          link(vscode.l10n.t('Refresh Token'), 'hydrogen.application.refreshToken'),
          link(vscode.l10n.t('Verify Token'), 'hydrogen.application.verifyToken'),
        ];
  links.push(
    link(vscode.l10n.t('Select Application'), 'hydrogen.application.select'),
    link(vscode.l10n.t('Select Environment'), 'hydrogen.environment.select'),
  );
  text.appendMarkdown(links.join(' · '));
  return text;
}

function explanation(tokenSet: TokenSet | undefined, left: TimeLeft | undefined): string {
  if (tokenSet === undefined) return vscode.l10n.t('There is no access token for the Open API yet.');
  if (tokenSet.expiresAt === undefined) return vscode.l10n.t('The service did not say when the access token ends.');
  const moment = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'full', timeStyle: 'medium' }).format(
    tokenSet.expiresAt,
  );
  return left?.unit === 'expired'
    ? vscode.l10n.t('The access token ended on {0}. The next call renews it.', moment)
    : vscode.l10n.t('The access token ends on {0}. It is renewed when it is needed.', moment);
}

function userLine(user: KeptUserSession): string {
  const name = plainText(userName(user), 60);
  if (user.expiresAt === undefined) return vscode.l10n.t('User {0}', name);
  return vscode.l10n.t('User {0}: {1}', name, leftText(timeLeft(user.expiresAt, Date.now())));
}
