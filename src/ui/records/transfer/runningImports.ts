import type * as vscode from 'vscode';

/** Identifies an import, so that a later window can continue it. */
export interface RunningImport {
  clientId: string;
  authUrl: string;
  envId?: string | undefined;
  table: string;
  uri: string;
}

const key = 'hydrogen.transfer.running';

/** Stores the imports that are running. Imports that are still stored after a reload were interrupted. */
export class RunningImports {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Returns the interrupted imports of an earlier window and removes them from the store. */
  takeInterrupted(): readonly RunningImport[] {
    const left = this.#all();
    if (left.length > 0) void this.#state.update(key, undefined);
    return left;
  }

  async during<T>(running: RunningImport, work: () => Promise<T>): Promise<T> {
    await this.#state.update(key, [...this.#all(), running]);
    try {
      return await work();
    } finally {
      const left = this.#all().filter(each => JSON.stringify(each) !== JSON.stringify(running));
      await this.#state.update(key, left.length === 0 ? undefined : left);
    }
  }

  #all(): readonly RunningImport[] {
    return this.#state.get<RunningImport[]>(key) ?? [];
  }
}
