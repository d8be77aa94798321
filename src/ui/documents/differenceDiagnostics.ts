import * as vscode from 'vscode';
import type { Difference } from '../../requests/history/difference';
import { loadPart } from '../platform/loadPart';
import { plainText } from '../platform/plainText';

/** How a response differs from the documented shape, as information on the first line of its document. */
export function differenceDiagnostics(differences: readonly Difference[]): vscode.Diagnostic[] {
  const line = new vscode.Range(0, 0, 0, Number.MAX_SAFE_INTEGER);
  return differences.map(({ code, path, expected = '', received = '' }) => {
    const place = path === '' ? vscode.l10n.t('the answer') : path;
    const text =
      code === 'missing'
        ? vscode.l10n.t('Documented but missing: {0} ({1})', place, expected)
        : code === 'undocumented'
          ? vscode.l10n.t('Not documented: {0} ({1})', place, received)
          : vscode.l10n.t('{0} is documented as {1}, but is {2}', place, expected, received);
    const diagnostic = new vscode.Diagnostic(line, plainText(text, 1000), vscode.DiagnosticSeverity.Information);
    diagnostic.source = 'Hydrogen';
    return diagnostic;
  });
}

/** For the open JSON documents of the tree: how they differ from what the service documents at their path. */
export interface DocumentDiagnostics extends vscode.Disposable {
  show(uri: vscode.Uri, body: unknown, path: string): Promise<void>;
}

export function createDocumentDiagnostics(): DocumentDiagnostics {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-documents');
  const subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri));
  return {
    async show(uri, body, path) {
      // The catalogue of operations is loaded for the first document.
      const { differencesAt } = await loadPart('catalogue', () => import('../../requests/history/documented'));
      collection.set(uri, differenceDiagnostics(differencesAt(path, body)));
    },
    dispose() {
      subscription.dispose();
      collection.dispose();
    },
  };
}
