import * as vscode from 'vscode';
import type { Secret } from '../../api/secret';
import { applicationKey } from '../../applications/application';
import type { Selection } from '../../applications/selection';
import type { TargetServices } from '../applications/commandTarget';
import { targetName } from '../nodes/environmentName';

/** The target of a run. A request may override it. */
export interface CheckTarget {
  selection: Selection;
  /**
   * Returns a secret of the sandbox, which is used without asking, as on the command line; `undefined` for any other
   * secret.
   */
  secret: (name: string) => Secret | undefined;
}

type RunTests = (
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
  target: () => Promise<CheckTarget>,
) => Promise<void>;

interface CheckTargetServices extends TargetServices {
  controller: vscode.TestController;
  sandboxProfile: vscode.TestRunProfile;
  run: RunTests;
}

/**
 * Manages the run profiles: one for the sandbox and one for each environment. The profile of the selected environment
 * is the default. If production or nothing is selected, the sandbox is the default: production is never chosen
 * implicitly.
 */
export class CheckTargets implements vscode.Disposable {
  readonly #services: CheckTargetServices;
  readonly #profiles = new Map<string, vscode.TestRunProfile>();
  readonly #subscriptions: vscode.Disposable;
  #default: string | undefined;

  constructor(services: CheckTargetServices) {
    this.#services = services;
    const { applications, selection } = services;
    this.#update();
    this.#subscriptions = vscode.Disposable.from(
      applications.onDidChange(() => this.#update()),
      selection.onDidChange(() => this.#followSelection()),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#profiles.forEach(profile => profile.dispose());
  }

  #all(): Map<string, Selection> {
    const applications = this.#services.applications.list().applications.filter(({ sandbox }) => sandbox === undefined);
    const targets = applications.flatMap(application =>
      [...application.environments, undefined].map(environment => ({ application, environment })),
    );
    return new Map(targets.map(target => [keyOf(target), target]));
  }

  #create(key: string, selection: Selection): vscode.TestRunProfile {
    const { controller, run } = this.#services;
    // The settings may have changed since the profile was created. If the environment was removed, the run is
    // cancelled.
    const target = async () => {
      const now = this.#all().get(key);
      if (now === undefined) throw new vscode.CancellationError();
      return { selection: now, secret: () => undefined };
    };
    const isTest = selection.environment !== undefined;
    const handler = (request: vscode.TestRunRequest, token: vscode.CancellationToken) => run(request, token, target);
    const isDefault = key === this.#default;
    const { Run } = vscode.TestRunProfileKind;
    return controller.createRunProfile(targetName(selection), Run, handler, isDefault, undefined, isTest);
  }

  #followSelection(): void {
    const selected = this.#services.selection.current();
    const isTest = selected?.environment !== undefined && selected.application.sandbox === undefined;
    const next = isTest ? keyOf(selected) : undefined;
    if (next === this.#default) return;
    const [before, after] = [this.#profile(this.#default), this.#profile(next)];
    this.#default = next;
    if (before !== undefined) before.isDefault = false;
    if (after !== undefined) after.isDefault = true;
  }

  #profile(key: string | undefined): vscode.TestRunProfile | undefined {
    return key === undefined ? this.#services.sandboxProfile : this.#profiles.get(key);
  }

  #update(): void {
    const targets = this.#all();
    for (const [key, profile] of this.#profiles) {
      if (targets.has(key)) continue;
      profile.dispose();
      this.#profiles.delete(key);
    }
    for (const [key, target] of targets)
      if (!this.#profiles.has(key)) this.#profiles.set(key, this.#create(key, target));
    this.#followSelection();
  }
}

/** Includes the names, so that a renamed application or environment gets a new profile with the new label. */
function keyOf({ application, environment }: Selection): string {
  return JSON.stringify([applicationKey(application), application.name, environment?.envId, environment?.name]);
}
