import type * as vscode from 'vscode';
import type { RedactedRequest } from '../../../api/http/redactedRequest';
import type { Secret } from '../../../api/secret';
import { maskResponse } from '../../../api/masking/text';
import { replaceRejected } from '../../../auth/callWithAccessToken';
import { ownerOf } from '../../../applications/application';
import type { Selection } from '../../../applications/selection';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import { labelOf } from '../../../requests/document/outline';
import type { MachineSource } from '../../../requests/document/dynamicValue';
import { foreignHeaders } from '../../../requests/sending/foreignHeaders';
import { executeRequest, type ExecutedRequest, type ExecutionContext } from '../../../requests/sending/executeRequest';
import { masked, secretsIn } from '../../../requests/document/secretText';
import type { RequestNode } from '../../../requests/document/syntax';
import type { ApplicationStore } from '../../applications/applicationStore';
import type { Guard } from '../../guard/guard';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import type { Tokens } from '../../tokens/tokens';
import type { Users } from '../../users/userSessions';
import type { NamedResponses } from '../document/namedResponses';
import { parsedDocument } from '../document/parsedDocument';
import { environmentVariables, requestTarget } from '../document/requestTarget';
import type { BackgroundWork } from '../responses/backgroundWork';
import type { LargeResponse } from '../responses/largeResponses';
import { askForValue } from './askForValue';
import { readBodyFile } from './bodyFile';
import type { Consents } from './consents';
import { readMachineValue } from './machineValues';
import { permitOtherHost } from './otherHost';
import type { SecretUse } from './secretUse';
import { WindowSecrets } from './windowSecrets';

export interface ExecutorDependencies {
  applications: Pick<ApplicationStore, 'list'>;
  tokens: Tokens;
  users: Users;
  guard: Guard;
  secretUse: SecretUse;
  consents: Consents;
  texts: ReadonlyTexts;
  namedResponses: NamedResponses;
  work: BackgroundWork;
}

/** The inputs of a request that is sent to one environment: variables, responses, files, secrets, and the target. */
type DocumentScope = ReturnType<RequestExecutor['scope']>;

/** A scope and the functions for sending. */
export type ExecutionScope = DocumentScope &
  Pick<ExecutionContext, 'fetch' | 'permit' | 'onSending' | 'onArriving'> & {
    /** False if a refused access token must not be renewed. By default it is renewed. */
    mayRenew?: boolean;
  };

/** Sends single requests of documents and remembers the secrets that they used. */
export class RequestExecutor {
  readonly #dependencies: ExecutorDependencies;
  readonly #windowSecrets: WindowSecrets;
  /**
   * The values of `{{$secret name}}`. The user entered them, so a token among them is not refused as one of another
   * application.
   */
  readonly #givenByUser = new WeakSet<Secret>();

  constructor(dependencies: ExecutorDependencies) {
    this.#dependencies = dependencies;
    this.#windowSecrets = new WindowSecrets(dependencies.tokens, dependencies.users);
  }

  /** @param signal ends sending, and closes open questions */
  scope(document: vscode.TextDocument, selection: Selection, signal?: AbortSignal) {
    const { namedResponses, tokens, users, secretUse, consents } = this.#dependencies;
    return {
      document: parsedDocument(document),
      signal,
      environmentVariables: environmentVariables(document.uri, selection),
      responses: namedResponses.of(document, selection),
      target: requestTarget(tokens, users, selection),
      now: () => Date.now(),
      readFile: (path: string) => readBodyFile(document, path),
      prompt: (question: string) => askForValue(question, signal),
      secret: async (name: string): Promise<Secret> => {
        const secret = await secretUse.read(name, selection.application, document, signal);
        this.#givenByUser.add(secret);
        return this.#windowSecrets.use(`{{$secret ${name}}}`, secret);
      },
      machineValue: async (source: MachineSource, name: string, isPublic: boolean): Promise<Secret> => {
        const value = await readMachineValue(document, selection.application, { source, name, isPublic }, consents);
        return isPublic ? value : this.#windowSecrets.use(`{{${source} ${name}}}`, value);
      },
    };
  }

  /** Sends a request. Never rejects: the result contains the error. */
  async execute(
    request: RequestNode,
    selection: Selection,
    scope: ExecutionScope,
    large?: LargeResponse,
  ): Promise<ExecutedRequest> {
    const { tokens, work } = this.#dependencies;
    const executed = await executeRequest(request, {
      ...scope,
      async renew(refused) {
        if (scope.mayRenew === false) return undefined;
        const token = await replaceRejected(tokens.of(selection.application), refused, { signal: scope.signal });
        if (token !== undefined) await large?.restart();
        return token;
      },
      otherSecrets: () => this.#windowSecrets.of(selection),
      ...(large === undefined ? {} : { sink: (chunk: Uint8Array) => large.write(chunk) }),
      readBody: (bytes, contentType, masks, parts, ending) =>
        work.run(
          'readBody',
          [bytes, contentType, masks.map(secret => secret.reveal()), parts],
          bytes.byteLength,
          ending,
        ),
    });
    this.#windowSecrets.addResponse(labelOf(request), executed.result);
    return executed;
  }

  /**
   * Returns a function that asks before a request is sent. For the service's hosts the guard decides whether to ask, for
   * all other addresses and applications `permitOtherHost`.
   * @param granted the permissions for other hosts that were already given
   */
  permitFor(document: vscode.TextDocument, selection: Selection, granted: Set<string>) {
    const { guard } = this.#dependencies;
    return async (resolved: ResolvedRequest, body: Uint8Array | undefined): Promise<void> => {
      const isOwn = resolved.family !== 'other';
      const guarded = this.guardedTarget(resolved, selection);
      if (guarded !== undefined)
        await guard.permit(guarded, { risk: resolved.risk, requests: [guardedRequest(resolved)] });
      const foreign = isOwn ? await this.#foreignHeaders(resolved, selection) : [];
      if (isOwn && foreign.length === 0) return;
      const withoutForeign = { ...resolved, headers: resolved.headers.filter(header => !foreign.includes(header)) };
      const carried = [
        ...(await this.#windowSecrets.carriedBy(selection, withoutForeign, body)),
        ...resolved.publicValues,
      ];
      if (isOwn && carried.length + resolved.files.length === 0) return;
      return permitOtherHost(document, { request: resolved, carried, foreign }, selection, this.#dependencies, granted);
    };
  }

  /**
   * Returns the target whose guard applies to a request; `undefined` for a host that belongs to no application. A complete
   * address can lead to the production of any configured application.
   */
  guardedTarget(request: ResolvedRequest, { application }: Selection): Selection | undefined {
    if (request.family !== 'other') {
      const environment = application.environments.find(({ envId }) => envId === request.environment?.envId);
      return { application, environment };
    }
    const owner = ownerOf(request.url, [application, ...this.#dependencies.applications.list().applications]);
    return owner && { application: owner, environment: undefined };
  }

  async #foreignHeaders(request: ResolvedRequest, { application }: Selection): Promise<ResolvedRequest['headers']> {
    if (application.sandbox !== undefined) return [];
    const stored = await this.#dependencies.tokens.of(application).read();
    const given = request.headers
      .flatMap(({ value }) => secretsIn(value))
      .filter(secret => this.#givenByUser.has(secret));
    return foreignHeaders(request, [
      application.clientId,
      ...[stored?.accessToken, ...given].map(token => token?.reveal()),
    ]);
  }
}

/** Returns the request as the guard's confirmation shows it: complete, with all credentials masked. */
function guardedRequest({ method, url, headers, authorization, body }: ResolvedRequest): RedactedRequest {
  const lines = headers.map(({ name, value }): [string, string] => [name, masked(value)]);
  if (authorization !== undefined) {
    lines.push(['Authorization', `${authorization.scheme} ${String(authorization.token)}`]);
  }
  return { method, url: url.href, headers: lines, body: bodyShown(body) };
}

function bodyShown(body: ResolvedRequest['body']): string | undefined {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'text':
      // Also masks a password that is written in the document.
      return maskResponse(masked(body.pieces), []);
    case 'file':
      return `< ${body.path}`;
    case 'multipart':
      return body.parts
        .flatMap(({ headers, content }) => [
          ...headers.map(({ name, value }) => `${name}: ${masked(value)}`),
          content.kind === 'file' ? `< ${content.path}` : masked(content.pieces),
        ])
        .join('\n');
  }
}
