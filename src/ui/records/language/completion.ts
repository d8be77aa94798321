import * as vscode from 'vscode';
import { writeJson } from '../../../json/json';
import { pointedId } from '../../../records/document/pointers';
import {
  isSearched,
  pointerAt,
  suggestionsAt,
  type PointerRange,
  type Suggestion,
} from '../../../records/text/suggest';
import { columnText, typeText } from '../../nodes/dataColumn';
import { plainText } from '../../messages/plainText';
import { signalOf } from '../../platform/dialogs';
import type { RecordDocumentContext } from './recordContext';
import type { Targets } from './targets';

/**
 * Returns the completions at a position.
 * @param isAsked true if the user explicitly invoked completion; only then records are searched
 */
export async function completionsAt(
  { document, address, table, text, outline }: RecordDocumentContext,
  targets: Targets,
  position: vscode.Position,
  isAsked: boolean,
  token: vscode.CancellationToken,
): Promise<vscode.CompletionItem[]> {
  const offset = document.offsetAt(position);
  const chosen = address.kind === 'page' ? address.keys : undefined;
  const items = suggestionsAt(text, outline, offset, table, chosen).map((one, index) => itemOf(document, one, index));
  const pointer = isAsked ? pointerAt(text, outline, offset, table) : undefined;
  if (pointer === undefined) return items;
  const context = { document, address, table: pointer.target.id };
  const typed = isSearched(pointer) ? pointer.typed : '';
  const records = await targets.search(context, typed, signalOf(token));
  return [...items, ...records.map((target, index) => targetItem(document, pointer, target, index))];
}

function itemOf(document: vscode.TextDocument, suggestion: Suggestion, index: number): vscode.CompletionItem {
  const { kind, label, column, snippet, filter, start, end, commaAt } = suggestion;
  const kinds = { column: vscode.CompletionItemKind.Field, value: vscode.CompletionItemKind.Value };
  const item = new vscode.CompletionItem(plainText(label, 100), kinds[kind]);
  item.insertText = new vscode.SnippetString(snippet);
  item.range = rangeOf(document, start, end);
  item.filterText = filter;
  item.sortText = sortText(index);
  if (commaAt !== undefined) {
    item.additionalTextEdits = [vscode.TextEdit.insert(document.positionAt(commaAt), ',')];
  }
  if (kind === 'column') {
    item.detail = plainText(typeText(column), 100);
    item.documentation = plainText(columnText(column), 1000);
  }
  return item;
}

function targetItem(
  document: vscode.TextDocument,
  { column, target, start, end, typed, isQuoted }: PointerRange,
  { id, texts }: Awaited<ReturnType<Targets['search']>>[number],
  index: number,
): vscode.CompletionItem {
  const key = pointedId(id)?.key ?? '';
  const label = plainText(texts.length === 0 ? key : texts.join(' · '), 60);
  const item = new vscode.CompletionItem(
    { label, description: plainText(key, 60) },
    vscode.CompletionItemKind.Reference,
  );
  item.insertText = isQuoted ? JSON.stringify(key).slice(1, -1) : writeJson(id);
  item.range = rangeOf(document, start, end);
  // VS Code filters the results of the service again. The typed text ensures that each result passes this filter.
  item.filterText = `${typed} ${key} ${texts.join(' ')}`;
  item.sortText = sortText(index);
  item.detail = plainText(`${column.name} → ${target.name ?? target.id}`, 100);
  return item;
}

function sortText(index: number): string {
  return String(index).padStart(5, '0');
}

function rangeOf(document: vscode.TextDocument, start: number, end: number): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
