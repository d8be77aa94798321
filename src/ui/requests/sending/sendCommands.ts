import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { methodOf } from '../../../requests/document/syntax';
import { pinnedTarget } from '../../../requests/document/requestTarget';
import type { RequestNode } from '../../../requests/document/syntax';
import { pickEnvironment, commandTarget, targetGone, type CommandServices } from '../../applications/commandTarget';
import { locate } from '../../applications/environmentTarget';
import { showStatus } from '../../platform/dialogs';
import { withFailedCall } from '../../messages/failedCall';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { requestAtCursor } from '../document/requestAtCursor';
import { LensRequest } from '../document/requestsNow';
import { selectionOf } from '../document/requestTarget';
import type { ResponseDocument } from '../responses/response';
import { comparedUri } from '../responses/responseText';
import { withoutTarget, type RequestBatch, type RequestSender } from './requestSender';
import { throwError } from './sendOutcome';
import type { SendStatus } from './sendStatus';
import type { RequestsInFlight } from './requestsInFlight';

interface SendServices extends CommandServices {
  sender: RequestSender;
  sendStatus: SendStatus;
  inFlight: RequestsInFlight;
}

/** Registers the commands that send requests. */
export function registerSendCommands(services: SendServices): vscode.Disposable[] {
  const { commands, applications, selection, sender, sendStatus, inFlight } = services;
  type SelectRequests = (request: RequestNode, all: readonly RequestNode[]) => readonly RequestNode[];
  const sendOnce = async (batch: RequestBatch) => {
    if (await inFlight.during(batch.document, batch.requests, () => sender.send(batch))) return;
    showStatus(vscode.l10n.t('This is already being sent.'), 3000);
  };
  const currentTarget = async (requests: readonly RequestNode[]): Promise<Selection> =>
    selection.current() ??
    pinnedTarget(requests, applications.list().applications) ??
    (await commandTarget({ applications, selection }, undefined));
  /** The settings may have changed since the request was sent. */
  const targetNow = (sent: Selection): Selection => {
    const target = locate(applications.list().applications, sent);
    if (target === undefined) throw targetGone(sent);
    return target;
  };
  const sendRequests = async (uri: unknown, index: unknown, choose: SelectRequests) => {
    const { document, request, all } = await requestAtCursor(uri, index);
    const requests = choose(request, all);
    const repeated = index instanceof LensRequest ? index.selection : undefined;
    const target = repeated === undefined ? await currentTarget(requests) : targetNow(repeated);
    await repeatable(document, request, target, sendOnce({ document, requests, selection: target }));
  };
  const registerSend = (id: string, choose: SelectRequests) =>
    commands.register(id, (uri, index) => sendRequests(uri, index, choose));
  return [
    registerSend('hydrogen.request.send', request => [request]),
    registerSend('hydrogen.request.sendAll', (_, all) => all),
    registerSend('hydrogen.request.sendToHere', (request, all) => all.slice(0, all.indexOf(request) + 1)),
    commands.register('hydrogen.request.sendLast', async (uri, failed) => {
      // A button below an error repeats the request that failed, even if another one was sent since.
      if (failed instanceof LensRequest) return sendRequests(uri, failed, request => [request]);
      const { document, requests, selection: sent } = sender.last();
      const target = targetNow(sent);
      const work = sendOnce({ document, requests, selection: target });
      // Only a batch of one request throws its error, so this is the request that can be repeated.
      return requests[0] === undefined ? work : repeatable(document, requests[0], target, work);
    }),
    commands.register('hydrogen.request.cancel', (uri, shown) => {
      const index = shown instanceof LensRequest ? shown.index : shown;
      if (!inFlight.isDoubleClick(uri, index)) sendStatus.cancel(uri, index);
    }),
    commands.register('hydrogen.request.compareEnvironments', async (uri, index) => {
      const { document, request } = await requestAtCursor(uri, index);
      const selected = await commandTarget({ applications, selection }, undefined);
      const from = selectionOf(request, selected, applications.list().applications);
      const comparing = compareEnvironments(sender, { document, requests: [request], selection: selected }, from);
      await repeatable(document, request, selected, comparing);
    }),
  ];
}

/** Waits for work on a request. The cursor and the selection may be elsewhere when the user tries again. */
function repeatable(
  document: vscode.TextDocument,
  request: RequestNode,
  target: Selection,
  work: Promise<unknown>,
): Promise<unknown> {
  const again = new LensRequest(document, request, target);
  return work.catch((error: unknown) => {
    throw withFailedCall(error, { again: [document.uri, again] });
  });
}

/**
 * Sends the request to its target and to an environment that the user picks, and compares the responses. The directives
 * `# @application` and `# @environment` apply only to the first one.
 * @param from the target of the request
 */
async function compareEnvironments(sender: RequestSender, original: RequestBatch, from: Selection): Promise<void> {
  const { application } = from;
  if (application.environments.length === 0) {
    throw new UiError(vscode.l10n.t('{0} has no other environment to compare with.', plainText(application.name, 60)));
  }
  const isRead = original.requests.every(request => ['GET', 'HEAD'].includes(methodOf(request)));
  const title = isRead
    ? vscode.l10n.t('Compare with which environment?')
    : vscode.l10n.t('Send to both environments and compare: the request may change both');
  const environment = await pickEnvironment(application, title, original.selection, from);
  const other = {
    ...original,
    requests: original.requests.map(withoutTarget),
    selection: { application, environment },
  };
  const sides: ResponseDocument[] = [];
  for (const batch of [original, other]) {
    const [sent] = await sender.execute(batch);
    if (sent?.error !== undefined) throwError(sent);
    if (sent?.response === undefined) return;
    sides.push(sent.response);
  }
  const [left, right] = sides;
  if (left === undefined || right === undefined) return;
  const titles = plainText(`${left.response.title} ↔ ${right.response.title}`);
  await vscode.commands.executeCommand('vscode.diff', comparedUri(left.uri), comparedUri(right.uri), titles);
}
