import * as vscode from 'vscode';

const hour = 3600_000;
export const warningSetting = 'hydrogen.token.warnBefore';

/** Returns the milliseconds before a token expires when the warning begins; 0 for never. */
export function warningTime(): number {
  const hours = vscode.workspace.getConfiguration().get<unknown>(warningSetting);
  return (typeof hours === 'number' && hours >= 0 ? hours : 24) * hour;
}
