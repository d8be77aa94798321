import * as vscode from 'vscode';
import { applicationKey, type Application } from '../../applications/application';
import { parseApplications, withApplication, type ApplicationList } from '../../applications/applicationList';

/** The applications of the user settings, and those of the sandbox while it runs. */
export interface ApplicationStore extends vscode.Disposable {
  list(): ApplicationList;
  /** Adds an application, or changes the one that `key` names. */
  save(application: Application, key?: string): Promise<void>;
  remove(application: Application): Promise<void>;
  showSandbox(applications: readonly Application[]): void;
  readonly onDidChange: vscode.Event<void>;
}

const section = 'hydrogen';
const setting = 'applications';

export function createApplicationStore(): ApplicationStore {
  const changed = new vscode.EventEmitter<void>();
  let sandbox: readonly Application[] = [];
  // Cached, because every row of the tree reads it.
  let list: ApplicationList | undefined;
  const readAnew = () => {
    list = undefined;
    changed.fire();
  };
  const subscription = vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`${section}.${setting}`)) readAnew();
  });
  const write = (value: unknown[]) =>
    Promise.resolve(
      vscode.workspace.getConfiguration(section).update(setting, value, vscode.ConfigurationTarget.Global),
    );
  return {
    list() {
      if (list === undefined) {
        const { applications, problems } = parseApplications(readSetting());
        list = { applications: [...sandbox, ...applications], problems };
      }
      return list;
    },
    save: (application, key) => write(withApplication(readSetting(), key, application)),
    remove: application => write(withApplication(readSetting(), applicationKey(application), undefined)),
    showSandbox(applications) {
      sandbox = applications;
      readAnew();
    },
    onDidChange: changed.event,
    dispose() {
      subscription.dispose();
      changed.dispose();
    },
  };
}

/** Only what the user wrote counts: a workspace must not be able to send credentials elsewhere. */
function readSetting(): unknown {
  return vscode.workspace.getConfiguration(section).inspect(setting)?.globalValue;
}
