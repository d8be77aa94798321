import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Secret } from '../../../api/secret';
import { replaceRejected } from '../../../auth/callWithAccessToken';
import type { Selection } from '../../../applications/selection';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import { labelOf } from '../../../requests/document/outline';
import type { MachineSource } from '../../../requests/values/dynamicValue';
import { RequestError } from '../../../requests/document/requestError';
import { resolveRequest } from '../../../requests/sending/resolve';
import { executeRequest, type ExecutedRequest, type ExecutionContext } from '../../../requests/sending/executeRequest';
import { decideChecks, type CheckMeans } from '../../../requests/checks/decide';
import { isGood, type Verdict } from '../../../requests/checks/verdict';
import type { RequestNode } from '../../../requests/document/syntax';
import type { NamedResponse } from '../../../requests/values/responseReference';
import type { ApplicationStore } from '../../applications/applicationStore';
import type { Guard } from '../../guard/guard';
import { isCancelled } from '../../platform/command';
import type { Http } from '../../platform/http';
import { errorMessage } from '../../platform/messages';
import type { ShownTexts } from '../../platform/shownTexts';
import type { Tokens } from '../../tokens/tokens';
import type { Users } from '../../users/userSessions';
import type { NamedResponses } from '../document/namedResponses';
import { parsedDocument } from '../document/parsedDocument';
import { toldError } from '../document/requestMessage';
import { environmentOf, environmentVariables, requestTarget, selectionOf } from '../document/requestTarget';
import type { BegunRequest, SentRequest } from '../history/history';
import type { BackgroundWork } from '../responses/backgroundWork';
import type { LargeResponse, LargeResponses } from '../responses/largeResponses';
import type { Responses } from '../responses/responses';
import { placeOf } from '../responses/responseText';
import { askForValue } from './askForValue';
import { readBodyFile } from './bodyFile';
import type { Consents } from './consents';
import { guardedRequest } from './guardedRequest';
import { WindowSecrets } from './knownSecrets';
import { createMachineValues } from './machineValues';
import { permitOtherHost } from './otherHost';
import type { SecretUse } from './secretUse';
import { snapshotsOf } from './snapshotFile';

/** Sends the requests of a document, one after the other. */
export interface RequestRunner {
  /** Stops after the first request that fails, which is the last of the list. Responses are kept. */
  run(document: vscode.TextDocument, requests: readonly RequestNode[], options: RunOptions): Promise<SentRequest[]>;
  /** Sends one request of a run of checks. Its response is in `responses` only, and in no document. Never rejects. */
  check(document: vscode.TextDocument, request: RequestNode, options: CheckOptions): Promise<ExecutedRequest>;
  /** What would be sent, to be written down: asks for no secret and fetches no token. @throws UiError */
  resolve(document: vscode.TextDocument, request: RequestNode, selection: Selection): Promise<ResolvedRequest>;
}

interface RunOptions {
  /** What is selected; a request may name another application or environment. */
  selection: Selection;
  signal: AbortSignal;
  onRequest: (request: RequestNode) => void;
  /** The request is about to be sent, and waits for this. Never rejects. */
  onSending: (begun: BegunRequest) => Promise<void>;
  onSent: (sent: SentRequest) => void;
}

export interface CheckOptions extends Pick<RunOptions, 'selection' | 'signal'> {
  /** That of a comparison, which the request names as well. */
  environment: string | undefined;
  /** Of the named requests of the run. */
  responses: Map<string, NamedResponse>;
  /** Throws when it may not be sent; else a person may still be asked. */
  permit: (request: ResolvedRequest, selection: Selection) => void | Promise<void>;
  /** A refused access token may be renewed. */
  mayRenew: boolean;
  /** Known without a person; `undefined`: as when it is sent by one. */
  secret: (name: string) => Secret | undefined;
  /** What a person allowed in this run. */
  asked: Set<string>;
}

export function createRequestRunner({
  applications,
  tokens,
  users,
  http,
  guard,
  secretUse,
  consents,
  texts,
  responses,
  largeResponses,
  namedResponses,
  work,
}: {
  applications: Pick<ApplicationStore, 'list'>;
  tokens: Tokens;
  users: Users;
  http: Http;
  guard: Guard;
  secretUse: SecretUse;
  consents: Consents;
  texts: ShownTexts;
  responses: Responses;
  largeResponses: LargeResponses;
  namedResponses: NamedResponses;
  work: BackgroundWork;
}): RequestRunner {
  const machineValues = createMachineValues(consents);
  const known = new WindowSecrets(tokens, users);
  const scopeOf = (document: vscode.TextDocument, selection: Selection) => ({
    document: parsedDocument(document),
    environmentVariables: environmentVariables(selection),
    responses: namedResponses.of(document, selection),
    target: requestTarget(tokens, users, selection),
    now: () => Date.now(),
    readFile: (path: string) => readBodyFile(document, path),
    prompt: askForValue,
    secret: async (name: string) =>
      known.use(`{{$secret ${name}}}`, await secretUse.read(name, selection.application, document)),
    async machineValue(source: MachineSource, name: string, isPublic: boolean) {
      const value = await machineValues.read(document, source, name, isPublic);
      return isPublic ? value : known.use(`{{${source} ${name}}}`, value);
    },
  });
  const keepResponse = (
    id: string,
    { request, resolved, result, error, milliseconds }: ExecutedRequest,
    selection: Selection,
    file: string | undefined,
    verdicts: readonly Verdict[],
  ): Pick<SentRequest, 'response' | 'failure'> => {
    if (resolved === undefined) return { response: undefined };
    const place = placeOf(resolved);
    const isOnly = applications.list().applications.length === 1 || resolved.family === 'other';
    const where = isOnly ? place : `${selection.application.name} · ${place}`;
    const title = `${labelOf(request)} · ${where}`;
    if (result === undefined) {
      // A message says why nothing was sent, and the status bar that a request was cancelled.
      if (milliseconds === undefined || isCancelled(error) || isUnsent(error)) return { response: undefined };
      return {
        response: undefined,
        failure: responses.addFailure({ resolved, selection, error, milliseconds }, title, id),
      };
    }
    const response = { resolved, result, selection, title, verdicts, file };
    return { response: { uri: responses.add(response, id), response } };
  };
  type Scope = ReturnType<typeof scopeOf> &
    Pick<ExecutionContext, 'fetch' | 'signal' | 'permit' | 'onSending'> &
    Partial<Pick<CheckOptions, 'mayRenew'>>;
  const execute = async (request: RequestNode, selection: Selection, scope: Scope, large?: LargeResponse) => {
    const executed = await executeRequest(request, {
      ...scope,
      async renew(refused) {
        if (scope.mayRenew === false) return undefined;
        const token = await replaceRejected(tokens.of(selection.application), refused, { signal: scope.signal });
        if (token !== undefined) await large?.restart();
        return token;
      },
      known: () => known.of(selection),
      ...(large === undefined ? {} : { sink: (chunk: Uint8Array) => large.write(chunk) }),
      readBody: (bytes, contentType, masks, parts, ending) =>
        work.run(
          'readBody',
          [bytes, contentType, masks.map(secret => secret.reveal()), parts],
          bytes.byteLength,
          ending,
        ),
    });
    known.addResponse(labelOf(request), executed.result);
    return executed;
  };
  const permitOf =
    (document: vscode.TextDocument, selection: Selection, asked: Set<string>) =>
    async (resolved: ResolvedRequest, body: Uint8Array | undefined) => {
      if (resolved.family !== 'other') return permitOwn(guard, resolved, selection);
      const carried = await known.carriedBy(selection, resolved, body);
      return permitOtherHost(document, resolved, selection.application, { consents, texts, asked, carried });
    };
  const send = async (
    request: RequestNode,
    selection: Selection,
    scope: Scope,
    begin: RunOptions['onSending'],
    means: Pick<CheckMeans, 'snapshots' | 'elsewhere'>,
  ): Promise<SentRequest> => {
    const large = largeResponses.begin();
    const secretNames = new Set<string>();
    const secret = (name: string) => {
      secretNames.add(name);
      return scope.secret(name);
    };
    const id = randomUUID();
    const onSending = (resolved: ResolvedRequest) => begin({ id, request, resolved, selection });
    const executed = await execute(request, selection, { ...scope, secret, onSending }, large);
    const file = await large.end(executed.result?.report.truncated === true);
    const verdicts = await decideChecks(executed, scope.document, {
      ...means,
      evaluate: checked => work.run('checks', [checked], checked.body.length, scope.signal),
      describe: error =>
        isCancelled(error) ? { text: vscode.l10n.t('Cancelled. Nothing was sent.') } : errorMessage(toldError(error)),
    });
    const kept = keepResponse(id, executed, selection, file, verdicts);
    return { ...executed, ...kept, id, selection, secretNames: [...secretNames], verdicts };
  };
  return {
    async resolve(document, request, selected) {
      try {
        const scope = scopeOf(document, selectionOf(request, selected, applications.list().applications));
        const unknown = () => Promise.resolve(new Secret(' '));
        const target = { ...scope.target, accessToken: unknown };
        return await resolveRequest(request, { ...scope, secret: unknown, machineValue: unknown, target });
      } catch (error) {
        throw toldError(error);
      }
    },
    async check(
      document,
      request,
      { selection: selected, environment, signal, responses, permit, secret, asked, mayRenew },
    ) {
      try {
        const { application, ...here } = selectionOf(request, selected, applications.list().applications);
        const there =
          environment === undefined ? here.environment : environmentOf(environment, application.environments);
        const selection = { application, environment: there };
        const ask = permitOf(document, selection, asked);
        const scope = scopeOf(document, selection);
        return await execute(request, selection, {
          ...{ ...scope, responses, signal, mayRenew, fetch: await http.fetch() },
          secret: async name => secret(name) ?? scope.secret(name),
          async permit(resolved, body) {
            await permit(resolved, selection);
            await ask(resolved, body);
          },
        });
      } catch (error) {
        return { request, resolved: undefined, result: undefined, error };
      }
    },
    async run(document, requests, { selection: selected, signal, onRequest, onSending, onSent }) {
      const same = { document: parsedDocument(document), fetch: await http.fetch(), signal };
      const all: SentRequest[] = [];
      const asked = new Set<string>();
      for (const request of requests) {
        onRequest(request);
        let sent: SentRequest;
        try {
          const selection = selectionOf(request, selected, applications.list().applications);
          const { application } = selection;
          const permit = permitOf(document, selection, asked);
          const scope = (there: Selection) => ({ ...scopeOf(document, there), ...same, permit });
          sent = await send(request, selection, scope(selection), onSending, {
            snapshots: snapshotsOf(document, 'add', application.sandbox !== undefined),
            elsewhere(there, name) {
              const environment = environmentOf(name, application.environments);
              const other = { application, environment };
              return execute(there, other, scope(other));
            },
          });
        } catch (error) {
          const nothing = {
            id: randomUUID(),
            resolved: undefined,
            result: undefined,
            response: undefined,
            secretNames: [],
            verdicts: [],
          };
          sent = { request, error, selection: selected, ...nothing };
        }
        all.push(sent);
        onSent(sent);
        if (sent.result === undefined || !isGood(sent.result, sent.verdicts)) break;
      }
      return all;
    },
  };
}

/** The body could not be read, so there was nothing to send. */
function isUnsent(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'noFile';
}

async function permitOwn(guard: Guard, request: ResolvedRequest, { application }: Selection): Promise<void> {
  const environment = application.environments.find(({ envId }) => envId === request.environment?.envId);
  await guard.permit({ application, environment }, guardedRequest(request));
}
