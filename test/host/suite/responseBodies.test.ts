import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { hasPdfEditor } from '../../../src/ui/requests/responses/openBody';
import { eventually } from '../../ui/driver/eventually';
import { argumentOf, run, storedApplications, useSandbox, writeApplications } from './fixture';

const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from([0, 1, 2, 254, 255]), Buffer.from('\n%%EOF\n')]);
/** Larger than what is kept in memory, so it is written to a file. */
const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(6_000_000, 1)]);
const bodies: Record<string, [type: string, body: Buffer]> = {
  '/report/': ['application/pdf', pdf],
  '/photo/': ['image/png', picture],
  '/page/': ['text/html; charset=utf-8', Buffer.from('<h1>Hello</h1><script>alert(1)</script>')],
  '/data/': ['application/json', Buffer.from('{"html":"<p>"}')],
};

describe('the body of a response', () => {
  const service = useSandbox();
  let server: http.Server | undefined;

  before(async () => {
    const started = http.createServer(({ url = '' }, response) => {
      const [type, body] = bodies[url] ?? ['text/plain', Buffer.from('nothing')];
      response.setHeader('content-type', type).end(body);
    });
    server = started;
    await new Promise<void>(resolve => started.listen(0, '127.0.0.1', resolve));
    await run('application.add', argumentOf(service().shop));
    await run('application.select', { clientId: service().shop.clientId });
    const serverDomain = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
    await writeApplications(storedApplications().map(one => ({ ...one, serverDomain })));
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    server?.closeAllConnections();
    server?.close();
  });

  /** Sends a request to an address of the server. Returns the document of its response. */
  async function receive(address: string): Promise<vscode.TextDocument> {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const content = `GET ${address}`;
    const document = await vscode.workspace.openTextDocument({ language: 'hydrogen-http', content });
    await vscode.window.showTextDocument(document);
    // That of an earlier test may still be there.
    const isThis = (one: vscode.TextDocument) =>
      one.uri.scheme === 'hydrogen-response' && one.getText().includes(`\n# GET ${address}\n`);
    return eventually(async () => {
      // Untitled documents have the same address again: soon after the last request this counts as a double click.
      await vscode.commands.executeCommand('hydrogen.request.send', document.uri, 0);
      return vscode.workspace.textDocuments.find(isThis) ?? assert.fail('no response is shown');
    });
  }

  async function lenses({ uri }: vscode.TextDocument): Promise<string[]> {
    const all = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 99);
    return all.map(({ command }) => command?.title ?? '');
  }

  const previews = () =>
    inputs().filter(
      input => input instanceof vscode.TabInputWebview && input.viewType.endsWith('hydrogen.responsePreview'),
    );

  /** Waits for a state of the tabs, which VS Code reports after it opened an editor. */
  async function tabs(isReached: () => boolean): Promise<void> {
    let subscription: vscode.Disposable | undefined;
    await new Promise<void>(resolve => {
      const check = () => {
        if (isReached()) resolve();
      };
      subscription = vscode.window.tabGroups.onDidChangeTabs(check);
      check();
    });
    subscription?.dispose();
  }

  const inputs = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));

  /** Answers the next message in place of a person. Returns its text. */
  async function withMessage(button: string | undefined, body: () => Promise<unknown>): Promise<string[]> {
    const { window } = await import('vscode');
    const { showInformationMessage } = window;
    const texts: string[] = [];
    const answer = (text: string) => {
      texts.push(text);
      return Promise.resolve(button);
    };
    Object.assign(window, { showInformationMessage: answer });
    try {
      await body();
    } finally {
      Object.assign(window, { showInformationMessage });
    }
    return texts;
  }

  it('has a preview if it is HTML, once for each response', async () => {
    const page = await receive('/page/');
    assert.ok((await lenses(page)).includes('Open Preview'));
    await run('response.preview', page.uri);
    await run('response.preview', page.uri);
    await tabs(() => previews().length > 0);
    assert.equal(previews().length, 1);
    const data = await receive('/data/');
    assert.ok(!(await lenses(data)).includes('Open Preview'));
  });

  it('opens as a file with its own ending if it is a PDF; without a program for PDF it can be saved', async () => {
    const response = await receive('/report/');
    assert.match(response.getText(), /^content-type: application\/pdf$/m);
    assert.ok((await lenses(response)).includes('Open PDF'));
    const file = response.uri.with({
      path: `${response.uri.path.replace('/hydrogen-responses/', '/hydrogen-files/')}.pdf`,
    });
    assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(file)), pdf);
    if (vscode.env.uiKind !== vscode.UIKind.Web) return;
    const texts = await withMessage(undefined, () => Promise.resolve(run('response.openBody', response.uri)));
    assert.deepEqual(texts, ['No extension for PDF is installed. Install one, or save the body of the response.']);
  });

  it('knows the extensions that open PDF by their manifests', () => {
    const manifest = (filenamePattern: string) => ({
      contributes: { customEditors: [{ selector: [{ filenamePattern }] }] },
    });
    for (const pattern of ['*.pdf', '**/*.PDF', '*.{png,pdf}']) assert.ok(hasPdfEditor([manifest(pattern)]), pattern);
    for (const pattern of ['*.png', '*.pdx', '*']) assert.ok(!hasPdfEditor([manifest(pattern)]), pattern);
    assert.ok(!hasPdfEditor([{}, { contributes: {} }]));
  });

  it('opens as an image, however large it is', async () => {
    const response = await receive('/photo/');
    assert.ok((await lenses(response)).includes('Open Image'));
    await run('response.openBody', response.uri);
    const images = () =>
      inputs()
        .filter(input => input instanceof vscode.TabInputCustom)
        .filter(({ uri }) => uri.path.endsWith('.png'));
    await tabs(() => images().length > 0);
    const [image] = images();
    assert.equal(image?.viewType, 'imagePreview.previewEditor');
    assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(image?.uri ?? assert.fail())), picture);
  });
});
