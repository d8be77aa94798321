import * as vscode from 'vscode';
import { convertDocument } from '../../requests/convert/convert';
import { exportCurl } from '../../requests/convert/curl';
import { exportFetch, exportUndici } from '../../requests/convert/javascript';
import { exportPython } from '../../requests/convert/python';
import { exportSdk } from '../../requests/convert/sdk';
import { importCurl } from '../../requests/convert/importCurl';
import { plainRequest, type PlainRequest } from '../../requests/convert/plainRequest';
import { requestText } from '../../requests/convert/requestText';
import { selectedOr } from '../applications/commandTarget';
import type { Parts } from '../parts';
import { UiError } from '../platform/uiError';
import { insertOrOpen, openNew } from './insert';
import { requestOf } from './sending/sendCommands';
import type { RequestRunner } from './sending/runner';

/** Requests in from other tools, and out to them. */
export function registerTransferCommands(parts: Parts, runner: RequestRunner): vscode.Disposable[] {
  const { commands } = parts;
  return [
    commands.register('hydrogen.request.copyAs', (uri, index) => copyAs(parts, runner, uri, index)),
    commands.register('hydrogen.request.pasteCurl', () => pasteCurl(parts)),
    commands.register('hydrogen.request.convert', uri => convert(parts, uri)),
  ];
}

async function copyAs(parts: Parts, runner: RequestRunner, uri: unknown, index: unknown): Promise<void> {
  const { document, request } = await requestOf(uri, index);
  const selection = await selectedOr(parts, undefined);
  const ways: { label: string; write: (request: PlainRequest) => string | undefined }[] = [
    { label: 'cURL', write: exportCurl },
    { label: 'JavaScript fetch', write: exportFetch },
    { label: 'undici', write: exportUndici },
    { label: 'Python requests', write: exportPython },
    { label: vscode.l10n.t('JavaScript SDK of the service'), write: exportSdk },
  ];
  const way = await vscode.window.showQuickPick(ways, { title: vscode.l10n.t('Copy Request as…') });
  if (way === undefined) return;
  const outgoing = await runner.resolve(document, request, selection);
  const plain = plainRequest(outgoing);
  const text = way.write(plain);
  if (text === undefined) throw new UiError(vscode.l10n.t('The SDK has no call for this request.'));
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t('Copied with placeholders for credentials')}`, 5000);
}

async function pasteCurl(parts: Parts): Promise<void> {
  const clipboard = await vscode.env.clipboard.readText();
  const looksRight = /^\s*curl\b/.test(clipboard);
  const command = looksRight
    ? clipboard
    : await vscode.window.showInputBox({ prompt: vscode.l10n.t('Paste a cURL command'), ignoreFocusOut: true });
  if (command === undefined) return;
  const request = importCurl(command);
  if (request === undefined) throw new UiError(vscode.l10n.t('This is not a cURL command that can be understood.'));
  await insertOrOpen(`###\n${requestText(request, parts.selection.current()?.application)}`);
}

async function convert(parts: Parts, uri: unknown): Promise<void> {
  const document =
    uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : vscode.window.activeTextEditor?.document;
  if (document === undefined) throw new UiError(vscode.l10n.t('Open the .http file first.'));
  const { text, dropped } = convertDocument(document.getText(), parts.selection.current()?.application);
  await openNew(text);
  if (dropped.length === 0) return;
  const lines = dropped.map(({ line }) => line + 1).join(', ');
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Scripts have no counterpart here and were left out: lines {0}.', lines),
  );
}
