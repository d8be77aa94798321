import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import { labelOf } from '../../../requests/document/outline';
import { RequestError } from '../../../requests/document/requestError';
import type { ExecutedRequest } from '../../../requests/sending/executeRequest';
import { checkResponse, type CheckServices } from '../../../requests/checks/checkResponse';
import type { Verdict } from '../../../requests/checks/verdict';
import type { RequestNode } from '../../../requests/document/syntax';
import type { ApplicationStore } from '../../applications/applicationStore';
import { isCancelled } from '../../platform/command';
import { errorMessage } from '../../messages/messages';
import { asUiError } from '../document/requestMessage';
import type { BegunRequest, SentRequest } from '../history/history';
import { ArrivingDocument, type PartialResponse } from '../responses/arrivingDocument';
import type { BackgroundWork } from '../responses/backgroundWork';
import type { LargeResponses } from '../responses/largeResponses';
import type { Responses } from '../responses/responses';
import { environmentOrHost, requestHead } from '../responses/responseText';
import type { ExecutionScope, RequestExecutor } from './requestExecutor';

export interface SendDependencies {
  applications: Pick<ApplicationStore, 'list'>;
  responses: Responses;
  largeResponses: LargeResponses;
  work: BackgroundWork;
}

interface RequestSendOptions extends Pick<CheckServices, 'snapshots' | 'sendInEnvironment'> {
  selection: Selection;
  scope: ExecutionScope;
  onSending: (begun: BegunRequest) => Promise<void>;
  /** Opens the document of a response that is still arriving. */
  onArriving: (uri: vscode.Uri) => void;
}

/**
 * Sends a request, evaluates its checks, and stores its response as a document. If a step fails after the response
 * arrived, the returned object has both `result` and `error`: the history needs both.
 */
export async function sendRequest(
  executor: RequestExecutor,
  dependencies: SendDependencies,
  request: RequestNode,
  { selection, scope, onSending, onArriving, ...checkServices }: RequestSendOptions,
): Promise<SentRequest> {
  const { largeResponses, responses, work } = dependencies;
  const large = largeResponses.begin();
  const secretNames = new Set<string>();
  const secret = (name: string) => {
    secretNames.add(name);
    return scope.secret(name);
  };
  const id = randomUUID();
  let arriving: ArrivingDocument | undefined;
  /** Computed once, so that the URI of the document stays the same if applications are added meanwhile. */
  let title: string | undefined;
  const begin = (resolved: ResolvedRequest) => {
    const name = titleOf(dependencies, request, resolved, selection);
    title = name;
    let openedUri: vscode.Uri | undefined;
    arriving = new ArrivingDocument(requestHead({ resolved, selection }), text => {
      const uri = responses.showArriving(text, name, id);
      if (openedUri === undefined) onArriving(uri);
      openedUri = uri;
    });
    return onSending({ id, request, resolved, selection });
  };
  const executed = await executor.execute(
    request,
    selection,
    { ...scope, secret, onSending: begin, onArriving: part => arriving?.add(part) },
    large,
  );
  if (isCancelled(executed.error)) arriving?.cancel();
  const arrived = arriving?.end();
  try {
    const file = await large.end(executed.result?.report.truncated === true);
    const verdicts = await checkResponse(executed, scope.document, {
      ...checkServices,
      evaluate: checked => work.run('checks', [checked], checked.body.length, scope.signal),
      describe: error =>
        isCancelled(error) ? { text: vscode.l10n.t('Cancelled. Nothing was sent.') } : errorMessage(asUiError(error)),
    });
    const stored = storeResponse(responses, id, executed, { selection, title, file, verdicts, arrived });
    return { ...executed, ...stored, id, selection, secretNames: [...secretNames], verdicts };
  } catch (error) {
    // The response is not stored, so nothing else deletes its file while the window is open.
    await large.end(false).catch(() => undefined);
    if (isCancelled(error)) arriving?.cancel();
    else arriving?.fail(errorMessage(asUiError(error)).text);
    const unstored = { id, selection, secretNames: [...secretNames], response: undefined, verdicts: [] };
    return { ...executed, ...unstored, error: executed.error ?? error };
  }
}

interface StoreOptions {
  selection: Selection;
  /** `undefined` if nothing was sent. */
  title: string | undefined;
  file: string | undefined;
  verdicts: readonly Verdict[];
  arrived: PartialResponse | undefined;
}

function storeResponse(
  responses: Responses,
  id: string,
  { resolved, result, error, milliseconds }: ExecutedRequest,
  { selection, title, file, verdicts, arrived }: StoreOptions,
): Pick<SentRequest, 'response' | 'failure'> {
  if (resolved === undefined || title === undefined) return { response: undefined };
  if (result !== undefined) {
    const response = { resolved, result, selection, title, verdicts, file };
    return { response: { uri: responses.add(response, id), response } };
  }
  // A message reports why nothing was sent; the status bar reports a cancelled request.
  if (milliseconds === undefined || isCancelled(error) || isUnsent(error)) return { response: undefined };
  return {
    response: undefined,
    failure: responses.addFailure({ resolved, selection, error, milliseconds, arrived }, title, id),
  };
}

/** Returns the title of a response. It contains the application if there are several. */
function titleOf(
  { applications }: Pick<SendDependencies, 'applications'>,
  request: RequestNode,
  resolved: ResolvedRequest,
  { application }: Selection,
): string {
  const target = environmentOrHost(resolved);
  const isOnly = applications.list().applications.length === 1 || resolved.family === 'other';
  return `${labelOf(request)} · ${isOnly ? target : `${application.name} · ${target}`}`;
}

/** True if a body file could not be read, so nothing was sent. */
function isUnsent(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'noFile';
}
