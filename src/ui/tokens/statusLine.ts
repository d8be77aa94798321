import * as vscode from 'vscode';
import { timeLeft, type TimeLeft } from '../../auth/timeLeft';
import { createStatusItem, type StatusText } from '../platform/dialogs';
import type { NetworkSettings } from '../network/networkSettings';
import { plainText } from '../messages/plainText';
import { timeLeftText } from '../messages/timeText';
import { expiryText, type ExpiryMoment } from './expiryMoment';

/** The content of the status line. Contains no secret, so it can be stored and drawn before other code loads. */
export interface Status {
  application: string;
  clientId: string;
  authUrl: string;
  /** Name of a test environment; absent for production. */
  environment?: string | undefined;
  sandbox: boolean;
  /**
   * Absent without an access token. `expiresAt` is in Unix milliseconds; absent if the service did not state it.
   * `moment` is the formatted `expiresAt`, only in a stored status.
   */
  token?: { expiresAt?: number | undefined; moment?: ExpiryMoment | undefined } | undefined;
  /** True if the service refused ClientID and ClientSecret. */
  refused: boolean;
}

/** A signed-in user, shown in the tooltip as `text`. `expiresAt` is in Unix milliseconds. */
interface StatusUser {
  text: string;
  expiresAt: number | undefined;
}

const day = 24 * 3600_000;
const longestTimer = day;

/** The status bar item: application · environment · time left. Redraws itself as time passes. */
export class StatusLine implements vscode.Disposable {
  readonly #network: NetworkSettings;
  readonly #item = createStatusItem('hydrogen.status', 50, 'Hydrogen', 'hydrogen.status.showMenu');
  readonly #subscriptions: vscode.Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #redraw: (() => void) | undefined;

  constructor(network: NetworkSettings) {
    this.#network = network;
    this.#subscriptions = [
      vscode.window.onDidChangeWindowState(() => this.#redraw?.()),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (network.affectedBy(change)) this.#redraw?.();
      }),
    ];
  }

  draw(status: Status, user?: StatusUser): void {
    this.#end();
    this.#redraw = () => this.draw(status, user);
    const left = status.token === undefined ? undefined : timeLeft(status.token.expiresAt, Date.now());
    this.#item.show({
      ...statusText(status, left),
      tooltip: tooltip(status, left, { user, checksCertificates: this.#network.checksCertificates() }),
    });
    if (left?.nextChangeAt === undefined) return;
    // A timer may fire late after sleep or a clock change. The limit ends a wrong display after at most one day.
    this.#timer = setTimeout(this.#redraw, Math.min(Math.max(left.nextChangeAt - Date.now(), 0) + 50, longestTimer));
  }

  /** Shows that the selected application or environment no longer exists. */
  drawUnselected(): void {
    this.#end();
    const text = vscode.l10n.t('No application selected');
    const tooltip = vscode.l10n.t('The application or environment of this window is gone. Click to select one.');
    this.#item.show({
      text: `Hydrogen · ${text}`,
      icon: 'key',
      label: vscode.l10n.t('Hydrogen: no application is selected'),
      tooltip,
    });
  }

  hide(): void {
    this.#end();
    this.#item.hide();
  }

  /** Shows that the secret storage cannot be read. */
  showFailure(): void {
    this.#end();
    const tooltip = vscode.l10n.t('The secret storage of VS Code could not be read.');
    this.#item.show({ text: 'Hydrogen', icon: 'warning', label: tooltip, tooltip });
  }

  dispose(): void {
    this.#end();
    this.#subscriptions.forEach(subscription => void subscription.dispose());
    this.#item.dispose();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#redraw = undefined;
  }
}

function statusText(status: Status, left: TimeLeft | undefined): Omit<StatusText, 'tooltip'> {
  const application = plainText(status.application, 40);
  const environment = plainText(environmentText(status), 30);
  const short = status.refused ? vscode.l10n.t('refused') : timeLeftText(left);
  const level = levelOf(status, left);
  const icon = status.sandbox ? 'beaker' : 'key';
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

function environmentText({ environment }: Status): string {
  return environment ?? vscode.l10n.t('Production');
}

/** Returns 'error' if the token has expired or credentials were refused, 'warning' from `calmUntil` on, else 'calm'. */
function levelOf(status: Status, left: TimeLeft | undefined): 'calm' | 'warning' | 'error' {
  if (status.refused || left?.unit === 'expired') return 'error';
  return calmUntil(status) > Date.now() ? 'calm' : 'warning';
}

/**
 * Returns when the line turns from calm to a warning, in Unix milliseconds: `Infinity` for never, `-Infinity` for
 * refused credentials. If the setting is 0, the line still warns one day before the expiry.
 */
export function calmUntil({ token, refused }: Status): number {
  if (refused) return -Infinity;
  return token?.expiresAt === undefined ? Infinity : token.expiresAt - (warningTime() || day);
}

function tooltip(
  status: Status,
  left: TimeLeft | undefined,
  { user, checksCertificates }: { user: StatusUser | undefined; checksCertificates: boolean },
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
  text.appendText(`${plainText(status.application)} · ${plainText(environmentText(status))}\n`);
  text.appendText(`${plainText(status.authUrl)}\n`);
  text.appendMarkdown(`${explanation(status, left)}\n\n`);
  if (!checksCertificates) {
    const warning = vscode.l10n.t(
      'Server certificates are not checked, because http.proxyStrictSSL is off: anyone on the network path can read and change everything.',
    );
    text.appendMarkdown(`$(warning) ${warning}\n\n`);
  }
  if (user !== undefined) text.appendText(`${userLine(user)}\n`);
  const link = (label: string, command: string) => `[${label}](command:${command})`;
  const links =
    status.token === undefined
      ? [link(vscode.l10n.t('Authorize'), 'hydrogen.application.authorize')]
      : [
          link(vscode.l10n.t('Refresh Token'), 'hydrogen.application.refreshToken'),
          link(vscode.l10n.t('Verify Token'), 'hydrogen.application.verifyToken'),
        ];
  links.push(
    link(vscode.l10n.t('Select Application…'), 'hydrogen.application.select'),
    link(vscode.l10n.t('Select Environment…'), 'hydrogen.environment.select'),
  );
  text.appendMarkdown(links.join(' · '));
  return text;
}

function explanation({ token }: Status, left: TimeLeft | undefined): string {
  if (token === undefined) return vscode.l10n.t('There is no access token for the Open API yet.');
  if (token.expiresAt === undefined) return vscode.l10n.t('The service did not say when the access token expires.');
  const moment = expiryText(token.expiresAt, token.moment);
  return left?.unit === 'expired'
    ? vscode.l10n.t('The access token expired on {0}. The next call renews it.', moment)
    : vscode.l10n.t('The access token expires on {0}. It is renewed when it is needed.', moment);
}

function userLine({ text, expiresAt }: StatusUser): string {
  const shown = plainText(text, 60);
  if (expiresAt === undefined) return shown;
  return vscode.l10n.t('{0}: {1}', shown, timeLeftText(timeLeft(expiresAt, Date.now())));
}

const hour = 3600_000;
export const warningSetting = 'hydrogen.token.warnBefore';

/** Returns how many milliseconds before the expiry of a token the user is warned; 0 for no notification. */
export function warningTime(): number {
  const hours = vscode.workspace.getConfiguration().get<unknown>(warningSetting);
  return (typeof hours === 'number' && hours >= 0 ? hours : 24) * hour;
}
