import * as vscode from 'vscode';
import { parseDocument } from '../../../requests/document/parse';
import type { Range, RequestDocument } from '../../../requests/document/syntax';

export const languageId = 'hydrogen-http';

const parsed = new WeakMap<vscode.TextDocument, { version: number; parsed: RequestDocument }>();

/** The document as the core reads it, once for each version. */
export function parsedDocument(document: vscode.TextDocument): RequestDocument {
  const known = parsed.get(document);
  if (known?.version === document.version) return known.parsed;
  // The core counts as the editor does; line ends stay as they are.
  const fresh = { version: document.version, parsed: parseDocument(document.getText()) };
  parsed.set(document, fresh);
  return fresh.parsed;
}

export function editorRange(document: vscode.TextDocument, { start, end }: Range): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
