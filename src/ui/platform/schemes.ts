import * as vscode from 'vscode';

/** The URI schemes of the extension's own documents. */
export const schemes = {
  document: 'hydrogen',
  response: 'hydrogen-response',
  history: 'hydrogen-history',
  sandbox: 'hydrogen-sandbox',
  text: 'hydrogen-text',
} as const;

/** The view type of the grid in package.json. */
export const grid = 'hydrogen.grid';

export const languages = { request: 'hydrogen-http', response: 'hydrogen-response' } as const;

/** Glob patterns of test files, the same as those of the command line. */
export const testFiles = { include: '**/*.hydrogen.http', exclude: '**/{node_modules,.*}/**' } as const;

/** True if a document needs the loaded window: a `hydrogen:` document, generated types or possibly a cloud function. */
export async function needsWindow({ uri }: vscode.TextDocument): Promise<boolean> {
  if (uri.scheme === schemes.document || uri.path.endsWith('/hydrogen.d.ts')) return true;
  const folder = uri.path.endsWith('/index.js') ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
  if (folder === undefined) return false;
  // A workspace without this file has no functions folder.
  const settings = vscode.Uri.joinPath(folder.uri, 'hydrogen.json');
  return vscode.workspace.fs.stat(settings).then(
    () => true,
    () => false,
  );
}

/**
 * True if the Testing view can show the checks of a document. It does not show history entries or the older side of a
 * comparison.
 */
export function isTestDocument({ languageId, uri }: vscode.TextDocument): boolean {
  if (languageId !== languages.request || uri.scheme === schemes.history) return false;
  return ['file', 'untitled'].includes(uri.scheme) || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
