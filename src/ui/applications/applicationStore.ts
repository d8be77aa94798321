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

const section = 'hydrogen';
const setting = 'applications';

/** Holds the applications of the user settings, and those of the sandbox while it runs. */
export class ApplicationStore implements vscode.Disposable {
  readonly #forget: (before: Application, after: Application) => Promise<void>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #sandbox: readonly Application[] = [];
  /** Cached because every row of the tree reads it. */
  #list: ApplicationList | undefined;
  readonly onDidChange = this.#changed.event;

  /** @param forget deletes outdated credentials; called after an application is replaced, before `save` resolves */
  constructor(forget: (before: Application, after: Application) => Promise<void>) {
    this.#forget = forget;
    this.#subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(`${section}.${setting}`)) this.#invalidate();
    });
  }

  list(): ApplicationList {
    if (this.#list === undefined) {
      const { applications, problems } = parseApplications(readSetting());
      this.#list = { applications: [...this.#sandbox, ...applications], problems };
    }
    return this.#list;
  }

  /**
   * Checks that an application can be added, or that one can be changed to it. Another command may have added it
   * meanwhile.
   * @throws UiError if another application has its ClientID
   */
  requireFree(application: Application, original?: Application): void {
    const added = applicationKey(application);
    if (original && applicationKey(original) === added) return;
    const taken = parseApplications(readSetting()).applications.find(other => applicationKey(other) === added);
    if (taken !== undefined)
      throw new UiError(vscode.l10n.t('“{0}” already has this ClientID on this server.', plainText(taken.name, 60)));
  }

  /**
   * Adds an application, or changes one and deletes its credentials that no longer apply.
   * @param original the application before the change; other changes in the settings since then stay
   * @throws UiError if another application has its ClientID, the original is no longer in the settings, or they cannot
   * be written
   */
  async save(application: Application, original?: Application): Promise<void> {
    const key = original && applicationKey(original);
    this.requireFree(application, original);
    if (original === undefined) return writeSetting(withApplication(readSetting(), undefined, application));
    const now = this.list().applications.find(other => applicationKey(other) === key);
    if (now === undefined) {
      const name = plainText(original.name, 60);
      throw new UiError(vscode.l10n.t('{0} is no longer in the settings, so it was not saved.', name));
    }
    const changed = applyEdit(original, application, now);
    await writeSetting(withApplication(readSetting(), key, changed));
    await this.#forget(now, changed);
  }

  remove(application: Application): Promise<void> {
    return writeSetting(withApplication(readSetting(), applicationKey(application), undefined));
  }

  /** Returns the ClientSecrets in the settings; they should not be stored there. */
  writtenSecrets(): { application: Application; clientSecret: Secret }[] {
    return clientSecretsIn(readSetting());
  }

  /** Removes a ClientSecret from the settings. Keeps another one, which may have been typed meanwhile. */
  removeWrittenSecret(application: Application, clientSecret: Secret): Promise<void> {
    return writeSetting(withoutClientSecret(readSetting(), applicationKey(application), clientSecret));
  }

  showSandbox(applications: readonly Application[]): void {
    this.#sandbox = applications;
    this.#invalidate();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #invalidate(): void {
    this.#list = undefined;
    this.#changed.fire();
  }
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
