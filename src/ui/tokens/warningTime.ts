import * as vscode from 'vscode';

const hour = 3600_000;
export const warningSetting = 'hydrogen.token.warnBefore';

/** How long before its end a token is a matter of concern, in milliseconds; 0 when nobody wants to know. */
export function warningTime(): number {
  const hours = vscode.workspace.getConfiguration().get<number>(warningSetting) ?? 24;
  return Math.max(0, hours) * hour;
}
