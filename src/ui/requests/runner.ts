import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Secret } from '../../api/secret';
import { credentialScope } from '../../applications/application';
import type { Selection } from '../../applications/selection';
import { requestSecrets } from '../../auth/requestSecrets';
import type { SecretStore } from '../../auth/secretStore';
import type { OutgoingRequest } from '../../requests/outgoing';
import { labelOf } from '../../requests/outline';
import type { NamedResponse } from '../../requests/responseValue';
import { resolveRequest } from '../../requests/resolve';
import { runSequence, type SequenceContext, type Step } from '../../requests/sequence';
import type { RequestNode } from '../../requests/syntax';
import type { Parts } from '../parts';
import { UiError } from '../uiError';
import type { Answer, Answers } from './answers';
import { parsedDocument } from './parsedDocument';
import type { GuardedRequest } from '../guard';
import { shown } from '../../requests/resolved';
import { environmentVariables, requestTarget } from './requestTarget';

/** Sends the requests of a document, one after the other. */
export interface RequestRunner {
  /** Resolves to the steps taken, the last of which may have failed. Answers are kept. */
  run(document: vscode.TextDocument, requests: readonly RequestNode[], options: RunOptions): Promise<SentStep[]>;
  /** What would be sent, without sending it. */
  resolve(document: vscode.TextDocument, request: RequestNode, selection: Selection): Promise<OutgoingRequest>;
}

export interface RunOptions {
  selection: Selection;
  signal: AbortSignal;
}

export interface SentStep extends Step {
  answer: { uri: vscode.Uri; answer: Answer } | undefined;
}

type RunnerParts = Pick<Parts, 'tokens' | 'users' | 'http' | 'guard'>;

/** @param folder for answers that are too large for memory */
export function createRequestRunner(
  parts: RunnerParts,
  store: SecretStore,
  answers: Answers,
  folder: vscode.Uri,
): RequestRunner {
  // Answers of named requests, for later requests of the same document.
  const responses = new WeakMap<vscode.TextDocument, Map<string, NamedResponse>>();
  const scopeOf = (document: vscode.TextDocument, selection: Selection) => {
    const named = responses.get(document) ?? new Map<string, NamedResponse>();
    responses.set(document, named);
    const { application } = selection;
    const secrets = requestSecrets(store, { scope: credentialScope(application), clientId: application.clientId });
    return {
      document: parsedDocument(document),
      environmentVariables: environmentVariables(selection),
      responses: named,
      target: requestTarget(parts, selection),
      now: () => Date.now(),
      readFile: (path: string) => readFile(document, path),
      prompt: (question: string) =>
        Promise.resolve(vscode.window.showInputBox({ prompt: question, ignoreFocusOut: true })),
      secret: async (name: string) =>
        (await secrets.read(name)) ??
        (await askSecret(name, application.name, (key, secret) => secrets.keep(key, secret))),
    };
  };
  return {
    resolve: (document, request, selection) => resolveRequest(request, scopeOf(document, selection)),
    async run(document, requests, { selection, signal }) {
      const { application } = selection;
      let file: vscode.Uri | undefined;
      const context: SequenceContext = {
        ...scopeOf(document, selection),
        fetch: await parts.http.fetch(),
        signal,
        mayRun: request => mayRun(parts, request, selection),
        renew: async (request, refused) =>
          request.authorization?.scheme === 'Bearer'
            ? parts.tokens.of(application).replace(refused, { signal })
            : undefined,
        sink: async chunk => {
          file ??= await newFile(folder);
          await appendTo(file, chunk);
        },
      };
      const steps = await runSequence(requests, context);
      return steps.map(step => ({ ...step, answer: keptAnswer(step, selection, answers, file) }));
    },
  };
}

function keptAnswer(
  { request, outgoing, result }: Step,
  selection: Selection,
  answers: Answers,
  file: vscode.Uri | undefined,
): SentStep['answer'] {
  if (outgoing === undefined || result === undefined) return undefined;
  const environment =
    outgoing.environment?.envId === undefined ? vscode.l10n.t('Production') : outgoing.environment.name;
  const place = outgoing.family === 'other' ? outgoing.url.host : environment;
  const title = `${labelOf(request)} · ${place}`;
  const answer: Answer = {
    outgoing,
    result,
    selection,
    title,
    ...(result.report.truncated && file !== undefined ? { file } : {}),
  };
  return { uri: answers.add(answer), answer };
}

async function mayRun(parts: RunnerParts, request: OutgoingRequest, selection: Selection): Promise<boolean> {
  if (request.family === 'other') return true;
  const { application } = selection;
  const environment = application.environments.find(({ envId }) => envId === request.environment?.envId);
  await parts.guard.permit({ application, environment }, guardedRequest(request));
  return true;
}

/** The exact request for the question, every credential a mask. */
function guardedRequest({ method, url, risk, headers, authorization, body }: OutgoingRequest): GuardedRequest {
  const shownHeaders = Object.fromEntries(headers.map(({ name, value }) => [name, shown(value)]));
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
    ...(body.kind === 'text' ? { body: shown(body.pieces) } : body.kind === 'file' ? { body: `< ${body.path}` } : {}),
  };
}

async function askSecret(
  name: string,
  application: string,
  keep: (name: string, secret: Secret) => Promise<void>,
): Promise<Secret | undefined> {
  const value = await vscode.window.showInputBox({
    title: vscode.l10n.t('Secret “{0}” of {1}', name, application),
    prompt: vscode.l10n.t('It is kept in the secret storage of VS Code and not in the document.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (value === undefined || value === '') return undefined;
  const secret = new Secret(value);
  await keep(name, secret);
  return secret;
}

/** A document that somebody was sent must not be able to send other files away: they stay in its workspace folder. */
async function readFile(document: vscode.TextDocument, path: string): Promise<Uint8Array> {
  if (document.isUntitled) throw new UiError(vscode.l10n.t('Save the document first: {0} is relative to it.', path));
  const folder = vscode.Uri.joinPath(document.uri, '..');
  const root = vscode.workspace.getWorkspaceFolder(document.uri)?.uri ?? folder;
  const uri = vscode.Uri.joinPath(folder, path);
  if (!`${uri.path}/`.startsWith(`${root.path}/`)) {
    throw new UiError(vscode.l10n.t('{0} lies outside of the workspace folder and was not read.', path));
  }
  return vscode.workspace.fs.readFile(uri);
}

async function newFile(folder: vscode.Uri): Promise<vscode.Uri> {
  await vscode.workspace.fs.createDirectory(folder);
  return vscode.Uri.joinPath(folder, `${randomUUID()}.txt`);
}

async function appendTo(file: vscode.Uri, chunk: Uint8Array): Promise<void> {
  const { appendFile } = await import('node:fs/promises');
  await appendFile(file.fsPath, chunk, { mode: 0o600 });
}
