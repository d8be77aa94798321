import type * as vscode from 'vscode';
import type { Verdict } from '../../../requests/checks/verdict';
import type { RequestNode } from '../../../requests/document/syntax';

/** A response that differs from its snapshot. */
export interface OutdatedSnapshot {
  document: vscode.TextDocument;
  request: RequestNode;
  /** With the new content of the snapshot. */
  verdict: Verdict;
}

/** `contextValue` of the message of a test whose snapshot can be updated. */
export const outdatedSnapshot = 'hydrogenOutdatedSnapshot';

/** The snapshots that tests differed from in their last run. VS Code hands a command the test, not our message. */
export class OutdatedSnapshots {
  readonly #byTest = new WeakMap<vscode.TestItem, OutdatedSnapshot>();

  note(test: vscode.TestItem, snapshot: OutdatedSnapshot | undefined): void {
    if (snapshot === undefined) this.#byTest.delete(test);
    else this.#byTest.set(test, snapshot);
  }

  /** @param argument of a command in the menu of a message */
  of(argument: unknown): OutdatedSnapshot | undefined {
    const { test } = (argument ?? {}) as { test?: vscode.TestItem };
    return test && this.#byTest.get(test);
  }
}
