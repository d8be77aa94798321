import * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';
import type { TokenSet } from '../../auth/tokenSet';
import type { ApplicationStore } from '../applications/applicationStore';
import type { SelectionStore } from '../applications/selectionStore';
import { userText, realmOf, type Users } from '../users/userSessions';
import { keepStatus } from './cachedStatus';
import type { Status, StatusLine } from './statusLine';
import type { Tokens } from './tokens';

/** The sandbox. After a reload, it lists its applications only when it runs again. Its tokens expire by its clock. */
interface SandboxClock {
  restored(): Promise<void>;
  /** Milliseconds ahead of this machine's clock. */
  readonly clockOffset: number;
  readonly onDidMoveClock: vscode.Event<void>;
}

interface StatusBarServices {
  /** Stores the status for the next session of this window. */
  state: vscode.Memento;
  selection: SelectionStore;
  tokens: Tokens;
  users: Users;
  applications: Pick<ApplicationStore, 'list' | 'onDidChange'>;
  sandbox: SandboxClock;
}

/** Updates the status line after every change. */
export function createStatusBar(
  line: StatusLine,
  { state, selection, tokens, users, applications, sandbox }: StatusBarServices,
): vscode.Disposable {
  let latest = 0;
  const draw = async () => {
    const turn = ++latest;
    // The selected application may belong to the sandbox, which lists it only after its restart.
    await sandbox.restored();
    const current = selection.current();
    if (turn !== latest) return;
    if (current === undefined) {
      if (applications.list().applications.length > 0) line.drawUnselected();
      else line.hide();
      keepStatus(state, undefined);
      return;
    }
    const [tokenSet, isRefused, user] = await Promise.all([
      tokens.of(current.application).read(),
      tokens.isClientSecretRefused(current.application),
      users.of(current.application).read(realmOf(current)),
    ]);
    if (turn !== latest) return;
    const ahead = current.application.sandbox === undefined ? 0 : sandbox.clockOffset;
    const status = tokenStatus(current, tokenSet, ahead, isRefused);
    line.draw(status, user === undefined ? undefined : { text: userText(user), expiresAt: user.expiresAt });
    // Session-only tokens end with the window, so the next session must not show them.
    const { token: _, ...withoutToken } = status;
    keepStatus(state, current.application.sessionOnly === true ? withoutToken : status);
  };
  const update = () => {
    draw().catch(() => line.showFailure());
  };
  const subscriptions = [
    selection.onDidChange(update),
    tokens.onDidChange(update),
    tokens.onDidReport(update),
    users.onDidChange(update),
    applications.onDidChange(update),
    sandbox.onDidMoveClock(update),
  ];
  update();
  return vscode.Disposable.from(...subscriptions);
}

/** @param ahead milliseconds by which the sandbox clock is ahead of this machine's; 0 for other applications */
function tokenStatus(
  { application, environment }: Selection,
  tokens: TokenSet | undefined,
  ahead: number,
  refused: boolean,
): Status {
  const { name, clientId, authUrl, sandbox } = application;
  return {
    application: name,
    clientId,
    authUrl,
    environment: environment?.name,
    sandbox: sandbox !== undefined,
    token: tokens && { expiresAt: tokens.expiresAt === undefined ? undefined : tokens.expiresAt - ahead },
    refused,
  };
}
