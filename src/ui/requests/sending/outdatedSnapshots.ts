import type * as vscode from 'vscode';
import type { Verdict } from '../../../requests/checks/verdict';
import type { RequestNode } from '../../../requests/document/syntax';

/** A response that differs from its snapshot. */
export interface OutdatedSnapshot {
  document: vscode.TextDocument;
  request: RequestNode;
  /** The failed check. Its `actual` is the new snapshot. */
  verdict: Verdict;
}

/** The `contextValue` of a test message whose snapshot can be updated. */
export const outdatedSnapshot = 'hydrogenOutdatedSnapshot';

/**
 * The outdated snapshots by test, each from the last run of the test. VS Code passes the test to a command, but not the
 * original message object.
 */
export class OutdatedSnapshots {
  readonly #byTest = new WeakMap<vscode.TestItem, OutdatedSnapshot>();

  note(test: vscode.TestItem, snapshot: OutdatedSnapshot | undefined): void {
    if (snapshot === undefined) this.#byTest.delete(test);
    else this.#byTest.set(test, snapshot);
  }

  /**
   * Returns the outdated snapshot of a test.
   * @param argument the argument of a command in the menu of the test's message
   */
  of(argument: unknown): OutdatedSnapshot | undefined {
    const { test } = (argument ?? {}) as { test?: vscode.TestItem };
    return test && this.#byTest.get(test);
  }
}
