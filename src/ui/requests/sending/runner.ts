import * as vscode from 'vscode';
import { Secret } from '../../../api/secret';
import { applicationKey, type Application } from '../../../applications/application';
import type { Selection } from '../../../applications/selection';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import { maskResponse } from '../../../requests/sending/mask';
import { labelOf } from '../../../requests/document/outline';
import { resolveRequest } from '../../../requests/sending/resolve';
import { masked } from '../../../requests/values/secretText';
import type { NamedResponse } from '../../../requests/values/responseReference';
import { executeRequest, type ExecutedRequest } from '../../../requests/sending/executeRequest';
import type { RequestNode } from '../../../requests/document/syntax';
import type { GuardedRequest } from '../../guard/guard';
import type { Parts } from '../../parts';
import type { Answer, Answers } from '../responses/responses';
import { placeOf } from '../responses/responseText';
import { readBodyFile } from './bodyFile';
import type { DocumentSecrets } from '../../tokens/documentSecrets';
import type { LargeAnswers } from '../responses/largeResponses';
import { parsedDocument } from '../document/parsedDocument';
import { environmentVariables, requestTarget } from '../document/requestTarget';

/** Sends the requests of a document, one after the other. */
export interface RequestRunner {
  /** Stops at the first that fails, which is the last of the steps. Answers are kept. */
  run(document: vscode.TextDocument, requests: readonly RequestNode[], options: RunOptions): Promise<SentStep[]>;
  /** What would be sent, to be written down: nobody is asked for a secret, and no token is fetched. */
  resolve(document: vscode.TextDocument, request: RequestNode, selection: Selection): Promise<ResolvedRequest>;
  /** Answers of the named requests of a document so far. */
  responses(document: vscode.TextDocument, selection: Selection): ReadonlyMap<string, NamedResponse>;
}

export interface RunOptions {
  selection: Selection;
  signal: AbortSignal;
  onRequest?: (request: RequestNode) => void;
  onStep?: (step: SentStep) => void;
}

export interface SentStep extends ExecutedRequest {
  answer: { uri: vscode.Uri; answer: Answer } | undefined;
}

type RunnerParts = Pick<Parts, 'tokens' | 'users' | 'http' | 'guard'>;

export function createRequestRunner(
  parts: RunnerParts,
  secrets: DocumentSecrets,
  answers: Answers,
  largeAnswers: LargeAnswers,
): RequestRunner {
  // By document, then by where it was sent: what one environment answered is not for another.
  const responses = new WeakMap<vscode.TextDocument, Map<string, Map<string, NamedResponse>>>();
  const responsesOf = (document: vscode.TextDocument, { application, environment }: Selection) => {
    const places = responses.get(document) ?? new Map<string, Map<string, NamedResponse>>();
    responses.set(document, places);
    const place = JSON.stringify([applicationKey(application), environment?.envId]);
    const named = places.get(place) ?? new Map<string, NamedResponse>();
    places.set(place, named);
    return named;
  };
  const scopeOf = (document: vscode.TextDocument, selection: Selection) => ({
    document: parsedDocument(document),
    environmentVariables: environmentVariables(selection),
    responses: responsesOf(document, selection),
    target: requestTarget(parts, selection),
    now: () => Date.now(),
    readFile: (path: string) => readBodyFile(document, path),
    prompt: ask,
    secret: (name: string) => secretOf(name, selection.application, secrets),
  });
  return {
    resolve(document, request, selection) {
      const scope = scopeOf(document, selection);
      const unknown = () => Promise.resolve(new Secret(' '));
      return resolveRequest(request, { ...scope, secret: unknown, target: { ...scope.target, accessToken: unknown } });
    },
    responses: responsesOf,
    async run(document, requests, { selection, signal, onRequest, onStep }) {
      const scope = scopeOf(document, selection);
      const fetch = await parts.http.fetch();
      const steps: SentStep[] = [];
      for (const request of requests) {
        onRequest?.(request);
        const large = largeAnswers.begin();
        const step = await executeRequest(request, {
          ...scope,
          fetch,
          signal,
          permit: outgoing => permit(parts, outgoing, selection),
          async renew({ authorization }, refused) {
            if (authorization?.scheme !== 'Bearer') return undefined;
            await large.restart();
            return parts.tokens.of(selection.application).replace(refused, { signal });
          },
          sink: chunk => large.write(chunk),
        });
        const file = await large.end(step.result?.report.truncated === true);
        const sent = { ...step, answer: keptAnswer(step, selection, answers, file) };
        steps.push(sent);
        onStep?.(sent);
        if (step.result?.report.ok !== true) break;
      }
      return steps;
    },
  };
}

function keptAnswer(
  { request, resolved: outgoing, result }: ExecutedRequest,
  selection: Selection,
  answers: Answers,
  file: string | undefined,
): SentStep['answer'] {
  if (outgoing === undefined || result === undefined) return undefined;
  const title = `${labelOf(request)} · ${placeOf(outgoing)}`;
  const answer: Answer = { outgoing, result, selection, title, ...(file === undefined ? {} : { file }) };
  return { uri: answers.add(answer), answer };
}

async function permit(parts: RunnerParts, request: ResolvedRequest, selection: Selection): Promise<void> {
  if (request.family === 'other') return;
  const { application } = selection;
  const environment = application.environments.find(({ envId }) => envId === request.environment?.envId);
  await parts.guard.permit({ application, environment }, guardedRequest(request));
}

/** The exact request for the question, every credential a mask. */
function guardedRequest({ method, url, risk, headers, authorization, body }: ResolvedRequest): GuardedRequest {
  const shownHeaders = Object.fromEntries(headers.map(({ name, value }) => [name, masked(value)]));
  return {
    method,
    url: url.href,
    risk,
    headers: {
      ...shownHeaders,
      ...(authorization === undefined
        ? {}
        : { Authorization: `${authorization.scheme} ${String(authorization.token)}` }),
    },
    ...bodyShown(body),
  };
}

function bodyShown(body: ResolvedRequest['body']): { body?: string } {
  switch (body.kind) {
    case 'none':
      return {};
    case 'text':
      // Also a password that is written in the document.
      return { body: maskResponse(masked(body.pieces), []) };
    case 'file':
      return { body: `< ${body.path}` };
    case 'multipart': {
      const part = ({ headers, content }: (typeof body.parts)[number]) => [
        ...headers.map(({ name, value }) => `${name}: ${masked(value)}`),
        content.kind === 'file' ? `< ${content.path}` : masked(content.pieces),
      ];
      return { body: body.parts.flatMap(part).join('\n') };
    }
  }
}

async function ask(question: string): Promise<string> {
  const answer = await vscode.window.showInputBox({ prompt: question, ignoreFocusOut: true });
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}

/** Asked for once, then kept. */
async function secretOf(name: string, application: Application, secrets: DocumentSecrets): Promise<Secret> {
  const kept = secrets.of(application);
  const found = await kept.read(name);
  if (found !== undefined) return found;
  const value = await vscode.window.showInputBox({
    title: vscode.l10n.t('Secret “{0}” of {1}', name, application.name),
    prompt: vscode.l10n.t('It is kept in the secret storage of VS Code and not in the document.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (value === undefined || value === '') throw new vscode.CancellationError();
  const secret = new Secret(value);
  await kept.keep(name, secret);
  return secret;
}
