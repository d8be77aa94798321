import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { hasPdfEditor } from '../../../src/ui/requests/responses/openBody';
import { useHttpServer } from '../../httpServer';
import { run } from './fixture';
import { titlesOf, withUser } from './person';
import {
  lensesOf,
  sendRequest,
  shownResponse,
  useDocuments,
  useFolder,
  useSelectedShop,
  useServerDomain,
} from './requestDocuments';

const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from([0, 1, 2, 254, 255]), Buffer.from('\n%%EOF\n')]);
/** Larger than what is kept in memory, so it is written to a file. */
const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(6_000_000, 1)]);
const { zstdCompressSync } = zlib as unknown as { zstdCompressSync: (text: string) => Buffer };
const bodies: Record<string, [type: string, body: Buffer, encoding?: string]> = {
  '/report/': ['application/pdf', pdf],
  '/photo/': ['image/png', picture],
  '/export/': ['text/plain', Buffer.alloc(6_000_000, 'a line of text\n')],
  '/page/': ['text/html; charset=utf-8', Buffer.from('<h1>Hello</h1><script>alert(1)</script>')],
  '/data/': ['application/json', Buffer.from('{"html":"<p>"}')],
  '/packed/': ['application/json', zstdCompressSync('{"packed":true}'), 'zstd'],
};

describe('the body of a response', () => {
  useSelectedShop();
  const folder = useFolder();
  const open = useDocuments(folder);
  const server = useHttpServer(({ url = '' }, response) => {
    const [type, body, encoding] = bodies[url] ?? ['text/plain', Buffer.from('nothing')];
    if (encoding !== undefined) response.setHeader('content-encoding', encoding);
    response.setHeader('content-type', type).end(body);
  });
  before(() => useServerDomain(server()));

  /** Sends a request to an address of the server. Returns the document of its response. */
  async function receive(address: string): Promise<vscode.TextDocument> {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sendRequest(await open([`GET ${address}`]));
    return shownResponse(`\n# GET ${address}\n`);
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

  it('has a preview if it is HTML, once for each response', async () => {
    const page = await receive('/page/');
    assert.ok((await lensesOf(page)).includes('Open Preview'));
    await run('response.preview', page.uri);
    await run('response.preview', page.uri);
    await tabs(() => previews().length > 0);
    assert.equal(previews().length, 1);
    const data = await receive('/data/');
    assert.ok(!(await lensesOf(data)).includes('Open Preview'));
  });

  it('opens as a file with the ending of its type if it is a PDF; without an extension for PDF it can be saved', async () => {
    const response = await receive('/report/');
    assert.match(response.getText(), /^content-type: application\/pdf$/m);
    assert.ok((await lensesOf(response)).includes('Open PDF'));
    const file = response.uri.with({
      path: `${response.uri.path.replace('/hydrogen-responses/', '/hydrogen-files/')}.pdf`,
    });
    assert.deepEqual(Buffer.from(await vscode.workspace.fs.readFile(file)), pdf);
    if (vscode.env.uiKind !== vscode.UIKind.Web) return;
    const said = await withUser([], () => run('response.openBody', response.uri));
    assert.deepEqual(titlesOf(said), [
      'No extension for PDF is installed. Install one, or save the body of the response.',
    ]);
  });

  it('opens in an extension for PDF, which is recognized by its manifest', () => {
    const manifest = (filenamePattern: string) => ({
      contributes: { customEditors: [{ selector: [{ filenamePattern }] }] },
    });
    for (const pattern of ['*.pdf', '**/*.PDF', '*.{png,pdf}']) assert.ok(hasPdfEditor([manifest(pattern)]), pattern);
    for (const pattern of ['*.png', '*.pdx', '*']) assert.ok(!hasPdfEditor([manifest(pattern)]), pattern);
    assert.ok(!hasPdfEditor([{}, { contributes: {} }]));
  });

  it('replaces a file, also if it was too large for the memory', async () => {
    const file = path.join(folder(), 'export.txt');
    await writeFile(file, 'earlier');
    const response = await receive('/export/');
    await vscode.window.showTextDocument(response);
    await withUser([], () => run('response.save', response.uri), file);
    assert.ok((await readFile(file)).equals(bodies['/export/']?.[1] ?? assert.fail()));
  });

  it('is decompressed from zstd, which a copied request may accept', async () => {
    assert.ok((await receive('/packed/')).getText().endsWith('\n\n{\n  "packed": true\n}\n'));
  });

  it('is saved as a whole if it is too large for the memory and no text', async () => {
    const response = await receive('/photo/');
    const hint = 'This is only the beginning. “Save Body…” saves everything.';
    assert.ok(response.getText().includes(`\n# ${hint}\n`), response.getText().slice(0, 1000));
    assert.deepEqual(titlesOf(await withUser([], () => run('response.openComplete', response.uri))), [hint]);
  });

  it('opens as an image at any size', async () => {
    const response = await receive('/photo/');
    assert.ok((await lensesOf(response)).includes('Open Image'));
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
