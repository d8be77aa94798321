import * as vscode from 'vscode';
import { directive } from '../../../requests/document/syntax';
import type { ApplicationStore } from '../../applications/applicationStore';
import type { SelectionStore } from '../../applications/selectionStore';
import { languageId, parsedDocument } from '../document/parsedDocument';
import { destinationOf } from '../document/requestTarget';

/** Behind each visible request line: the environment the request goes to, or the other host. */
export function registerInlayHints({
  selection,
  applications,
}: {
  selection: SelectionStore;
  applications: ApplicationStore;
}): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const show = () => changed.fire();
  return vscode.Disposable.from(
    changed,
    selection.onDidChange(show),
    applications.onDidChange(show),
    vscode.languages.registerInlayHintsProvider(languageId, {
      onDidChangeInlayHints: changed.event,
      provideInlayHints(document, range) {
        const current = selection.current();
        if (current === undefined) return [];
        const all = applications.list().applications;
        const from = document.offsetAt(range.start);
        const to = document.offsetAt(range.end);
        const parsed = parsedDocument(document);
        return parsed.requests
          .filter(({ line }) => line.end >= from && line.end <= to)
          .map(request => {
            const { application, place, isOther } = destinationOf(request, parsed, current, all);
            const where = directive(request, 'application') === undefined ? place : `${application} · ${place}`;
            const label = isOther ? vscode.l10n.t('→ {0}, without credentials', place) : `→ ${where}`;
            const hint = new vscode.InlayHint(document.positionAt(request.line.end), label);
            hint.paddingLeft = true;
            return hint;
          });
      },
    }),
  );
}
