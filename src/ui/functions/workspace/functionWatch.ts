import * as vscode from 'vscode';
import { Debounce } from '../../platform/debounce';

const pause = 200;

/** Watches the files that decide which functions the workspace has, and whether they differ from the deployed code. */
export class FunctionWatch implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #debounce = new Debounce(pause);
  readonly #subscriptions: vscode.Disposable[] = [this.#changed, this.#debounce];
  #isStarted = false;
  /** Fires shortly after a change, once `start` was called. */
  readonly onDidChange = this.#changed.event;

  /** Starts watching. Called with the first function, because most workspaces have none. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const watcher = vscode.workspace.createFileSystemWatcher('**/{index.js,functions.lock.json,hydrogen.json}');
    const report = () => this.#debounce.run('', () => this.#changed.fire(undefined));
    this.#subscriptions.push(watcher, watcher.onDidChange(report), watcher.onDidCreate(report));
    this.#subscriptions.push(watcher.onDidDelete(report));
  }

  dispose(): void {
    this.#subscriptions.forEach(subscription => void subscription.dispose());
  }
}
