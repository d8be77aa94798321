import * as vscode from 'vscode';
import { expiryMoment } from './expiryMoment';
import { calmUntil, type Status, type StatusLine, warningSetting } from './statusLine';

const key = 'hydrogen.status';
const applicationsSetting = 'hydrogen.applications';
const longestTimer = 24 * 3600_000;

export function keepStatus(state: vscode.Memento, status: Status | undefined): void {
  const statusToStore = status && withMoment(status);
  if (JSON.stringify(state.get(key)) !== JSON.stringify(statusToStore)) void state.update(key, statusToStore);
}

function withMoment(status: Status): Status {
  const expiresAt = status.token?.expiresAt;
  return expiresAt === undefined ? status : { ...status, token: { expiresAt, moment: expiryMoment(expiresAt) } };
}

/**
 * Draws the status that the previous session of this window stored, while it needs no warning. Calls `load` if the
 * status needs a warning or may be wrong: the settings or credentials changed, or another window may have renewed the
 * token. The caller disposes of the result when it draws the status itself.
 */
export function showKeptStatus(
  line: StatusLine,
  { workspaceState, secrets }: Pick<vscode.ExtensionContext, 'workspaceState' | 'secrets'>,
  load: () => void,
): vscode.Disposable {
  const status = workspaceState.get<Status>(key);
  let timer: NodeJS.Timeout | undefined;
  const update = () => {
    clearTimeout(timer);
    if (status === undefined ? hasApplications() : !isInSettings(status)) {
      load();
      return;
    }
    if (status === undefined) return;
    const calm = calmUntil(status) - Date.now();
    if (calm <= 0) {
      load();
      return;
    }
    line.draw(status);
    // A timer that spans a sleep may fire late, so the check runs at least once a day.
    if (calm < Infinity) timer = setTimeout(update, Math.min(calm, longestTimer));
  };
  // The first command waits for `activate()`, so the status is drawn after it.
  timer = setTimeout(update);
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(applicationsSetting)) load();
      else if (event.affectsConfiguration(warningSetting)) update();
    }),
    // The keys of credentials contain the ClientID of their application.
    secrets.onDidChange(event => {
      if (status !== undefined && event.key.split('/').includes(encodeURIComponent(status.clientId))) load();
    }),
    { dispose: () => clearTimeout(timer) },
  );
}

function settings(): unknown {
  return vscode.workspace.getConfiguration().inspect(applicationsSetting)?.globalValue;
}

function hasApplications(): boolean {
  const value = settings();
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

/**
 * True if the settings still contain this application and environment under these names, and for the sandbox, which is
 * never in the settings.
 */
function isInSettings({ application, clientId, environment, sandbox }: Status): boolean {
  const has = (value: unknown, matches: (entry: Record<string, unknown>) => boolean) =>
    Array.isArray(value) && value.some(entry => typeof entry === 'object' && entry !== null && matches(entry as never));
  const isText = (value: unknown, text: string) => typeof value === 'string' && value.trim() === text;
  return (
    sandbox ||
    has(
      settings(),
      entry =>
        isText(entry['name'], application) &&
        isText(entry['clientId'], clientId) &&
        (environment === undefined || has(entry['environments'], ({ name }) => isText(name, environment))),
    )
  );
}
