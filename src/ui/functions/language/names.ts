import * as vscode from 'vscode';
import { namesBefore, type DocumentedName } from './baasNames';

const kinds: Record<DocumentedName['kind'], vscode.CompletionItemKind> = {
  class: vscode.CompletionItemKind.Class,
  function: vscode.CompletionItemKind.Function,
  namespace: vscode.CompletionItemKind.Module,
  value: vscode.CompletionItemKind.Field,
};

/** Completes `BaaS.` and `event.` with the documented names. */
export function completionsAt(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
  const context = namesBefore(document.lineAt(position.line).text.slice(0, position.character));
  return (context?.names ?? []).map(({ name, form, text, kind }) => {
    const item = new vscode.CompletionItem({ label: name, description: 'Hydrogen' }, kinds[kind]);
    item.detail = formText({ form, kind });
    item.documentation = text;
    return item;
  });
}

/** Returns the explanation of the documented name at a position. */
export function hoverAt(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
  const range = document.getWordRangeAtPosition(position, /[\w$]+/);
  if (range === undefined) return undefined;
  const word = document.getText(range);
  const before = document.lineAt(position.line).text.slice(0, range.start.character);
  const entry = namesBefore(before)?.names.find(({ name }) => name === word);
  if (entry === undefined) return undefined;
  return new vscode.Hover(
    [new vscode.MarkdownString().appendCodeblock(formText(entry), 'javascript'), entry.text],
    range,
  );
}

function formText({ form, kind }: Pick<DocumentedName, 'form' | 'kind'>): string {
  return kind === 'class' && form.startsWith('BaaS.') ? `new ${form}` : form;
}
