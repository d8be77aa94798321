import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before } from 'mocha';
import * as vscode from 'vscode';
import { openUntitled } from '../../../src/ui/platform/textEdits';
import { argumentOf, run, storedApplications, useSandbox, writeApplications } from './fixture';

/** Opens a request document without a file. */
export async function openRequest(lines: readonly string[]): Promise<vscode.TextDocument> {
  const content = lines.join('\n');
  const document = await openUntitled('hydrogen-http', content);
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  return document;
}

/** Writes a request document into a folder and opens it. */
export async function openRequestFile(
  folder: string,
  name: string,
  lines: readonly string[],
): Promise<vscode.TextDocument> {
  const file = path.join(folder, `${name}.hydrogen.http`);
  await writeFile(file, lines.join('\n'));
  const document = await vscode.workspace.openTextDocument(file);
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  return document;
}

/** Sends one request of a document, like its lens. */
export function sendRequest({ uri }: vscode.TextDocument, index = 0): Thenable<unknown> {
  return run('request.send', uri, index);
}

/** Sends all requests of a document, like its lens. */
export function sendAll({ uri }: vscode.TextDocument): Thenable<unknown> {
  return run('request.sendAll', uri, 0);
}

/** Returns the titles of the code lenses of a document. */
export async function lensesOf({ uri }: vscode.TextDocument): Promise<string[]> {
  const all = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 99);
  return all.map(({ command }) => command?.title ?? '');
}

/** Returns the visible response document that contains this text. */
export function shownResponse(text: string): vscode.TextDocument {
  const shown = vscode.window.visibleTextEditors.map(({ document }) => document);
  const responses = shown.filter(({ uri }) => uri.scheme === 'hydrogen-response');
  const found = responses.find(document => document.getText().includes(text));
  return found ?? assert.fail(`no response has ${text}: ${responses.map(one => one.getText()).join('\n\n')}`);
}

/** Creates a temporary folder for the tests of this `describe`. */
export function useFolder(): () => string {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-requests-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}

/** Opens each document in its own file, because an untitled document can get the URI of an earlier one. */
export function useDocuments(folder: () => string): (lines: readonly string[]) => Promise<vscode.TextDocument> {
  let count = 0;
  return lines => openRequestFile(folder(), `document-${(count += 1)}`, lines);
}

/** Starts a sandbox, adds its first application, and selects its production, until the end of these tests. */
export function useSelectedShop(): ReturnType<typeof useSandbox> {
  const service = useSandbox();
  before(async () => {
    await run('application.add', argumentOf(service().shop));
    await run('application.select', { clientId: service().shop.clientId });
  });
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  return service;
}

/** Sets the server domain of all applications in the settings. */
export function useServerDomain(serverDomain: string): Thenable<void> {
  return writeApplications(storedApplications().map(one => ({ ...one, serverDomain })));
}
