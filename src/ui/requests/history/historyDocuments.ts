import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import type { HistoryEntry } from '../../../requests/history/history';
import type { ApplicationStore } from '../../applications/applicationStore';
import { schemes } from '../../platform/schemes';
import { plainText } from '../../platform/plainText';
import { indentJson } from '../responses/indentJson';
import { titlePart } from '../responses/responseText';
import { languageId } from '../document/parsedDocument';
import { targetLines } from '../document/targetLines';

/** Entries of the history as documents: the request can be edited, the response is read-only. */
export interface HistoryDocuments extends vscode.Disposable {
  open(entry: HistoryEntry): Promise<void>;
  /** The request alone. @param target absent: where it was sent */
  openRequest(entry: HistoryEntry, target?: Selection): Promise<vscode.TextDocument>;
  compare(left: HistoryEntry, right: HistoryEntry): Promise<void>;
  /** What VS Code reads under `schemes.history`. */
  readonly text: vscode.TextDocumentContentProvider;
}

export function createHistoryDocuments(applications: ApplicationStore): HistoryDocuments {
  const shown = new Map<string, HistoryEntry>();
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    if (uri.scheme === schemes.history) shown.delete(uri.path.split('/')[2] ?? '');
  });
  const responseUri = (entry: HistoryEntry) => {
    shown.set(entry.id, entry);
    return vscode.Uri.from({
      scheme: schemes.history,
      path: `/hydrogen-responses/${entry.id}/${titlePart(labelOf(entry))}`,
    });
  };
  const openRequest = async (entry: HistoryEntry, target?: Selection) => {
    const environment = target === undefined ? entry.environment?.name : (target.environment?.name ?? 'Production');
    const all = applications.list().applications;
    const directives = targetLines(target?.application ?? entry.application, environment, all);
    const content = `### ${entry.label.replace(/\s+/g, ' ')}\n${directives}${entry.request}`;
    const isSame = (one: vscode.TextDocument) => one.isUntitled && !one.isClosed && one.getText() === content;
    const open = vscode.workspace.textDocuments.find(isSame);
    const document = open ?? (await vscode.workspace.openTextDocument({ language: languageId, content }));
    await vscode.window.showTextDocument(document, { preview: true });
    return document;
  };
  return {
    openRequest,
    async open(entry) {
      await openRequest(entry);
      if (entry.response === undefined) return;
      const response = await vscode.workspace.openTextDocument(responseUri(entry));
      const beside = { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true };
      await vscode.window.showTextDocument(response, beside);
    },
    async compare(left, right) {
      const title = plainText(`${labelOf(left)} ↔ ${labelOf(right)}`);
      await vscode.commands.executeCommand('vscode.diff', responseUri(left), responseUri(right), title);
    },
    text: {
      provideTextDocumentContent(uri) {
        const entry = shown.get(uri.path.split('/')[2] ?? '');
        return entry === undefined ? '' : responseText(entry);
      },
    },
    dispose: () => void closing.dispose(),
  };
}

function labelOf({ label, environment }: HistoryEntry): string {
  return environment === undefined ? label : `${label} · ${environment.name}`;
}

function responseText({ status, headers = [], response = '', shortened }: HistoryEntry): string {
  const lines = [
    `HTTP ${status ?? ''}`.trimEnd(),
    ...(shortened ? [`# ${vscode.l10n.t('The history keeps the start of long texts only.')}`] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\n')}\n\n${indentJson(response) ?? response}\n`;
}
