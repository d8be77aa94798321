import * as vscode from 'vscode';
import type { Secret } from '../../api/secret';
import { applicationKey } from '../../applications/application';
import type { Selection } from '../../applications/selection';
import type { ApplicationStore } from '../applications/applicationStore';
import type { SelectionStore } from '../applications/selectionStore';
import { targetName } from '../nodes/environmentName';

/** The default destination for requests of a run. */
export interface RunTarget {
  selection: Selection;
  /** Returns secrets that need no user: those of the sandbox, as on the command line. */
  secret: (name: string) => Secret | undefined;
}

type RunTests = (
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
  target: () => Promise<RunTarget>,
) => Promise<void>;

/**
 * Registers a run profile for the sandbox and for each environment. The selected environment is the default. If
 * production or nothing is selected, the sandbox is the default: production is never chosen implicitly.
 */
export function registerCheckTargets({
  controller,
  applications,
  selection,
  sandboxProfile,
  run,
}: {
  controller: vscode.TestController;
  applications: ApplicationStore;
  selection: SelectionStore;
  sandboxProfile: vscode.TestRunProfile;
  run: RunTests;
}): vscode.Disposable {
  const profiles = new Map<string, vscode.TestRunProfile>();
  let usual: string | undefined;
  const all = () =>
    applications
      .list()
      .applications.filter(({ sandbox }) => sandbox === undefined)
      .flatMap(application =>
        [...application.environments, undefined].map(environment => ({ application, environment })),
      );
  const create = (key: string, { application, environment }: Selection) => {
    const label = targetName({ application, environment });
    // The settings may have changed; a removed environment has no profile.
    const target = () => {
      const now = all().find(one => keyOf(one) === key);
      return now
        ? Promise.resolve({ selection: now, secret: () => undefined })
        : Promise.reject(new vscode.CancellationError());
    };
    const isTest = environment !== undefined;
    const handler = (request: vscode.TestRunRequest, token: vscode.CancellationToken) => run(request, token, target);
    return controller.createRunProfile(label, vscode.TestRunProfileKind.Run, handler, key === usual, undefined, isTest);
  };
  const follow = () => {
    const selected = selection.current();
    const isTest = selected?.environment !== undefined && selected.application.sandbox === undefined;
    const next = isTest ? keyOf(selected) : undefined;
    if (next === usual) return;
    const profileOf = (key: string | undefined) => (key === undefined ? sandboxProfile : profiles.get(key));
    const [before, after] = [profileOf(usual), profileOf(next)];
    usual = next;
    if (before !== undefined) before.isDefault = false;
    if (after !== undefined) after.isDefault = true;
  };
  const update = () => {
    const targets = new Map(all().map(one => [keyOf(one), one]));
    for (const [key, profile] of profiles) {
      if (targets.has(key)) continue;
      profile.dispose();
      profiles.delete(key);
    }
    for (const [key, target] of targets) if (!profiles.has(key)) profiles.set(key, create(key, target));
    follow();
  };
  update();
  return vscode.Disposable.from(applications.onDidChange(update), selection.onDidChange(follow), {
    dispose: () => profiles.forEach(profile => profile.dispose()),
  });
}

/** Includes the names because a profile shows them. */
function keyOf({ application, environment }: Selection): string {
  return JSON.stringify([applicationKey(application), application.name, environment?.envId, environment?.name]);
}
