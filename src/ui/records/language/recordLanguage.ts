import type * as vscode from 'vscode';
import { UiError } from '../../messages/uiError';
import { openQuery } from '../document/openQuery';
import { readRecordAddress } from '../document/recordAddress';
import type { RecordFiles } from '../document/recordFiles';
import { completionsAt } from './completion';
import { hoverAt } from './hover';
import { hintsIn } from './inlayHints';
import { recordOutline, type RecordDocumentContext } from './recordContext';
import { otherQuery, type QueryCommand } from './queryCommands';
import { Targets } from './targets';

export type RecordLanguage = ReturnType<typeof createRecordLanguage>;

/**
 * Creates completion, hovers, inlay hints and query commands for documents of records. While the table is unknown, they
 * return nothing, and query commands throw.
 */
export function createRecordLanguage(files: RecordFiles) {
  const targets = new Targets(files);
  const contextOf = async (
    document: vscode.TextDocument,
    token?: vscode.CancellationToken,
  ): Promise<RecordDocumentContext | undefined> => {
    const address = readRecordAddress(document.uri);
    const known = address && (await files.table(document.uri));
    if (address === undefined || known === undefined || token?.isCancellationRequested === true) return undefined;
    return { document, address, table: known, ...recordOutline(document, address.kind) };
  };
  return {
    async completions(
      document: vscode.TextDocument,
      position: vscode.Position,
      isAsked: boolean,
      token: vscode.CancellationToken,
    ): Promise<vscode.CompletionItem[]> {
      const context = await contextOf(document, token);
      return context === undefined ? [] : completionsAt(context, targets, position, isAsked, token);
    },
    async hover(document: vscode.TextDocument, position: vscode.Position, token: vscode.CancellationToken) {
      const context = await contextOf(document, token);
      return context && hoverAt(context, targets, position, token);
    },
    async hints(document: vscode.TextDocument, range: vscode.Range, token: vscode.CancellationToken) {
      const context = await contextOf(document, token);
      return context === undefined ? [] : hintsIn(context, targets, range, token);
    },
    /**
     * Opens another query in its own document.
     * @throws errors of `otherQuery` and `openQuery`; UiError without a table
     */
    async query(command: QueryCommand, document: vscode.TextDocument, position: vscode.Position | undefined) {
      const context = await contextOf(document);
      const records = files.document(document.uri);
      if (context === undefined) throw new UiError(records?.tableProblem ?? '');
      const next = await otherQuery(command, context, position, records);
      if (next !== undefined) await openQuery(files, document, next);
    },
    dispose: () => targets.dispose(),
  };
}
