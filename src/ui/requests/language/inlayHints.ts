import * as vscode from 'vscode';
import { directive, type RequestNode } from '../../../requests/document/syntax';
import type { TargetServices } from '../../applications/commandTarget';
import { languageId, parsedDocument } from '../document/parsedDocument';
import { destinationsOf, onDidChangeDestinations, type DestinationLabel } from '../document/requestTarget';

/**
 * Shows the target of each visible request after its request line: the environment or the other host. Shows no hints if
 * code lenses are enabled, because they name the target too.
 */
export function registerInlayHints({ selection, applications }: TargetServices): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const refresh = () => changed.fire();
  return vscode.Disposable.from(
    changed,
    onDidChangeDestinations({ selection, applications }, refresh),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('editor.codeLens')) refresh();
    }),
    vscode.languages.registerInlayHintsProvider(languageId, {
      onDidChangeInlayHints: changed.event,
      async provideInlayHints(document, range) {
        if (hasLenses(document)) return [];
        const from = document.offsetAt(range.start);
        const to = document.offsetAt(range.end);
        const parsed = parsedDocument(document);
        const destinationOf = destinationsOf(document, selection.current(), applications.list().applications);
        const visible = parsed.requests.filter(({ line }) => line.end >= from && line.end <= to);
        const hints = visible.map(async request => {
          const destination = await destinationOf(request);
          if (destination === undefined) return [];
          const position = document.positionAt(Math.max(request.line.end, request.version?.end ?? 0));
          const hint = new vscode.InlayHint(position, hintText(request, destination));
          hint.paddingLeft = true;
          return hint;
        });
        return (await Promise.all(hints)).flat();
      },
    }),
  );
}

function hasLenses(document: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration('editor', document).get<boolean>('codeLens', true);
}

function hintText(request: RequestNode, { application, label, host }: DestinationLabel): string {
  if (host === 'leak') return vscode.l10n.t('→ cannot be sent: a secret would go to {0}', label);
  if (host === 'other') return vscode.l10n.t('→ {0}, without credentials', label);
  return directive(request, 'application') === undefined ? `→ ${label}` : `→ ${application} · ${label}`;
}
