import * as vscode from 'vscode';

const hour = 3600_000;
export const warningSetting = 'hydrogen.token.warnBefore';

/** How long before a token expires the person is warned, in milliseconds; 0: never. */
export function warningTime(): number {
  const hours = vscode.workspace.getConfiguration().get<unknown>(warningSetting);
  return (typeof hours === 'number' && hours >= 0 ? hours : 24) * hour;
}
