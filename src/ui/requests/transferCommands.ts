import * as vscode from 'vscode';
import { operations, type Operation } from '../../api/operations';
import { convertDocument } from '../../requests/convert';
import { exportCurl } from '../../requests/exporters/curl';
import { exportFetch, exportUndici } from '../../requests/exporters/javascript';
import { exportPython } from '../../requests/exporters/python';
import { exportSdk } from '../../requests/exporters/sdk';
import { importCurl } from '../../requests/importCurl';
import { plainRequest, type PlainRequest } from '../../requests/plainRequest';
import { requestText } from '../../requests/requestText';
import { selectedOr } from '../choose';
import type { Parts } from '../parts';
import { UiError } from '../uiError';
import { languageId } from './parsedDocument';
import { requestOf } from './requestCommands';
import type { RequestRunner } from './runner';

/** Requests in from other tools, and out to them. */
export function registerTransferCommands(parts: Parts, runner: RequestRunner): vscode.Disposable[] {
  const { commands } = parts;
  return [
    commands.register('hydrogen.request.new', () => newRequest()),
    commands.register('hydrogen.request.copyAs', (uri, index) => copyAs(parts, runner, uri, index)),
    commands.register('hydrogen.request.pasteCurl', () => pasteCurl(parts)),
    commands.register('hydrogen.request.convert', uri => convert(parts, uri)),
  ];
}

async function newRequest(): Promise<void> {
  const items = operations.map(operation => ({
    label: `${operation.method} ${operation.path}`,
    description: operation.description,
    operation,
  }));
  const options = { title: vscode.l10n.t('New Request'), matchOnDescription: true };
  const chosen = await vscode.window.showQuickPick(items, options);
  if (chosen !== undefined) await insertOrOpen(templateOf(chosen.operation));
}

/** A request with every required field, ready to be filled in. */
function templateOf(operation: Operation): string {
  const query = operation.query.filter(({ required }) => required).map(({ name }) => `${name}=`);
  const path = operation.path.replace(/:(\w+)/g, '{{$1}}');
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const required = operation.body.filter(field => field.required);
  const body = Object.fromEntries(required.map(({ name, values }) => [name, values?.[0] ?? '']));
  const hasBody = operation.body.length > 0 && operation.bodyType === 'json';
  const variables = operation.parameters.map(({ name }) => `@${name} = \n`).join('');
  const lines = [`### ${operation.description}`, `${variables}${operation.method} ${target}`];
  if (hasBody) lines.push('Content-Type: application/json', '', JSON.stringify(body, undefined, 2));
  return `${lines.join('\n')}\n`;
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
  const converted = await vscode.workspace.openTextDocument({ language: languageId, content: text });
  await vscode.window.showTextDocument(converted);
  if (dropped.length === 0) return;
  const lines = dropped.map(({ line }) => line + 1).join(', ');
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Scripts have no counterpart here and were left out: lines {0}.', lines),
  );
}

/** At the end of the request document that is open, else in a new one. */
async function insertOrOpen(text: string): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== languageId) {
    const document = await vscode.workspace.openTextDocument({ language: languageId, content: text });
    await vscode.window.showTextDocument(document);
    return;
  }
  const { document } = editor;
  const end = document.positionAt(document.getText().length);
  const gap = document.getText().trim() === '' ? '' : document.getText().endsWith('\n') ? '\n' : '\n\n';
  await editor.edit(edit => edit.insert(end, gap + text));
  const at = document.positionAt(document.offsetAt(end) + gap.length);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at));
}
