import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { requestAt } from '../../../requests/language/nodeAt';
import { labelOf } from '../../../requests/document/outline';
import type { RequestNode } from '../../../requests/document/syntax';
import { pickEnvironment, selectedOr } from '../../applications/commandTarget';
import { isCancelled } from '../../platform/command';
import { describe } from '../../platform/messages';
import type { Parts } from '../../parts';
import { plainText } from '../../platform/plainText';
import { UiError } from '../../platform/uiError';
import { shownUri } from '../responses/responseCommands';
import { answerScheme, isImage, type Answer, type Answers } from '../responses/responses';
import type { History } from '../history/history';
import { editorRange, parsedDocument } from '../document/parsedDocument';
import type { RequestRunner, SentStep } from './runner';
import type { Sending } from './sendStatus';
import { offerSignIn } from './signIn';

export interface RequestParts {
  runner: RequestRunner;
  answers: Answers;
  sending: Sending;
  history: History;
}

export interface SendOrder {
  document: vscode.TextDocument;
  requests: readonly RequestNode[];
  selection: Selection;
}

/** Sending requests. */
export function registerSendCommands(parts: Parts, own: RequestParts): vscode.Disposable[] {
  const { commands } = parts;
  const part = (first: RequestNode, all: readonly RequestNode[]) => all.slice(0, all.indexOf(first) + 1);
  return [
    commands.register('hydrogen.request.send', (uri, index) => send(parts, own, uri, index, one => [one])),
    commands.register('hydrogen.request.sendAll', (uri, index) => send(parts, own, uri, index, (_, all) => all)),
    commands.register('hydrogen.request.sendToHere', (uri, index) => send(parts, own, uri, index, part)),
    commands.register('hydrogen.request.cancel', () => own.sending.cancel()),
    commands.register('hydrogen.request.compareEnvironments', (uri, index) => compare(parts, own, uri, index)),
  ];
}

/** The document and request that a lens, a key or the palette means. */
export async function requestOf(
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
  const request = typeof index === 'number' ? all[index] : (atCursor ?? all[0]);
  if (request === undefined) throw new UiError(vscode.l10n.t('There is no request here.'));
  return { document, request, all };
}

async function send(
  parts: Parts,
  own: RequestParts,
  uri: unknown,
  index: unknown,
  choose: (request: RequestNode, all: readonly RequestNode[]) => readonly RequestNode[],
): Promise<void> {
  const { document, request, all } = await requestOf(uri, index);
  const selection = await selectedOr(parts, undefined);
  await sendRequests(parts, own, { document, requests: choose(request, all), selection });
}

/** Sends, keeps the history and shows what came back. @throws the error of a single request */
export async function sendRequests(parts: Parts, own: RequestParts, order: SendOrder): Promise<void> {
  const steps = await runSteps(own, order);
  const last = steps.at(-1);
  const shown = last?.answer ?? steps.findLast(({ answer }) => answer !== undefined)?.answer;
  if (shown !== undefined) await showAnswer(order.document, shown.uri, shown.answer);
  if (order.requests.length > 1) {
    tellOutcome(order, steps);
    return;
  }
  if (last?.error !== undefined) fail(last);
  if (shown !== undefined && last?.resolved?.operation?.category === 'user') void offerSignIn(parts, shown.answer);
}

function runSteps(own: RequestParts, { document, requests, selection }: SendOrder): Promise<SentStep[]> {
  return own.sending.during((signal, report) =>
    own.runner.run(document, requests, {
      selection,
      signal,
      onRequest: request => report(labelOf(request)),
      onStep: step => void own.history.add(step, selection),
    }),
  );
}

/** Of several requests: how many were answered, and where and why it stopped. */
function tellOutcome({ document, requests }: SendOrder, steps: readonly SentStep[]): void {
  const last = steps.at(-1);
  const good = steps.filter(({ result }) => result?.report.ok === true).length;
  if (last === undefined || good === requests.length) {
    const text = vscode.l10n.t('All {0} requests were answered.', good);
    vscode.window.setStatusBarMessage(`$(check) ${text}`, 8000);
    return;
  }
  const label = plainText(labelOf(last.request), 80);
  const { line } = document.positionAt(last.request.line.start);
  const reason = isCancelled(last.error)
    ? cancelledText(last)
    : last.result !== undefined
      ? vscode.l10n.t('It was answered with {0}.', last.result.status)
      : describe(last.error).text;
  const text = vscode.l10n.t(
    'Stopped at “{0}” in line {1}, after {2} of {3} requests. {4}',
    label,
    line + 1,
    good,
    requests.length,
    reason,
  );
  void offerToGo(text, document, editorRange(document, last.request.line));
}

/** @throws the error of the step; of a cancelled one there is no message, and so the status bar says it */
function fail(step: SentStep): never {
  if (isCancelled(step.error)) vscode.window.setStatusBarMessage(`$(circle-slash) ${cancelledText(step)}`, 8000);
  throw step.error as Error;
}

/** What was declined stayed here; what was taken back on its way may have arrived. */
function cancelledText({ error, resolved: outgoing }: SentStep): string {
  if (error instanceof vscode.CancellationError) return vscode.l10n.t('It was not sent.');
  return outgoing === undefined || outgoing.risk === 'reads'
    ? vscode.l10n.t('Cancelled.')
    : vscode.l10n.t('Cancelled. The service may have received it.');
}

async function offerToGo(text: string, document: vscode.TextDocument, selection: vscode.Range): Promise<void> {
  const go = vscode.l10n.t('Go to Request');
  const chosen = await vscode.window.showWarningMessage(text, go);
  if (chosen === go) await vscode.window.showTextDocument(document, { selection });
}

async function showAnswer(document: vscode.TextDocument, uri: vscode.Uri, { result }: Answer): Promise<void> {
  const options = { viewColumn: answerColumn(document), preview: true, preserveFocus: true };
  if (isImage(result)) {
    await vscode.commands.executeCommand('vscode.open', uri, options);
    return;
  }
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
}

/** Where answers stand already, else beside the request: who waits for one may have gone to another editor. */
function answerColumn(document: vscode.TextDocument): vscode.ViewColumn {
  const own = vscode.window.visibleTextEditors.find(editor => editor.document === document)?.viewColumn;
  const others = vscode.window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== own);
  const before = others.find(({ tabs }) => tabs.some(tab => shownUri(tab)?.scheme === answerScheme));
  return before?.viewColumn ?? (own === undefined ? vscode.ViewColumn.Beside : own + 1);
}

/** The answer here beside the answer there; `# @environment` holds for here alone. */
async function compare(parts: Parts, own: RequestParts, uri: unknown, index: unknown): Promise<void> {
  const { document, request } = await requestOf(uri, index);
  const here = await selectedOr(parts, undefined);
  const title = vscode.l10n.t('Compare with which environment?');
  const environment = await pickEnvironment(here.application, title, here);
  const directives = request.directives.filter(({ name }) => name.text !== 'environment');
  const there: SendOrder = { document, requests: [{ ...request, directives }], selection: { ...here, environment } };
  const sides: NonNullable<SentStep['answer']>[] = [];
  for (const order of [{ document, requests: [request], selection: here }, there]) {
    const [step] = await runSteps(own, order);
    if (step?.error !== undefined) fail(step);
    if (step?.answer === undefined) return;
    sides.push(step.answer);
  }
  const [left, right] = sides;
  if (left === undefined || right === undefined) return;
  const titles = `${left.answer.title} ↔ ${right.answer.title}`;
  await vscode.commands.executeCommand('vscode.diff', left.uri, right.uri, titles);
}
