import * as vscode from 'vscode';
import { formatDocument } from '../../../requests/document/format';
import { foldingRanges, outline } from '../../../requests/document/outline';
import { plainText } from '../../messages/plainText';
import { editorRange, languageId, parsedDocument } from '../document/parsedDocument';

/** Registers outline, folding and formatting of request documents. */
export function registerDocumentSymbols(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentSymbolProvider(languageId, {
      provideDocumentSymbols: document =>
        outline(parsedDocument(document)).map(({ kind, name, detail, range, selection }) => {
          const symbol = kind === 'request' ? vscode.SymbolKind.Method : vscode.SymbolKind.Variable;
          const whole = editorRange(document, range);
          const selected = whole.intersection(editorRange(document, selection)) ?? whole;
          // “Go to Symbol” would render icons in names.
          return new vscode.DocumentSymbol(plainText(name) || ' ', plainText(detail), symbol, whole, selected);
        }),
    }),
    vscode.languages.registerFoldingRangeProvider(languageId, {
      provideFoldingRanges: document =>
        foldingRanges(parsedDocument(document)).map(range => {
          const { start, end } = editorRange(document, range);
          return new vscode.FoldingRange(start.line, end.line);
        }),
    }),
    vscode.languages.registerDocumentFormattingEditProvider(languageId, {
      provideDocumentFormattingEdits(document) {
        const text = document.getText();
        const formatted = formatDocument(text);
        if (formatted === text) return [];
        return [vscode.TextEdit.replace(editorRange(document, { start: 0, end: text.length }), formatted)];
      },
    }),
  );
}
