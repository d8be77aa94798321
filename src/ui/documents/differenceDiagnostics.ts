import * as vscode from 'vscode';
import { findOperation, type Operation } from '../../api/operations/catalogue';
import { differences } from '../../requests/history/difference';

/** What of an answer differs from the documented shape, as information on its first line. */
export function differenceDiagnostics(body: unknown, operation: Operation): vscode.Diagnostic[] {
  const line = new vscode.Range(0, 0, 0, Number.MAX_SAFE_INTEGER);
  return differences(body, operation).map(({ code, path, expected = '', received = '' }) => {
    const place = path === '' ? vscode.l10n.t('the answer') : path;
    const text =
      code === 'missing'
        ? vscode.l10n.t('Documented but missing: {0} ({1})', place, expected)
        : code === 'undocumented'
          ? vscode.l10n.t('Not documented: {0} ({1})', place, received)
          : vscode.l10n.t('{0} is documented as {1}, but is {2}', place, expected, received);
    const diagnostic = new vscode.Diagnostic(line, text, vscode.DiagnosticSeverity.Information);
    diagnostic.source = 'Hydrogen';
    return diagnostic;
  });
}

/** Says of the JSON documents of the tree, while they are open, what differs from what the service documents at a path. */
export function createDocumentHints(): vscode.Disposable & {
  show(uri: vscode.Uri, body: unknown, path: string): void;
} {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-documents');
  const subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri));
  return {
    show(uri, body, path) {
      const match = findOperation('GET', path);
      if (match.kind === 'found') collection.set(uri, differenceDiagnostics(body, match.operation));
    },
    dispose() {
      subscription.dispose();
      collection.dispose();
    },
  };
}
