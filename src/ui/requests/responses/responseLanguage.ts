import * as vscode from 'vscode';
import { differenceDiagnostics } from '../../documents/differenceDiagnostics';
import { schemes } from '../../platform/schemes';
import type { BackgroundWork } from './backgroundWork';
import { foldingOf } from './folding';
import type { Responses } from './responses';

const responseLanguageId = 'hydrogen-response';

/** Folding of a response, what can be done with it, and what differs from the documented shape. */
export function registerResponseLanguage(responses: Responses, work: BackgroundWork): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-response');
  const closed = new AbortController();
  const check = async (document: vscode.TextDocument) => {
    const { uri, languageId } = document;
    const response =
      uri.scheme === schemes.response && languageId === responseLanguageId ? responses.find(uri) : undefined;
    if (response?.resolved.operation === undefined) return;
    const { operation, url } = response.resolved;
    const { ok, truncated, text } = response.result.report;
    if (!ok || truncated || text === undefined) return;
    const found = await work.run('differences', [text, operation, url.search], text.length, closed.signal);
    if (!document.isClosed) collection.set(uri, differenceDiagnostics(found));
  };
  return vscode.Disposable.from(
    collection,
    { dispose: () => closed.abort() },
    vscode.workspace.onDidOpenTextDocument(document => void check(document).catch(() => undefined)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
    vscode.languages.registerFoldingRangeProvider(responseLanguageId, {
      async provideFoldingRanges(document, _, token) {
        const found = await foldingOf(document, () => token.isCancellationRequested);
        return found.map(([start, end]) => new vscode.FoldingRange(start, end));
      },
    }),
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
