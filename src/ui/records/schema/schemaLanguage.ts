import * as vscode from 'vscode';
import { plainText } from '../../messages/plainText';
import { readSchemaAddress } from './schemaAddress';
import type { SchemaDocuments } from './schemaFiles';

/** Returns completions inside a value of `schema_name`: the tables that a pointer can lead to. */
export function schemaCompletions(
  schemas: Pick<SchemaDocuments, 'tableNames'>,
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.CompletionItem[] {
  if (readSchemaAddress(document.uri) === undefined) return [];
  const line = document.lineAt(position.line).text;
  const before = /"schema_name"\s*:\s*"([^"]*)$/.exec(line.slice(0, position.character));
  if (before === null) return [];
  const typed = before[1] ?? '';
  const rest = /^[^"]*/.exec(line.slice(position.character))?.[0] ?? '';
  const range = new vscode.Range(position.translate(0, -typed.length), position.translate(0, rest.length));
  return schemas.tableNames(document.uri).map(name => {
    const item = new vscode.CompletionItem(plainText(name, 60), vscode.CompletionItemKind.Reference);
    item.insertText = name;
    item.range = range;
    return item;
  });
}
