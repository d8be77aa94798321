import * as vscode from 'vscode';
import { parseDocument, parseInSlices } from '../../../requests/document/parse';
import { createSlices } from '../../../requests/document/slices';
import type { Range, RequestDocument } from '../../../requests/document/syntax';

export const languageId = 'hydrogen-http';

const cache = new WeakMap<vscode.TextDocument, { version: number; parsed: RequestDocument }>();

/** Returns the parsed document. Parses each version only once. */
export function parsedDocument(document: vscode.TextDocument): RequestDocument {
  const cached = cache.get(document);
  if (cached?.version === document.version) return cached.parsed;
  // Keeps the line endings of the editor, so that the offsets of the core match those of the editor.
  const fresh = { version: document.version, parsed: parseDocument(document.getText()) };
  cache.set(document, fresh);
  return fresh.parsed;
}

/** Like `parsedDocument`, but parses a new version in slices, so that other work can run. */
export async function parsedInSlices(document: vscode.TextDocument): Promise<RequestDocument> {
  const { version } = document;
  if (cache.get(document)?.version === version) return parsedDocument(document);
  const parsed = await parseInSlices(document.getText(), createSlices());
  // Requests are compared by identity, so a version has only one parsed document.
  if (cache.get(document)?.version === version) return parsedDocument(document);
  if (document.version === version) cache.set(document, { version, parsed });
  return parsed;
}

export function editorRange(document: vscode.TextDocument, { start, end }: Range): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
