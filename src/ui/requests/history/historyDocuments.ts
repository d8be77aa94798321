import * as vscode from 'vscode';
import type { Application } from '../../../applications/application';
import { entryRequest, isCut } from '../../../requests/history/entryRequest';
import { targetLines } from '../../../requests/document/requestTarget';
import type { HistoryEntry } from '../../../requests/history/history';
import type { ReadonlyFiles } from '../../loading/deferred';
import { createDoubleClick } from '../../platform/doubleClick';
import type { ApplicationStore } from '../../applications/applicationStore';
import { environmentName } from '../../nodes/environmentName';
import { plainText } from '../../messages/plainText';
import { schemes } from '../../platform/schemes';
import { openNew } from '../insert';
import { indentJson } from '../responses/indentJson';
import { responseId, type PlaceholderText } from '../responses/responses';
import { comparedUri, isComparedUri, titlePart, withoutVolatileHeaders } from '../responses/responseText';
import type { History } from './history';
import { failureWords } from './historyTree';

/** Entries of the history as read-only documents, which VS Code can restore after a reload. */
export interface HistoryDocuments {
  /**
   * Opens request and response in preview tabs, or in permanent ones if `isPermanent` is set or the row is double-clicked.
   */
  open(entry: HistoryEntry, options?: { isPermanent?: boolean }): Promise<void>;
  /** Opens the request as a new document for editing. */
  edit(entry: HistoryEntry): Promise<void>;
  /** Returns the request as a document that can be sent. */
  request(entry: HistoryEntry): Promise<vscode.TextDocument>;
  compare(left: HistoryEntry, right: HistoryEntry): Promise<void>;
  /** The files of the scheme `schemes.history`. */
  readonly files: ReadonlyFiles;
}

const requestFolder = 'hydrogen-requests';

export function createHistoryDocuments(
  history: History,
  applications: Pick<ApplicationStore, 'list'>,
): HistoryDocuments {
  const textOf = (entry: HistoryEntry) => requestText(entry, applications.list().applications);
  const uriOf = (folder: string, { id }: HistoryEntry, name: string) =>
    vscode.Uri.from({ scheme: schemes.history, authority: id, path: `/${folder}/${name}` });
  const requestUri = (entry: HistoryEntry) => uriOf(requestFolder, entry, `${titlePart(entry.label)}.hydrogen.http`);
  const responseUri = (entry: HistoryEntry) => uriOf('hydrogen-responses', entry, titlePart(labelOf(entry)));
  const read = async (uri: vscode.Uri) => {
    const [, folder] = uri.path.split('/');
    const entry = await history.entry(responseId(uri));
    if (entry === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const text = folder === requestFolder ? textOf(entry) : historyResponse(entry, isComparedUri(uri));
    return { at: entry.at, content: Buffer.from(text) };
  };
  const onRow = createDoubleClick<vscode.TextDocument>();
  return {
    async open(entry, { isPermanent = false } = {}) {
      const { result: request, isSecond } = await onRow(entry.id, async () =>
        vscode.workspace.openTextDocument(requestUri(entry)),
      );
      const preview = !isPermanent && !isSecond;
      await vscode.window.showTextDocument(request, { preview });
      if (entry.response === undefined) return;
      const response = await vscode.workspace.openTextDocument(responseUri(entry));
      const beside = { viewColumn: vscode.ViewColumn.Beside, preview, preserveFocus: true };
      await vscode.window.showTextDocument(response, beside);
    },
    edit: entry => openNew(textOf(entry)),
    request: async entry => vscode.workspace.openTextDocument(requestUri(entry)),
    async compare(left, right) {
      const title = plainText(`${labelOf(left)} ↔ ${labelOf(right)}`);
      const [before, after] = [left, right].map(entry => comparedUri(responseUri(entry)));
      await vscode.commands.executeCommand('vscode.diff', before, after, title);
    },
    files: {
      onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
      async stat(uri) {
        const { at, content } = await read(uri);
        return { type: vscode.FileType.File, ctime: at, mtime: at, size: content.byteLength };
      },
      readFile: async uri => (await read(uri)).content,
    },
  };
}

function requestText(entry: HistoryEntry, all: readonly Application[]): string {
  const directives = targetLines(entry.application, entry.environment, all);
  // An undefined variable replaces the truncated part, so that the incomplete request cannot be sent.
  const rest = isCut(entry) ? `{{${vscode.l10n.t('the rest, which the history did not keep')}}}\n` : '';
  return `### ${entry.label.replace(/\s+/g, ' ')}\n${directives}${entryRequest(entry)}${rest}`;
}

function labelOf({ label, environment }: HistoryEntry): string {
  return environment === undefined ? label : `${label} · ${environmentName(environment)}`;
}

/** @param isCompared true to omit headers that differ between any two responses */
function historyResponse(entry: HistoryEntry, isCompared: boolean): string {
  const { status, failure, headers = [], response = '', shortened } = entry;
  const lines = [
    status === undefined ? vscode.l10n.t('No response: {0}', failureWords(failure)) : `HTTP ${status}`,
    `# ${vscode.l10n.t('From the history: {0}', labelOf(entry))}`,
    ...(shortened ? [`# ${vscode.l10n.t('The history keeps the start of long texts only.')}`] : []),
    ...(isCompared ? withoutVolatileHeaders(headers) : headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\n')}\n\n${indentJson(response) ?? response}\n`;
}

/** Returns the text for a response that is no longer in memory: its history entry, or a note if it has none. */
export async function restoredResponse(uri: vscode.Uri, history: History): Promise<PlaceholderText> {
  const entry = await history.entry(responseId(uri));
  if (entry !== undefined) return { at: entry.at, content: Buffer.from(historyResponse(entry, isComparedUri(uri))) };
  const title = uri.path.split('/').at(-1) ?? '';
  const lines = [
    vscode.l10n.t('This response belonged to a window that was closed or reloaded, and it is not in the history.'),
    vscode.l10n.t('Send the request again to see its response: {0}', plainText(title)),
  ];
  return { at: 0, content: Buffer.from(lines.map(line => `# ${line}\n`).join('')) };
}
