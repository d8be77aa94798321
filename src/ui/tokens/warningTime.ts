import * as vscode from 'vscode';

const hour = 3600_000;
export const warningSetting = 'hydrogen.token.warnBefore';

/** How long before a token expires the person is warned, in milliseconds; 0: never. */
export function warningTime(): number {
  const hours = vscode.workspace.getConfiguration().get<number>(warningSetting) ?? 24;
  return Math.max(0, hours) * hour;
}
