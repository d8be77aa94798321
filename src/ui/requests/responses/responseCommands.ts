import { createReadStream, type ReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { CommandServices } from '../../applications/commandTarget';
import { fileName } from '../../messages/fileName';
import { UiError } from '../../messages/uiError';
import { textOf } from '../../../requests/sending/bodyText';
import type { BackgroundWork } from './backgroundWork';
import { HtmlPreviews } from './htmlPreview';
import type { LargeResponses } from './largeResponses';
import { openBody } from './openBody';
import { contentType, type ReceivedResponse } from './response';
import { hasCredentials, urisOf, type Responses } from './responses';
import { comparedUri, completeHint } from './responseText';
import { askToContinue, showModal } from '../../platform/dialogs';
import { showSave } from '../../platform/prompts';
import { writeUserFile } from '../../platform/writeUserFile';
import type { Users } from '../../users/userSessions';
import { signInAs } from './signIn';

interface ResponseServices extends CommandServices {
  users: Users;
  responses: Responses;
  largeResponses: LargeResponses;
  work: BackgroundWork;
}

export function registerResponseCommands(services: ResponseServices): vscode.Disposable[] {
  const { commands, applications, users, responses, largeResponses, work } = services;
  const previews = new HtmlPreviews();
  const register = (id: string, run: (uri: vscode.Uri, response: ReceivedResponse) => Promise<void>) =>
    commands.register(id, async argument => {
      const uri = responseUri(argument);
      if (uri !== undefined) await run(uri, requireResponse(responses, uri));
    });
  return [
    previews,
    register('hydrogen.response.preview', (uri, response) => previews.show(uri, response)),
    register('hydrogen.response.openBody', (uri, response) => openBody(responses, largeResponses, uri, response)),
    commands.register('hydrogen.response.comparePrevious', async argument => {
      const uri = responseUri(argument);
      const before = uri === undefined ? undefined : responses.previous(uri);
      if (uri === undefined || before === undefined) {
        throw new UiError(vscode.l10n.t('There is no earlier response to this request.'));
      }
      const [left, right] = [before, uri].map(comparedUri);
      await vscode.commands.executeCommand('vscode.diff', left, right, vscode.l10n.t('Previous ↔ This response'));
    }),
    commands.register('hydrogen.response.openComplete', async argument => {
      const uri = responseUri(argument);
      const complete = uri && responses.complete(uri);
      if (complete === undefined) {
        const response = uri && responses.find(uri);
        const isWhole = response?.file === undefined;
        throw new UiError(isWhole ? vscode.l10n.t('This document has the complete response.') : completeHint(response));
      }
      await vscode.commands.executeCommand('vscode.open', complete, { preview: false });
    }),
    register('hydrogen.response.reveal', (uri, response) => reveal(responses, uri, response)),
    register('hydrogen.response.signIn', (_, response) => signInAs(applications, users, response)),
    register('hydrogen.response.save', (_, response) => save(work, response)),
  ];
}

async function reveal(responses: Responses, uri: vscode.Uri, response: ReceivedResponse): Promise<void> {
  if (!hasCredentials(response)) throw new UiError(vscode.l10n.t('This response has no credentials.'));
  const showButton = vscode.l10n.t('Show');
  const question = vscode.l10n.t('Show the credentials of this response?');
  const detail = vscode.l10n.t('They stay visible in the document until it is closed.');
  await askToContinue(question, detail, showButton);
  responses.reveal(uri);
}

async function save(work: BackgroundWork, response: ReceivedResponse): Promise<void> {
  if (response.result.report.size === 0) throw new UiError(vscode.l10n.t('This response has no body.'));
  const masked = await maskedBytes(response, work);
  const bytes = masked !== undefined && (await askToMask()) ? masked : undefined;
  const target = await showSave({
    title: vscode.l10n.t('Save the body of the response'),
    ...suggestion(response),
  });
  try {
    await writeUserFile(target, file => writeFile(file, bytes ?? receivedBody(response)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new UiError(vscode.l10n.t('The response could not be saved. {0}', reason));
  }
}

/** Returns the bytes of a body, or reads them from its file. */
function receivedBody({ file, result }: ReceivedResponse): Uint8Array | ReadStream {
  return file === undefined ? result.revealBytes() : createReadStream(file);
}

/** Returns a response with its bytes. @throws UiError for one from before a reload, which is no longer in memory */
function requireResponse(responses: Responses, uri: vscode.Uri): ReceivedResponse {
  const response = responses.find(uri);
  if (response !== undefined) return response;
  throw new UiError(vscode.l10n.t('This response is no longer available. Send the request again.'));
}

/** Returns the body with its credentials masked; `undefined` if it has no credentials. */
async function maskedBytes({ file, result }: ReceivedResponse, work: BackgroundWork): Promise<Uint8Array | undefined> {
  const { charset, size } = result.report;
  const body = result.maskedBody();
  const known = result.credentials().map(secret => secret.reveal());
  if (file !== undefined) {
    return work.run('maskedFile', [file, body === undefined ? undefined : charset, known], size, undefined);
  }
  if (body !== undefined) return result.isMasked ? Buffer.from(textOf(body)) : undefined;
  return work.run('maskBytes', [result.revealBytes(), known], size, undefined);
}

/** Asks whether to mask the credentials in a saved file. @throws vscode.CancellationError */
async function askToMask(): Promise<boolean> {
  const masked = vscode.l10n.t('Save without Credentials');
  const received = vscode.l10n.t('Save as Received');
  const question = vscode.l10n.t('The body holds credentials. Save them too?');
  const detail = vscode.l10n.t('Whoever reads the file can use them.');
  const chosen = await showModal('warning', question, detail, masked, received);
  return chosen === masked;
}

const endings: readonly [type: RegExp, ending: string][] = [
  [/json/, 'json'],
  [/html/, 'html'],
  [/xml/, 'xml'],
  [/csv/, 'csv'],
  [/^text\//, 'txt'],
  [/pdf/, 'pdf'],
  [/zip/, 'zip'],
  [/jpe?g/, 'jpg'],
  [/png|gif|webp|bmp|svg/, ''],
];

/**
 * Proposes a file in the first workspace folder, named after the last path segment of the request and the body type.
 */
function suggestion({ resolved, result }: ReceivedResponse): { defaultUri?: vscode.Uri } {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) return {};
  const type = contentType(result).toLowerCase();
  const endingOfType = endings.find(([pattern]) => pattern.test(type))?.[1] ?? 'bin';
  const ending = endingOfType === '' ? (/png|gif|webp|bmp|svg/.exec(type)?.[0] ?? 'bin') : endingOfType;
  const name = resolved.url.pathname.split('/').findLast(part => part !== '') ?? 'response';
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/\.\w+$/, '');
  return { defaultUri: vscode.Uri.joinPath(folder, `${fileName(plain)}.${ending}`) };
}

/** Returns the URI from a code lens or menu, else that of the active tab. Images have a tab, but no text editor. */
function responseUri(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab && urisOf(activeTab).at(-1);
}
