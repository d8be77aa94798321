import * as vscode from 'vscode';
import type { RequestNode } from '../../../requests/document/syntax';
import type { TargetServices } from '../../applications/commandTarget';
import { defuse } from '../../messages/plainText';
import { schemes } from '../../platform/schemes';
import { editorRange, languageId, parsedDocument } from '../document/parsedDocument';
import { LensRequest } from '../document/requestsNow';
import { destinationsOf, onDidChangeDestinations, type DestinationLabel } from '../document/requestTarget';
import type { CheckResults } from '../sending/checkResults';
import { countOf, type Verdict } from '../../../requests/checks/verdict';
import type { RequestsInFlight } from '../sending/requestsInFlight';
import { messages } from '../document/requestMessage';

/** With more requests than this, each has only one code lens, because the editor keeps all of them in its layout. */
const manyRequests = 500;
const maximumLenses = 5000;

interface CodeLensServices extends TargetServices {
  inFlight: RequestsInFlight;
  checkResults: CheckResults;
}

/** Registers code lenses above each request; the first one names the target. */
export function registerCodeLens(services: CodeLensServices): vscode.Disposable {
  const { inFlight, checkResults } = services;
  const changed = new vscode.EventEmitter<void>();
  const refresh = () => changed.fire();
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(languageId, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: document => codeLensesOf(services, document),
    }),
    changed,
    onDidChangeDestinations(services, refresh),
    inFlight.onDidChange(refresh),
    checkResults.onDidChange(refresh),
  );
}

async function codeLensesOf(services: CodeLensServices, document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
  const { applications } = services.applications.list();
  const { requests } = parsedDocument(document);
  const inFlight = services.inFlight.indexesIn(document);
  const destinationOf = destinationsOf(document, services.selection.current(), applications);
  const lensesOf = async (request: RequestNode) => {
    const range = editorRange(document, request.line);
    const lens: MakeLens = (title, command) =>
      new vscode.CodeLens(range, { title, command, arguments: [document.uri, new LensRequest(document, request)] });
    if (document.uri.scheme === schemes.history) return historyLenses(lens);
    const destination = await destinationOf(request);
    if (destination === undefined) return [destinationLens(lens, applications.length > 0)];
    if (inFlight.has(request.index))
      return [lens(`$(debug-stop) ${vscode.l10n.t('Cancel')}`, 'hydrogen.request.cancel')];
    const verdicts = services.checkResults.currentVerdicts(document, request);
    const result = verdicts.length === 0 ? [] : [new vscode.CodeLens(range, resultCommand(verdicts))];
    return [...result, ...requestLenses(lens, destination, request, requests.length)];
  };
  return (await Promise.all(requests.slice(0, maximumLenses).map(lensesOf))).flat();
}

type MakeLens = (title: string, command: string) => vscode.CodeLens;

function historyLenses(lens: MakeLens): vscode.CodeLens[] {
  return [
    lens(vscode.l10n.t('Send Again in…'), 'hydrogen.history.sendAgain'),
    lens(vscode.l10n.t('Edit Request'), 'hydrogen.history.edit'),
    lens(vscode.l10n.t('Copy as…'), 'hydrogen.request.copyAs'),
  ];
}

function destinationLens(lens: MakeLens, hasApplications: boolean): vscode.CodeLens {
  return hasApplications
    ? lens(vscode.l10n.t('Select Environment…'), 'hydrogen.environment.select')
    : lens(vscode.l10n.t('Add Application…'), 'hydrogen.application.add');
}

function requestLenses(
  lens: MakeLens,
  destination: DestinationLabel,
  { index }: RequestNode,
  count: number,
): vscode.CodeLens[] {
  const { warning, refused, host } = destination;
  const icon = warning === undefined && refused === undefined && host !== 'leak' ? 'play' : 'warning';
  const send = lens(`$(${icon}) ${defuse(sendTitle(destination))}`, 'hydrogen.request.send');
  if (count > manyRequests) return [send];
  const isFirst = index === 0 && count > 1;
  return [
    send,
    ...(isFirst ? [lens(vscode.l10n.t('Send All'), 'hydrogen.request.sendAll')] : []),
    ...(index > 0 ? [lens(vscode.l10n.t('Send to Here'), 'hydrogen.request.sendToHere')] : []),
    lens(vscode.l10n.t('Copy as…'), 'hydrogen.request.copyAs'),
    lens(vscode.l10n.t('Compare…'), 'hydrogen.request.compareEnvironments'),
  ];
}

/** Returns a command that shows the number of passed checks. If some failed, a click opens the Problems view. */
function resultCommand(verdicts: readonly Verdict[]): vscode.Command {
  const { passed, total } = countOf(verdicts);
  const icon = passed === total ? 'pass' : 'error';
  return {
    title: `$(${icon}) ${messages.count(verdicts)}`,
    command: passed === total ? '' : 'workbench.actions.view.problems',
  };
}

function sendTitle({ application, label, host, warning, refused }: DestinationLabel): string {
  if (refused !== undefined) return vscode.l10n.t('No single environment of {0} is called {1}', application, refused);
  if (warning !== undefined) return `${warning} · ${application} · ${label}`;
  if (host === 'leak') return vscode.l10n.t('Cannot be sent: a secret would go to {0}', label);
  if (host === 'other') return vscode.l10n.t('Send to {0} without credentials', label);
  return vscode.l10n.t('Send · {0}', `${application} · ${label}`);
}
