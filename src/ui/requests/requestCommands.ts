import * as vscode from 'vscode';
import { lifetime } from '../../api/authorize';
import { maskedUser } from '../../api/users';
import { requestAt } from '../../requests/nodeAt';
import { labelOf } from '../../requests/outline';
import type { RequestNode } from '../../requests/syntax';
import type { Selection } from '../../applications/selection';
import { isCancelled } from '../command';
import { pickEnvironment, selectedOr } from '../choose';
import { describe } from '../messages';
import type { Parts } from '../parts';
import { plainText } from '../plainText';
import { realmOf } from '../userSessions';
import { UiError } from '../uiError';
import { isImage, type Answer, type Answers } from './answers';
import type { History } from './history';
import { parsedDocument } from './parsedDocument';
import type { RequestRunner, SentStep } from './runner';
import type { Sending } from './sending';

export interface RequestParts {
  runner: RequestRunner;
  answers: Answers;
  sending: Sending;
  history: History;
}

/** Sending requests, and looking at what came back. */
export function registerSendCommands(parts: Parts, own: RequestParts): vscode.Disposable[] {
  const { commands } = parts;
  const part = (first: RequestNode, all: readonly RequestNode[]) => all.slice(0, all.indexOf(first) + 1);
  return [
    commands.register('hydrogen.request.send', (uri, index) => send(parts, own, uri, index, one => [one])),
    commands.register('hydrogen.request.sendAll', (uri, index) => send(parts, own, uri, index, (_, all) => all)),
    commands.register('hydrogen.request.sendToHere', (uri, index) => send(parts, own, uri, index, part)),
    commands.register('hydrogen.request.cancel', () => own.sending.cancel()),
    commands.register('hydrogen.request.compareEnvironments', (uri, index) => compare(parts, own, uri, index)),
    commands.register('hydrogen.response.comparePrevious', async argument => {
      const uri = answerUri(argument);
      const before = uri === undefined ? undefined : own.answers.previous(uri);
      if (uri === undefined || before === undefined) {
        throw new UiError(vscode.l10n.t('There is no earlier answer to this request.'));
      }
      await vscode.commands.executeCommand('vscode.diff', before, uri, vscode.l10n.t('Previous ↔ This answer'));
    }),
    commands.register('hydrogen.response.reveal', argument => reveal(own.answers, argument)),
    commands.register('hydrogen.response.save', argument => save(own.answers, argument)),
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
  const requests = choose(request, all);
  const steps = await own.sending.during(plainText(labelOf(request), 60), signal =>
    own.runner.run(document, requests, { selection, signal }),
  );
  for (const step of steps) await own.history.add(step, selection);
  await showOutcome(parts, requests, steps);
}

async function showOutcome(parts: Parts, requests: readonly RequestNode[], steps: readonly SentStep[]): Promise<void> {
  const last = steps.at(-1);
  const shown = last?.answer ?? steps.findLast(({ answer }) => answer !== undefined)?.answer;
  if (shown !== undefined) await showAnswer(shown.uri, shown.answer);
  if (last === undefined) return;
  if (requests.length > 1 && !isCancelled(last.error)) {
    const sent = steps.filter(({ result }) => result !== undefined).length;
    const text = vscode.l10n.t('{0} of {1} requests were answered.', sent, requests.length);
    vscode.window.setStatusBarMessage(`$(info) ${text}`, 8000);
  }
  if (last.error !== undefined) throw last.error as Error;
  if (shown !== undefined && last.outgoing?.operation?.category === 'user') void offerSignIn(parts, shown.answer);
}

async function showAnswer(uri: vscode.Uri, { result }: Answer): Promise<void> {
  const options = { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true };
  if (isImage(result)) {
    await vscode.commands.executeCommand('vscode.open', uri, options);
    return;
  }
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
}

/** A registration or login can become the session of the tree and of later requests. */
async function offerSignIn(parts: Parts, { result, selection, outgoing }: Answer): Promise<void> {
  const token = result.userToken();
  if (token === undefined || !result.report.ok) return;
  const adopt = vscode.l10n.t('Sign In as This User');
  const chosen = await vscode.window.showInformationMessage(vscode.l10n.t('The answer holds a user session.'), adopt);
  if (chosen !== adopt) return;
  const { application } = selection;
  const environment = application.environments.find(({ envId }) => envId === outgoing.environment?.envId);
  const user = (JSON.parse(result.revealText() ?? '{}') as Record<string, unknown> | null) ?? {};
  const { expires_in, user_id, id } = user;
  const identifier = [user_id, id].find(value => typeof value === 'number' || typeof value === 'string');
  await parts.users.of(application).keep(realmOf({ application, environment }), {
    token,
    expiresIn: lifetime(expires_in),
    userId: identifier === undefined ? undefined : String(identifier),
    user: maskedUser(user, token),
  });
}

async function compare(parts: Parts, own: RequestParts, uri: unknown, index: unknown): Promise<void> {
  const { document, request } = await requestOf(uri, index);
  const here: Selection = await selectedOr(parts, undefined);
  const title = vscode.l10n.t('Compare with which environment?');
  const environment = await pickEnvironment(here.application, title, here);
  const sides: { uri: vscode.Uri; answer: Answer }[] = [];
  for (const selection of [here, { ...here, environment }]) {
    const [step] = await own.sending.during(plainText(labelOf(request), 60), signal =>
      own.runner.run(document, [request], { selection, signal }),
    );
    if (step?.answer === undefined) {
      if (step?.error !== undefined) throw step.error as Error;
      return;
    }
    sides.push(step.answer);
  }
  const [left, right] = sides;
  if (left === undefined || right === undefined) return;
  await vscode.commands.executeCommand(
    'vscode.diff',
    left.uri,
    right.uri,
    `${left.answer.title} ↔ ${right.answer.title}`,
  );
}

async function reveal(answers: Answers, argument: unknown): Promise<void> {
  const uri = answerUri(argument);
  if (uri === undefined || answers.find(uri) === undefined) return;
  const show = vscode.l10n.t('Show');
  const question = vscode.l10n.t('Show the credentials of this answer?');
  const detail = vscode.l10n.t('They stay visible in the document until it is closed.');
  const chosen = await vscode.window.showWarningMessage(question, { modal: true, detail }, show);
  if (chosen === show) answers.reveal(uri);
}

async function save(answers: Answers, argument: unknown): Promise<void> {
  const uri = answerUri(argument);
  const answer = uri === undefined ? undefined : answers.find(uri);
  if (answer === undefined) return;
  const target = await vscode.window.showSaveDialog({ title: vscode.l10n.t('Save the body of the answer') });
  if (target === undefined) return;
  try {
    if (answer.file !== undefined) await vscode.workspace.fs.copy(answer.file, target, { overwrite: true });
    else await vscode.workspace.fs.writeFile(target, answer.result.revealBytes());
  } catch (error) {
    throw new UiError(vscode.l10n.t('The answer could not be saved. {0}', describe(error).text));
  }
}

function answerUri(argument: unknown): vscode.Uri | undefined {
  return argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
}
