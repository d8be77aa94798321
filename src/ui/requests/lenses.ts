import * as vscode from 'vscode';
import { directive, type RequestNode } from '../../requests/syntax';
import type { Parts } from '../parts';
import { plainText } from '../plainText';
import { editorRange, languageId, parsedDocument } from './parsedDocument';
import { targetName } from './requestTarget';

/** What can be done with each request, above it: where it goes is always in sight. */
export function registerLenses({
  selection,
  applications,
}: Pick<Parts, 'selection' | 'applications'>): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider = vscode.languages.registerCodeLensProvider(languageId, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses(document) {
      const current = selection.current();
      const { requests } = parsedDocument(document);
      return requests.flatMap((request, index) => {
        const range = editorRange(document, request.line);
        const lens = (title: string, command: string) =>
          new vscode.CodeLens(range, { title, command, arguments: [document.uri, request.index] });
        if (current === undefined) return [lens(vscode.l10n.t('Add Application…'), 'hydrogen.application.add')];
        const first = index === 0 && requests.length > 1;
        return [
          lens(`$(play) ${vscode.l10n.t('Send · {0}', where(request, current))}`, 'hydrogen.request.send'),
          ...(first ? [lens(vscode.l10n.t('Send All'), 'hydrogen.request.sendAll')] : []),
          ...(index > 0 ? [lens(vscode.l10n.t('Send to Here'), 'hydrogen.request.sendToHere')] : []),
          lens(vscode.l10n.t('Copy as…'), 'hydrogen.request.copyAs'),
          lens(vscode.l10n.t('Compare…'), 'hydrogen.request.compareEnvironments'),
        ];
      });
    },
  });
  const show = () => changed.fire();
  return vscode.Disposable.from(provider, changed, selection.onDidChange(show), applications.onDidChange(show));
}

function where(request: RequestNode, current: NonNullable<ReturnType<Parts['selection']['current']>>): string {
  const own = directive(request, 'environment')?.value.text;
  return plainText(own === undefined ? targetName(current) : `${current.application.name} · ${own}`, 80);
}
