import * as vscode from 'vscode';
import type { RequestNode } from '../../../requests/document/syntax';
import { requestAt } from '../../../requests/language/nodeAt';
import { UiError } from '../../messages/uiError';
import { parsedDocument } from './parsedDocument';
import { LensRequest } from './requestsNow';

/**
 * Returns the document and request for a command from a code lens (with `uri` and `index`), a keybinding or the Command
 * Palette. Without an index, this is the request at the cursor, else the first one.
 * @throws UiError if there is no document or no request
 */
export async function requestAtCursor(
  uri: unknown,
  index: unknown,
): Promise<{ document: vscode.TextDocument; request: RequestNode; all: readonly RequestNode[] }> {
  const editor = vscode.window.activeTextEditor;
  const document = uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : editor?.document;
  if (document === undefined) throw new UiError(vscode.l10n.t('Open a request document first.'));
  const parsed = parsedDocument(document);
  const all = parsed.requests;
  const cursor = editor?.document === document ? document.offsetAt(editor.selection.active) : undefined;
  const atCursor = cursor === undefined ? undefined : requestAt(parsed, cursor);
  const at = index instanceof LensRequest ? index.index : index;
  const request = typeof at === 'number' ? all[at] : (atCursor ?? all[0]);
  if (request === undefined) throw new UiError(vscode.l10n.t('There is no request here.'));
  return { document, request, all };
}
