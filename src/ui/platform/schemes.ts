import * as vscode from 'vscode';

/** The schemes of the documents that the extension itself provides, and the languages it knows (package.json). */
export const schemes = {
  document: 'hydrogen',
  response: 'hydrogen-response',
  history: 'hydrogen-history',
  sandbox: 'hydrogen-sandbox',
  text: 'hydrogen-text',
} as const;

/** The editor of lists of records. */
export const grid = 'hydrogen.grid';

export const languages = { request: 'hydrogen-http', response: 'hydrogen-response' } as const;

/** Where tests are looked for, and where they are not: as the command line does. */
export const testFiles = { include: '**/*.hydrogen.http', exclude: '**/{node_modules,.*}/**' } as const;

/** An entry of the history, and the older side of a comparison, are no tests. */
export function isTestDocument({ languageId, uri }: vscode.TextDocument): boolean {
  if (languageId !== languages.request || uri.scheme === schemes.history) return false;
  return ['file', 'untitled'].includes(uri.scheme) || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
