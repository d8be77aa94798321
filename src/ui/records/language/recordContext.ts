import type * as vscode from 'vscode';
import { outlineOf, type OutlineRecord } from '../../../records/text/outline';
import type { DataAddress } from '../../../records/table/query';
import type { RecordsForm } from '../../../records/text/recordsText';
import type { Table } from '../../../records/table/schema';

/** A document of records with the data that its language features need. */
export interface RecordDocumentContext {
  document: vscode.TextDocument;
  address: DataAddress;
  table: Table;
  text: string;
  outline: OutlineRecord[];
}

const cache = new WeakMap<vscode.TextDocument, { version: number; text: string; outline: OutlineRecord[] }>();

/** Returns the text of a document and the positions of its records. Parses each version of the document once. */
export function recordOutline(
  document: vscode.TextDocument,
  form: RecordsForm,
): { text: string; outline: OutlineRecord[] } {
  const cached = cache.get(document);
  if (cached?.version === document.version) return cached;
  const text = document.getText();
  const fresh = { version: document.version, text, outline: outlineOf(text, form) };
  cache.set(document, fresh);
  return fresh;
}
