import * as vscode from 'vscode';
import { pinnedTarget } from '../../../requests/document/requestTarget';
import type { RequestNode } from '../../../requests/document/syntax';
import type { ApplicationStore } from '../../applications/applicationStore';
import type { SelectionStore } from '../../applications/selectionStore';
import { defuse } from '../../messages/plainText';
import { schemes } from '../../platform/schemes';
import { editorRange, languageId, parsedDocument } from '../document/parsedDocument';
import { destinationsOf, onDidChangeDestinations, type DestinationLabel } from '../document/requestTarget';
import type { CheckResults } from '../sending/checkResults';
import { countOf, type Verdict } from '../../../requests/checks/verdict';
import type { RequestsInFlight } from '../sending/requestsInFlight';
import { messages } from '../document/requestMessage';

/** From this number on, each request has only one code lens, because the editor keeps all of them in its layout. */
const manyRequests = 500;
const mostLenses = 5000;

/** Registers code lenses above each request; the first one names the target. */
export function registerCodeLens({
  selection,
  applications,
  inFlight,
  checkResults,
}: {
  selection: SelectionStore;
  applications: ApplicationStore;
  inFlight: RequestsInFlight;
  checkResults: CheckResults;
}): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider = vscode.languages.registerCodeLensProvider(languageId, {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document) {
      const current = selection.current();
      const parsed = parsedDocument(document);
      const { requests } = parsed;
      const all = applications.list().applications;
      const destinationOf = current && destinationsOf(parsed, current, all);
      const destination = (request: RequestNode) => {
        if (destinationOf !== undefined) return destinationOf(request);
        const pinned = pinnedTarget([request], all);
        return pinned && destinationsOf(parsed, pinned, all)(request);
      };
      const lensesOf = async (request: RequestNode, index: number): Promise<vscode.CodeLens[]> => {
        const range = editorRange(document, request.line);
        const lens = (title: string, command: string) =>
          new vscode.CodeLens(range, { title, command, arguments: [document.uri, request.index] });
        if (document.uri.scheme === schemes.history) {
          return [
            lens(vscode.l10n.t('Send Again in…'), 'hydrogen.history.sendAgain'),
            lens(vscode.l10n.t('Edit Request'), 'hydrogen.history.edit'),
            lens(vscode.l10n.t('Copy as…'), 'hydrogen.request.copyAs'),
          ];
        }
        const goesTo = await destination(request);
        if (goesTo === undefined) {
          return all.length === 0
            ? [lens(vscode.l10n.t('Add Application…'), 'hydrogen.application.add')]
            : [lens(vscode.l10n.t('Select Environment…'), 'hydrogen.environment.select')];
        }
        if (inFlight.has(document, request.index))
          return [lens(`$(debug-stop) ${vscode.l10n.t('Cancel')}`, 'hydrogen.request.cancel')];
        const icon = goesTo.warning === undefined && goesTo.refused === undefined ? 'play' : 'warning';
        const send = lens(`$(${icon}) ${defuse(sendTitle(goesTo))}`, 'hydrogen.request.send');
        const verdicts = checkResults.shown(document, request);
        const result = verdicts.length === 0 ? [] : [new vscode.CodeLens(range, resultCommand(verdicts))];
        if (requests.length > manyRequests) return [...result, send];
        const first = index === 0 && requests.length > 1;
        return [
          ...result,
          send,
          ...(first ? [lens(vscode.l10n.t('Send All'), 'hydrogen.request.sendAll')] : []),
          ...(index > 0 ? [lens(vscode.l10n.t('Send to Here'), 'hydrogen.request.sendToHere')] : []),
          lens(vscode.l10n.t('Copy as…'), 'hydrogen.request.copyAs'),
          lens(vscode.l10n.t('Compare…'), 'hydrogen.request.compareEnvironments'),
        ];
      };
      return (await Promise.all(requests.slice(0, mostLenses).map(lensesOf))).flat();
    },
  });
  const refresh = () => changed.fire();
  return vscode.Disposable.from(
    provider,
    changed,
    onDidChangeDestinations({ selection, applications }, refresh),
    inFlight.onDidChange(refresh),
    checkResults.onDidChange(refresh),
  );
}

/** Shows the number of passed checks. If some failed, a click opens the problems. */
function resultCommand(verdicts: readonly Verdict[]): vscode.Command {
  const { passed, all } = countOf(verdicts);
  const icon = passed === all ? 'pass' : 'error';
  return {
    title: `$(${icon}) ${messages.count(verdicts)}`,
    command: passed === all ? '' : 'workbench.actions.view.problems',
  };
}

function sendTitle({ application, label, host, warning, refused }: DestinationLabel): string {
  if (refused !== undefined) return vscode.l10n.t('No single environment of {0} is called {1}', application, refused);
  if (warning !== undefined) return `${warning} · ${application} · ${label}`;
  if (host === 'other') return vscode.l10n.t('Send to {0} without credentials', label);
  return vscode.l10n.t('Send · {0}', `${application} · ${label}`);
}
