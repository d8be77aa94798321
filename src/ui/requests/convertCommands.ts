import * as vscode from 'vscode';
import { exportCurl, exportCurlCmd, exportCurlPowerShell } from '../../api/http/curl';
import type { PlainRequest } from '../../api/http/plainRequest';
import type { Application } from '../../applications/application';
import { convertDocument } from '../../requests/convert/convert';
import { convertHurl } from '../../requests/convert/hurl';
import { readCurl, type CurlProblem } from '../../requests/convert/importCurl';
import { importedTarget, type ImportContext, type UnknownTarget } from '../../requests/convert/importedTarget';
import { exportFetch, exportUndici } from '../../requests/convert/javascript';
import { withPlainBody } from '../../requests/convert/plainBraces';
import { copiedRequest } from '../../requests/convert/plainRequest';
import { exportPython } from '../../requests/convert/python';
import { requestText } from '../../requests/convert/requestText';
import { labelOf } from '../../requests/document/outline';
import { parseDocument } from '../../requests/document/parse';
import { pastedSecrets } from '../../requests/language/pastedSecrets';
import { matchOf } from '../../requests/language/targetAt';
import { exportSdk } from '../../requests/convert/sdk';
import { commandTarget, type CommandServices } from '../applications/commandTarget';
import { plainText } from '../messages/plainText';
import { UiError } from '../messages/uiError';
import { catalogueText } from './document/operationText';
import { requestAtCursor } from './document/requestAtCursor';
import { appendOrOpen, openNew } from './insert';
import type { RequestRunner } from './sending/runner';
import { showMessage, showStatus } from '../platform/dialogs';
import { showInput, showPick } from '../platform/prompts';

/** Registers the commands that import requests from other tools and copy requests in their formats. */
export function registerConvertCommands(services: CommandServices & { runner: RequestRunner }): vscode.Disposable[] {
  const { commands, applications, selection, runner } = services;
  const context = () => importContext(applications.list().applications, selection.current()?.application);
  return [
    commands.register('hydrogen.request.copyAs', async (uri, index) => {
      const { document, request } = await requestAtCursor(uri, index);
      const target = await commandTarget({ applications, selection }, undefined);
      const format = await chooseFormat();
      const copied = copiedRequest(await runner.resolve(document, request, target));
      if (copied === undefined)
        throw new UiError(
          vscode.l10n.t(
            'Other tools send files only in a form whose parts have no other headers, or as the whole body.',
          ),
        );
      await copyAs(format, copied);
    }),
    commands.register('hydrogen.request.pasteCurl', () => pasteCurl(context())),
    commands.register('hydrogen.request.convert', uri => convert(uri, context())),
  ];
}

interface Format {
  label: string;
  write: (request: PlainRequest) => string | undefined;
  /** The reason why `write` returned nothing. */
  refusal?: string;
}

async function chooseFormat(): Promise<Format> {
  const formats: Format[] = [
    { label: 'cURL (POSIX)', write: exportCurl },
    { label: 'cURL (PowerShell)', write: exportCurlPowerShell },
    {
      label: 'cURL (cmd)',
      write: exportCurlCmd,
      refusal: vscode.l10n.t('cmd turns the CRLF line breaks of this body into LF. Copy it as cURL (PowerShell).'),
    },
    { label: 'JavaScript fetch', write: exportFetch },
    { label: 'undici', write: exportUndici },
    { label: 'Python requests', write: exportPython },
    {
      label: vscode.l10n.t('JavaScript SDK of the service'),
      write: exportSdk,
      refusal: vscode.l10n.t('The SDK has no call for this request.'),
    },
  ];
  const options = { title: vscode.l10n.t('Copy Request as…'), placeHolder: vscode.l10n.t('Choose a format') };
  return showPick(formats, options);
}

async function copyAs({ write, refusal = '' }: Format, request: PlainRequest): Promise<void> {
  const text = write(request);
  if (text === undefined) throw new UiError(refusal);
  await vscode.env.clipboard.writeText(text);
  showStatus(vscode.l10n.t('Copied with placeholders for credentials'));
}

function importContext(all: readonly Application[], selected: Application | undefined): ImportContext {
  return {
    all,
    selected,
    explain: ({ kind, id }) =>
      kind === 'application'
        ? vscode.l10n.t('No application here has the ClientID {0}. Add it, or change the line below.', id)
        : vscode.l10n.t('No environment here has the Env ID {0}. Add it, or change the line below.', id),
  };
}

/**
 * Warns about IDs in the imported document that match no application or environment: requests with them are not sent.
 */
function warnOfUnknown(unknown: readonly UnknownTarget[]): void {
  if (unknown.length === 0) return;
  const ids = [...new Set(unknown.map(({ id }) => plainText(id, 60)))].slice(0, 5).join(', ');
  const text = vscode.l10n.t('The target is not known here: {0}. The request is not sent until you change it.', ids);
  void showMessage('warning', text);
}

/**
 * Warns about values that look like secrets, because they are easily overlooked among many requests. Offers to show the
 * problems. The quick fix of each problem stores the secret.
 */
async function offerToMoveSecrets(text: string): Promise<void> {
  const names = [...new Set(pastedSecrets(parseDocument(text)).map(({ name }) => name))];
  if (names.length === 0) return;
  const show = vscode.l10n.t('Show Problems');
  const sentence = vscode.l10n.t(
    'The document has values that look like secrets ({0}). The quick fix at each moves it to secret storage.',
    plainText(names.slice(0, 5).join(', '), 100),
  );
  const chosen = await showMessage('warning', sentence, show);
  if (chosen === show) await vscode.commands.executeCommand('workbench.actions.view.problems');
}

async function pasteCurl(context: ImportContext): Promise<void> {
  const clipboard = await vscode.env.clipboard.readText();
  const isCurl = /^\s*curl\b/.test(clipboard);
  const command = isCurl
    ? clipboard
    : await showInput({
        title: vscode.l10n.t('Paste cURL Command'),
        prompt: vscode.l10n.t('Paste a cURL command'),
        ignoreFocusOut: true,
      });
  const curl = readCurl(command);
  if (typeof curl === 'string') throw new UiError(curlProblemText(curl));
  const unknown: UnknownTarget[] = [];
  const texts = curl.requests.map(request => {
    const target = importedTarget(request.url, request.headers, context);
    unknown.push(...(target?.unknown ?? []));
    const text = withPlainBody(requestText(request, target?.application), curl.variables);
    return `### ${titleOf(text)}\n${target?.lines ?? ''}${text}`;
  });
  await appendOrOpen(texts.join('\n'));
  warnOfUnknown(unknown);
  if (curl.keepsLineBreaks) {
    const text = vscode.l10n.t('cURL sends the file of -d without its line breaks. The request sends it unchanged.');
    void showMessage('information', text);
  }
  if (curl.dropped.length === 0) return;
  const dropped = plainText(curl.dropped.join(', '), 200);
  void showMessage('information', vscode.l10n.t('Unsupported options were left out: {0}.', dropped));
}

function curlProblemText(problem: CurlProblem): string {
  return {
    notCurl: vscode.l10n.t('This is not a cURL command: it does not begin with curl.'),
    noAddress: vscode.l10n.t('This cURL command has no address.'),
    badMethod: vscode.l10n.t('The method of this cURL command is not a word such as GET or POST.'),
  }[problem];
}

/**
 * Returns the description of the documented operation, else the label of the request without slashes, which file names
 * cannot contain.
 */
function titleOf(text: string): string {
  const parsed = parseDocument(text);
  const [request] = parsed.requests;
  if (request === undefined) return '';
  const match = matchOf(request, parsed);
  if (match?.kind === 'found') return catalogueText(match.operation.description);
  return labelOf(request).replace(/:?\/+/g, ' ').trim();
}

async function convert(uri: unknown, context: ImportContext): Promise<void> {
  const document =
    uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : vscode.window.activeTextEditor?.document;
  if (document === undefined) throw new UiError(vscode.l10n.t('Open the .http or .hurl file first.'));
  const converter = document.fileName.endsWith('.hurl') ? convertHurl : convertDocument;
  const { text, dropped, unknown } = converter(document.getText(), context);
  await openNew(text);
  warnOfUnknown(unknown);
  void offerToMoveSecrets(text);
  if (dropped.length === 0) return;
  const lines = dropped.map(({ line }) => line + 1).join(', ');
  void showMessage('information', vscode.l10n.t('Unsupported lines were left out: {0}.', lines));
}
