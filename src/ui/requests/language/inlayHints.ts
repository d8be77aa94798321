import * as vscode from 'vscode';
import type { Parts } from '../../parts';
import { languageId, parsedDocument } from '../document/parsedDocument';
import { destinationOf } from '../document/requestTarget';

/** Behind each request line in sight: the environment it goes to, or the other host. */
export function registerHints({
  selection,
  applications,
}: Pick<Parts, 'selection' | 'applications'>): vscode.Disposable {
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
        const from = document.offsetAt(range.start);
        const to = document.offsetAt(range.end);
        const parsed = parsedDocument(document);
        return parsed.requests
          .filter(({ line }) => line.end >= from && line.end <= to)
          .map(request => {
            const { place, isOther } = destinationOf(request, parsed, current);
            const label = isOther ? vscode.l10n.t('→ {0}, without credentials', place) : `→ ${place}`;
            const hint = new vscode.InlayHint(document.positionAt(request.line.end), label);
            hint.paddingLeft = true;
            return hint;
          });
      },
    }),
  );
}
