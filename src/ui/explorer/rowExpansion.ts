import * as v from 'valibot';
import * as vscode from 'vscode';
import type { TreeNode } from '../nodes/node';

const key = 'hydrogen.expandedRows';
const maximumKept = 500;
const shape = v.array(v.tuple([v.string(), v.boolean()]));

/** Stores which rows the user expanded or collapsed, because VS Code forgets it when the window reloads. */
export class RowExpansion implements vscode.Disposable {
  readonly #state: vscode.Memento;
  /** Keyed by row ID, ordered by the last change: the newest is last. */
  readonly #expanded: Map<string, boolean>;
  readonly #subscription: vscode.Disposable;

  constructor(
    state: vscode.Memento,
    view: Pick<vscode.TreeView<TreeNode>, 'onDidExpandElement' | 'onDidCollapseElement'>,
  ) {
    this.#state = state;
    const stored = v.safeParse(shape, state.get(key));
    this.#expanded = new Map(stored.success ? stored.output : []);
    this.#subscription = vscode.Disposable.from(
      view.onDidExpandElement(({ element }) => this.#keep(element.id, true)),
      view.onDidCollapseElement(({ element }) => this.#keep(element.id, false)),
    );
  }

  /** Returns `undefined` for a row that the user has neither expanded nor collapsed. */
  isExpanded(id: string): boolean | undefined {
    return this.#expanded.get(id);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #keep(id: string, isExpanded: boolean): void {
    this.#expanded.delete(id);
    this.#expanded.set(id, isExpanded);
    const [oldest] = this.#expanded.keys();
    if (this.#expanded.size > maximumKept && oldest !== undefined) this.#expanded.delete(oldest);
    void this.#state.update(key, [...this.#expanded]);
  }
}
