import * as vscode from 'vscode';
import type { Secret } from '../../api/secret';
import { applicationKey, type Application } from '../../applications/application';
import {
  clientSecretsIn,
  parseApplications,
  withApplication,
  withoutClientSecret,
  type ApplicationList,
} from '../../applications/applicationList';
import { applyEdit } from '../../applications/applyEdit';
import { plainText } from '../messages/plainText';
import { UiError } from '../messages/uiError';

/** Holds the applications of the user settings, and those of the sandbox while it runs. */
export interface ApplicationStore extends vscode.Disposable {
  list(): ApplicationList;
  /**
   * Checks that an application can be added, or that one can be changed to it. Another command may have added it
   * meanwhile.
   * @throws UiError if another application has its ClientID
   */
  requireFree(application: Application, original?: Application): void;
  /**
   * Adds an application, or changes one and deletes its credentials that no longer apply.
   * @param original the application before the change; other changes in the settings since then stay
   * @throws UiError if another application has its ClientID, the original is no longer in the settings, or they cannot
   * be written
   */
  save(application: Application, original?: Application): Promise<void>;
  remove(application: Application): Promise<void>;
  /** Returns the ClientSecrets in the settings; they should not be stored there. */
  writtenSecrets(): { application: Application; clientSecret: Secret }[];
  /** Removes a ClientSecret from the settings. Keeps another one, which may have been typed meanwhile. */
  removeWrittenSecret(application: Application, clientSecret: Secret): Promise<void>;
  showSandbox(applications: readonly Application[]): void;
  readonly onDidChange: vscode.Event<void>;
}

const section = 'hydrogen';
const setting = 'applications';

/** @param forget deletes outdated credentials; called after an application is replaced, before `save` resolves */
export function createApplicationStore(
  forget: (before: Application, after: Application) => Promise<void>,
): ApplicationStore {
  const changed = new vscode.EventEmitter<void>();
  let sandbox: readonly Application[] = [];
  // Cached because every row of the tree reads it.
  let list: ApplicationList | undefined;
  const invalidate = () => {
    list = undefined;
    changed.fire();
  };
  const subscription = vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`${section}.${setting}`)) invalidate();
  });
  const current = () => {
    if (list === undefined) {
      const { applications, problems } = parseApplications(readSetting());
      list = { applications: [...sandbox, ...applications], problems };
    }
    return list;
  };
  return {
    list: current,
    requireFree,
    async save(application, original) {
      const key = original && applicationKey(original);
      requireFree(application, original);
      if (original === undefined) return writeSetting(withApplication(readSetting(), undefined, application));
      const now = current().applications.find(other => applicationKey(other) === key);
      if (now === undefined) {
        const name = plainText(original.name, 60);
        throw new UiError(vscode.l10n.t('{0} is no longer in the settings, so it was not saved.', name));
      }
      const changed = applyEdit(original, application, now);
      await writeSetting(withApplication(readSetting(), key, changed));
      await forget(now, changed);
    },
    remove: application => writeSetting(withApplication(readSetting(), applicationKey(application), undefined)),
    writtenSecrets: () => clientSecretsIn(readSetting()),
    removeWrittenSecret: (application, clientSecret) =>
      writeSetting(withoutClientSecret(readSetting(), applicationKey(application), clientSecret)),
    showSandbox(applications) {
      sandbox = applications;
      invalidate();
    },
    onDidChange: changed.event,
    dispose() {
      subscription.dispose();
      changed.dispose();
    },
  };
}

/** Reads only user settings: a workspace must not be able to send credentials elsewhere. */
function readSetting(): unknown {
  return vscode.workspace.getConfiguration(section).inspect(setting)?.globalValue;
}

async function writeSetting(value: unknown[]): Promise<void> {
  try {
    await vscode.workspace.getConfiguration(section).update(setting, value, vscode.ConfigurationTarget.Global);
  } catch (error) {
    // VS Code names the reason, for example a settings.json that is not JSON.
    const reason = plainText(error instanceof Error ? error.message : String(error));
    throw new UiError(vscode.l10n.t('The user settings could not be written: {0}', reason), ['tryAgain']);
  }
}

/** @throws UiError if the settings have another application with the key of this one */
function requireFree(application: Application, original?: Application): void {
  const added = applicationKey(application);
  if (original && applicationKey(original) === added) return;
  const taken = parseApplications(readSetting()).applications.find(other => applicationKey(other) === added);
  if (taken !== undefined)
    throw new UiError(vscode.l10n.t('“{0}” already has this ClientID on this server.', plainText(taken.name, 60)));
}
