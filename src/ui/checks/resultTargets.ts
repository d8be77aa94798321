import * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';
import type { RequestNode } from '../../requests/document/syntax';
import type { TargetServices } from '../applications/commandTarget';
import { targetName } from '../nodes/environmentName';
import { likelySelection, onDidChangeDestinations, targetKey, targetNow } from '../requests/document/requestTarget';

interface ResultTarget {
  request: RequestNode;
  target: string;
  label: string;
  isOutdated: boolean;
}

/**
 * Remembers the target of each test's last result. VS Code shows the result next to the code lens of the request, which
 * names the current target. If these targets differ, the label of the test names the old target, and its result is
 * marked as outdated.
 */
export class ResultTargets {
  readonly #controller: Pick<vscode.TestController, 'invalidateTestResults' | 'items'>;
  readonly #services: TargetServices;
  readonly #names = new WeakMap<vscode.TestItem, string>();
  // Removed tests stay in the map until the destinations change.
  readonly #targets = new Map<vscode.TestItem, ResultTarget>();
  readonly #subscription: vscode.Disposable;

  constructor(controller: Pick<vscode.TestController, 'invalidateTestResults' | 'items'>, services: TargetServices) {
    this.#controller = controller;
    this.#services = services;
    this.#subscription = onDidChangeDestinations(services, () => this.#update());
  }

  /** Sets the name of a test. The label is this name, plus the target of an outdated result. */
  name(item: vscode.TestItem, name: string): void {
    this.#names.set(item, name);
    this.#show(item);
  }

  /**
   * Stores the target of a test that was sent.
   * @param selected the target of the run, which the request may override
   */
  note(item: vscode.TestItem, request: RequestNode, selected: Selection): void {
    const all = this.#services.applications.list().applications;
    const selection = likelySelection(request, selected, all);
    if (selection === undefined) return;
    const label = targetLabel(selection);
    this.#targets.set(item, { request, target: targetKey(selection), label, isOutdated: false });
    this.#show(item);
  }

  /** Removes the target of a test that was not sent. */
  forget(item: vscode.TestItem): void {
    if (this.#targets.delete(item)) this.#show(item);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #update(): void {
    for (const item of this.#targets.keys()) {
      const file = item.parent;
      const isThere = file?.children.get(item.id) === item && this.#controller.items.get(file.id) === file;
      if (isThere) this.#show(item);
      else this.#targets.delete(item);
    }
  }

  #show(item: vscode.TestItem): void {
    const name = this.#names.get(item) ?? item.label;
    const known = this.#targets.get(item);
    const isElsewhere = known !== undefined && known.target !== this.#targetNow(known.request);
    const label = isElsewhere ? vscode.l10n.t('{0} · ran in {1}', name, known.label) : name;
    if (item.label !== label) item.label = label;
    if (!isElsewhere || known.isOutdated) return;
    known.isOutdated = true;
    this.#controller.invalidateTestResults(item);
  }

  #targetNow(request: RequestNode): string | undefined {
    const { applications, selection } = this.#services;
    return targetNow(request, selection.current(), applications.list().applications);
  }
}

function targetLabel({ application, environment }: Selection): string {
  if (application.sandbox !== undefined && environment === undefined) return vscode.l10n.t('Local Sandbox');
  return targetName({ application, environment });
}
