import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Asked } from './person';

/** The result of the import command when a script runs it. */
export interface Result {
  opened: number;
  stored: number;
  rejected: number;
  isComplete: boolean;
}

/** Accepts the guessed columns and every other question. */
export const agrees = ({ choices, detail }: Asked) => {
  // An answer to these leads back to the same question.
  if (detail.startsWith('No column of the file') || detail.startsWith('No row can be')) return undefined;
  return choices.find(choice => /^(Continue|Import( \d+ Rows)?)$/.test(choice)) ?? choices.at(-1);
};

/** Runs `body` while every progress with this title uses the given cancellation token. */
export async function withProgressToken(title: RegExp, token: vscode.CancellationToken, body: () => Promise<void>) {
  const imported = await import('vscode');
  const windows = [...new Set([imported.window, vscode.window])];
  const own = windows.map(({ withProgress }) => withProgress);
  const replaced: typeof vscode.window.withProgress = (options, task) =>
    (own[0] ?? assert.fail())(options, (progress, given) =>
      task(progress, title.test(options.title ?? '') ? token : given),
    );
  for (const window of windows) Object.assign(window, { withProgress: replaced });
  try {
    await body();
  } finally {
    for (const [at, window] of windows.entries()) Object.assign(window, { withProgress: own[at] });
  }
}
