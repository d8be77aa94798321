import * as vscode from 'vscode';
import { findOperation, type Operation } from '../api/operations';
import { differences } from '../requests/difference';
import { readAddress, scheme } from './documentAddress';
import type { ApplicationStore } from './applicationStore';

/** What of an answer differs from the documented shape, as information on its first line. */
export function differenceDiagnostics(
  document: vscode.TextDocument,
  body: unknown,
  operation: Operation,
): vscode.Diagnostic[] {
  const line = document.lineAt(0).range;
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

/** The documented calls whose answer a document shows as it came; orders are shown unpacked and are left out. */
const pathOf: Partial<Record<string, string>> = {
  contentCategory: '/hserve/v1/content/category/1/',
  content: '/hserve/v2.2/content/detail/1/',
};

/** Compares the JSON documents of the tree with what the service documents. */
export function registerDocumentDifferences(applications: ApplicationStore): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-documents');
  const check = (document: vscode.TextDocument) => {
    const { uri } = document;
    if (uri.scheme !== scheme) return;
    const match = findOperation('GET', pathOf[kindOf(uri, applications)] ?? '');
    if (match.kind === 'found') collection.set(uri, differenceDiagnostics(document, parsed(document), match.operation));
  };
  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidChangeTextDocument(({ document }) => check(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
  );
}

function kindOf(uri: vscode.Uri, applications: ApplicationStore): string {
  try {
    return readAddress(uri, applications).kind;
  } catch {
    // The application was removed; its document stays readable.
    return '';
  }
}

function parsed(document: vscode.TextDocument): unknown {
  try {
    return JSON.parse(document.getText());
  } catch {
    return undefined;
  }
}
