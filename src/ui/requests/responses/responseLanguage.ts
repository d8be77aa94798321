import * as vscode from 'vscode';
import { differences } from '../../../requests/history/difference';
import { differenceDiagnostics } from '../../documents/differenceDiagnostics';
import { schemes } from '../../platform/schemes';
import type { Responses } from './responses';

const responseLanguageId = 'hydrogen-response';

/** Folding of a response, what can be done with it, and what differs from the documented shape. */
export function registerResponseLanguage(responses: Responses): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-response');
  const check = (document: vscode.TextDocument) => {
    const { uri, languageId } = document;
    const response =
      uri.scheme === schemes.response && languageId === responseLanguageId ? responses.find(uri) : undefined;
    if (response?.resolved.operation === undefined) return;
    const { operation } = response.resolved;
    const { ok, truncated } = response.result.report;
    if (!ok || truncated) return;
    const found = differences(response.result.json(), operation);
    collection.set(document.uri, differenceDiagnostics(found));
  };
  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
    vscode.languages.registerFoldingRangeProvider(responseLanguageId, { provideFoldingRanges: foldingOf }),
    vscode.languages.registerCodeLensProvider(responseLanguageId, {
      provideCodeLenses(document) {
        const { uri } = document;
        const response = responses.find(uri);
        if (response === undefined) return [];
        const lens = (title: string, command: string) =>
          new vscode.CodeLens(document.lineAt(0).range, { title, command, arguments: [uri] });
        const masked = response.result.revealText() !== response.result.report.text;
        const lenses = [
          responses.complete(uri) && lens(vscode.l10n.t('Open Complete Answer'), 'hydrogen.response.openComplete'),
          masked && lens(vscode.l10n.t('Show Credentials'), 'hydrogen.response.reveal'),
          lens(vscode.l10n.t('Save Body…'), 'hydrogen.response.save'),
          responses.previous(uri) && lens(vscode.l10n.t('Compare with Previous'), 'hydrogen.response.comparePrevious'),
        ];
        return lenses.filter(one => one instanceof vscode.CodeLens);
      },
    }),
  );
}

/** The headers, and whatever brackets of the body span lines. */
function foldingOf(document: vscode.TextDocument): vscode.FoldingRange[] {
  const ranges: vscode.FoldingRange[] = [];
  const open: number[] = [];
  let body = false;
  for (let line = 0; line < document.lineCount; line++) {
    const { text } = document.lineAt(line);
    if (!body) {
      if (text !== '') continue;
      body = true;
      if (line > 2) ranges.push(new vscode.FoldingRange(0, line - 1));
      continue;
    }
    const trimmed = text.trimEnd();
    // Pretty JSON: a bracket that opens ends its line, one that closes begins it.
    if (/^\s*[\]}]/.test(trimmed)) {
      const start = open.pop();
      if (start !== undefined && line - 1 > start) ranges.push(new vscode.FoldingRange(start, line - 1));
    }
    if (/[[{]$/.test(trimmed)) open.push(line);
  }
  return ranges;
}
