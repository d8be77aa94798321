import assert from 'node:assert/strict';
import type http from 'node:http';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { useHttpServer } from '../../httpServer';
import { eventually } from '../../ui/driver/eventually';
import { openRequest, sendRequest, shownResponse, useSelectedShop, useServerDomain } from './requestDocuments';

/** Resolves when the document of a response has these texts. */
async function shows(...texts: string[]): Promise<string> {
  const found = () =>
    vscode.workspace.textDocuments.find(
      document => document.uri.scheme === 'hydrogen-response' && texts.every(text => document.getText().includes(text)),
    );
  const subscriptions: vscode.Disposable[] = [];
  await new Promise<void>(resolve => {
    const check = () => {
      if (found() !== undefined) resolve();
    };
    subscriptions.push(vscode.workspace.onDidOpenTextDocument(check), vscode.workspace.onDidChangeTextDocument(check));
    check();
  });
  vscode.Disposable.from(...subscriptions).dispose();
  return found()?.getText() ?? assert.fail('the document changed again');
}

describe('a response that arrives over time', () => {
  let open: http.ServerResponse | undefined;
  useSelectedShop();
  const server = useHttpServer((_, response) => {
    open = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
  });
  before(() => useServerDomain(server()));
  const send = async (path: string) => sendRequest(await openRequest(['# @timeout 5m', `GET ${path}`]));

  it('grows in one document and becomes the complete response', async () => {
    const sending = send('/events/');
    await shows('GET /events/', 'arrived so far', 'data: first');
    open?.write('data: {"token": "abcdefgh');
    open?.write('12345678"}\n\n');
    const text = await shows('GET /events/', 'arrived so far', 'data: {"token"');
    assert.doesNotMatch(text, /abcdefgh|12345678/);
    open?.end('data: last\n\n');
    await sending;
    assert.doesNotMatch(await shows('GET /events/', 'data: first', 'data: last', 'content-type'), /so far|12345678/);
    const documents = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'hydrogen-response');
    assert.equal(documents.length, 1);
  });

  it('is compared with the documented shape when it is complete', async () => {
    const path = '/hserve/v1/content/group/';
    const sending = send(path);
    await shows(`GET ${path}`, 'arrived so far');
    open?.end();
    await sending;
    await shows(`GET ${path}`, 'content-type');
    const { uri } = shownResponse(`# GET ${path}`);
    await eventually(() => {
      const problems = vscode.languages.getDiagnostics(uri).map(({ message }) => message);
      assert.deepEqual(problems, ['A JSON object was expected, but this is other text']);
    });
  });

  it('keeps the part that arrived before it was cancelled', async () => {
    const sending = send('/cancelled/');
    await shows('GET /cancelled/', 'data: first');
    await vscode.commands.executeCommand('hydrogen.request.cancel');
    await sending;
    const text = await shows('GET /cancelled/', 'Cancelled. 13 B had arrived until then.', 'data: first');
    assert.doesNotMatch(text, /missing|is complete/);
  });

  it('names the missing part of a cancelled response', async () => {
    const sending = send('/part/');
    await shows('GET /part/', 'data: first');
    open?.write(`data: ${'long '.repeat(20)}\n\n`.repeat(3000));
    open?.write('data: half of');
    await shows('GET /part/', 'Earlier parts are shown when the response is complete.');
    await vscode.commands.executeCommand('hydrogen.request.cancel');
    await sending;
    const text = await shows('GET /part/', 'The beginning is missing here.', 'The end is missing here.');
    assert.match(text, /Cancelled\. 324\.0 kB had arrived until then\./);
    assert.doesNotMatch(text, /is complete|half of|first/);
  });

  it('names the missing part of a failed response', async () => {
    const sending = Promise.resolve(send('/failed/')).catch(() => undefined);
    await shows('GET /failed/', 'data: first');
    open?.write('data: half of');
    await shows('GET /failed/', '26 B arrived so far');
    open?.destroy();
    await sending;
    const text = await shows(
      'GET /failed/',
      'No response',
      '26 B had arrived.',
      'The end is missing here.',
      'data: first',
    );
    assert.doesNotMatch(text, /half of|beginning/);
  });
});
