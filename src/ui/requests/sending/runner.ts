import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { Secret } from '../../../api/secret';
import type { Selection } from '../../../applications/selection';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import { resolveRequest } from '../../../requests/sending/resolve';
import type { ExecutedRequest } from '../../../requests/sending/executeRequest';
import { hasPassed } from '../../../requests/checks/verdict';
import type { RequestDocument, RequestNode } from '../../../requests/document/syntax';
import type { NamedResponse } from '../../../requests/document/responseReference';
import type { Http } from '../../network/http';
import { parsedDocument } from '../document/parsedDocument';
import { asUiError } from '../document/requestMessage';
import { selectionOf, targetKey } from '../document/requestTarget';
import type { BegunRequest, SentRequest } from '../history/history';
import { RequestExecutor, type ExecutionScope, type ExecutorDependencies } from './requestExecutor';
import { sendRequest, type SendDependencies } from './sendRequest';
import { snapshotsOf } from './snapshotFile';

interface SendRunOptions {
  /** The selection of the window; a request may name another application or environment. */
  selection: Selection;
  signal: AbortSignal;
  onRequest: (request: RequestNode) => void;
  /** Called and awaited before the request is sent. Never rejects. */
  onSending: (begun: BegunRequest) => Promise<void>;
  onSent: (sent: SentRequest) => void;
  /** Opens the document of a response that is still arriving. */
  onArriving: (uri: vscode.Uri) => void;
}

interface SingleCheckOptions extends Pick<SendRunOptions, 'selection' | 'signal'> {
  /** The document at the start of the run, so that later edits do not affect the run. */
  parsed: RequestDocument;
  /** Returns the responses of the run's named requests, by the key of their target. */
  responsesOf: (target: string) => Map<string, NamedResponse>;
  /** Throws if the request must not be sent. If it does not throw, the user may still be asked. */
  permit: (request: ResolvedRequest, selection: Selection) => void | Promise<void>;
  /** True if a refused access token may be renewed. */
  mayRenew: boolean;
  /**
   * Returns a secret of the sandbox, which is used without asking, but only in the sandbox: the request may name another
   * application. If `undefined`, the secret is read as for **Send**.
   */
  secret: (name: string) => Secret | undefined;
  /** The permissions for other hosts that the user gave to the document in this run. */
  granted: Set<string>;
}

type RunnerDependencies = ExecutorDependencies & SendDependencies & { http: Http };

/** Sends requests of documents, and resolves them for export. */
export class RequestRunner {
  readonly #dependencies: RunnerDependencies;
  readonly #executor: RequestExecutor;

  constructor(dependencies: RunnerDependencies) {
    this.#dependencies = dependencies;
    this.#executor = new RequestExecutor(dependencies);
  }

  /** Resolves a request for export, without secrets and tokens. @throws UiError */
  async resolve(document: vscode.TextDocument, request: RequestNode, selected: Selection): Promise<ResolvedRequest> {
    try {
      const scope = this.#executor.scope(document, this.#selectionOf(request, selected));
      const placeholder = () => Promise.resolve(new Secret(' '));
      const target = { ...scope.target, accessToken: placeholder };
      const machineValue: typeof scope.machineValue = (source, name, isPublic) =>
        isPublic ? scope.machineValue(source, name, isPublic) : placeholder();
      return await resolveRequest(request, { ...scope, secret: placeholder, machineValue, target });
    } catch (error) {
      throw asUiError(error);
    }
  }

  /** Sends a request of a test run. Its response goes to `responsesOf`, not to a document. Never rejects. */
  async check(
    document: vscode.TextDocument,
    request: RequestNode,
    options: SingleCheckOptions,
  ): Promise<ExecutedRequest> {
    const { signal, responsesOf, permit, secret, granted, mayRenew, parsed } = options;
    const executor = this.#executor;
    try {
      const selection = this.#selectionOf(request, options.selection);
      const ask = executor.permitFor(document, selection, granted);
      const scope = executor.scope(document, selection, signal);
      return await executor.execute(request, selection, {
        ...scope,
        document: parsed,
        responses: responsesOf(targetKey(selection)),
        mayRenew,
        fetch: await this.#dependencies.http.fetch(),
        secret: async name =>
          (selection.application.sandbox === undefined ? undefined : secret(name)) ?? scope.secret(name),
        async permit(resolved, body) {
          await permit(resolved, executor.guardedTarget(resolved, selection) ?? selection);
          await ask(resolved, body);
        },
      });
    } catch (error) {
      return { request, resolved: undefined, result: undefined, error };
    }
  }

  /**
   * Sends requests in order and stores their responses. Stops after the first failed request, which is the last item of
   * the result.
   */
  async run(
    document: vscode.TextDocument,
    requests: readonly RequestNode[],
    options: SendRunOptions,
  ): Promise<SentRequest[]> {
    // Later edits of the document do not affect this run.
    const start = { document: parsedDocument(document), fetch: await this.#dependencies.http.fetch() };
    const all: SentRequest[] = [];
    const granted = new Set<string>();
    for (const request of requests) {
      options.onRequest(request);
      const sent = await this.#send(document, request, { ...options, start, granted });
      all.push(sent);
      options.onSent(sent);
      if (sent.error !== undefined || sent.result === undefined || !hasPassed(sent.result, sent.verdicts)) break;
    }
    return all;
  }

  /** Sends a request. Never rejects: the result contains the error. */
  async #send(
    document: vscode.TextDocument,
    request: RequestNode,
    {
      selection: selected,
      signal,
      onSending,
      onArriving,
      start,
      granted,
    }: SendRunOptions & { start: Pick<ExecutionScope, 'document' | 'fetch'>; granted: Set<string> },
  ): Promise<SentRequest> {
    const executor = this.#executor;
    try {
      const selection = this.#selectionOf(request, selected);
      const permit = executor.permitFor(document, selection, granted);
      const scopeIn = (target: Selection) => ({ ...executor.scope(document, target, signal), ...start, permit });
      return await sendRequest(executor, this.#dependencies, request, {
        selection,
        scope: scopeIn(selection),
        onSending,
        onArriving,
        snapshots: snapshotsOf(document, 'add'),
        sendInEnvironment: compared => {
          const other = this.#selectionOf(compared, selected);
          return executor.execute(compared, other, scopeIn(other));
        },
      });
    } catch (error) {
      const unsent = { resolved: undefined, result: undefined, response: undefined };
      return { ...unsent, id: randomUUID(), request, error, selection: selected, secretNames: [], verdicts: [] };
    }
  }

  #selectionOf(request: RequestNode, selected: Selection): Selection {
    return selectionOf(request, selected, this.#dependencies.applications.list().applications);
  }
}
