import * as vscode from 'vscode';
import { resolveSelection, storeSelection, type Selection } from '../../applications/selection';
import type { ApplicationStore } from './applicationStore';

/** Holds the selected application and environment of this window. */
export interface SelectionStore extends vscode.Disposable {
  current(): Selection | undefined;
  select(selection: Selection): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

const key = 'hydrogen.selection';

export function createSelectionStore(state: vscode.Memento, applications: ApplicationStore): SelectionStore {
  const changed = new vscode.EventEmitter<void>();
  return {
    current: () => resolveSelection(applications.list().applications, state.get(key)),
    async select(selection) {
      await state.update(key, storeSelection(selection));
      changed.fire();
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}
