import * as vscode from 'vscode';
import { differences } from '../../requests/difference';
import { answerScheme, type Answers } from './answers';

const answerLanguageId = 'hydrogen-response';

/** Folding of an answer, what can be done with it, and what differs from the documented shape. */
export function registerAnswerLanguage(answers: Answers): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-response');
  const check = (document: vscode.TextDocument) => {
    const answer = document.uri.scheme === answerScheme ? answers.find(document.uri) : undefined;
    const { operation } = answer?.outgoing ?? {};
    if (answer === undefined || operation === undefined || !answer.result.report.ok) return;
    const line = document.lineAt(0).range;
    const found = differences(answer.result.json(), operation).map(({ code, path, expected, received }) => {
      const text = differenceText(code, path, expected, received);
      const diagnostic = new vscode.Diagnostic(line, text, vscode.DiagnosticSeverity.Information);
      diagnostic.source = 'Hydrogen';
      return diagnostic;
    });
    collection.set(document.uri, found);
  };
  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
    vscode.languages.registerFoldingRangeProvider(answerLanguageId, { provideFoldingRanges: foldingOf }),
    vscode.languages.registerCodeLensProvider(answerLanguageId, {
      provideCodeLenses(document) {
        const { uri } = document;
        if (answers.find(uri) === undefined) return [];
        const lens = (title: string, command: string) =>
          new vscode.CodeLens(document.lineAt(0).range, { title, command, arguments: [uri] });
        const before = answers.previous(uri);
        return [
          lens(vscode.l10n.t('Show Credentials'), 'hydrogen.response.reveal'),
          lens(vscode.l10n.t('Save Body…'), 'hydrogen.response.save'),
          ...(before === undefined
            ? []
            : [lens(vscode.l10n.t('Compare with Previous'), 'hydrogen.response.comparePrevious')]),
        ];
      },
    }),
  );
}

function differenceText(code: string, path: string, expected = '', received = ''): string {
  const place = path === '' ? vscode.l10n.t('the answer') : path;
  if (code === 'missing') return vscode.l10n.t('Documented but missing: {0} ({1})', place, expected);
  if (code === 'undocumented') return vscode.l10n.t('Not documented: {0} ({1})', place, received);
  return vscode.l10n.t('{0} is documented as {1}, but is {2}', place, expected, received);
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
