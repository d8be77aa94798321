import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { argumentOf, run, useSandbox } from './fixture';

/** Sends the only request of a new document. Returns the document of its response. */
async function send(lines: string[]): Promise<vscode.TextDocument> {
  const content = lines.join('\n');
  const document = await vscode.workspace.openTextDocument({ language: 'hydrogen-http', content });
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('hydrogen.request.send', document.uri, 0);
  const shown = vscode.window.visibleTextEditors.map(editor => editor.document);
  const response = shown.find(({ uri }) => uri.scheme === 'hydrogen-response');
  assert.ok(response !== undefined, 'no response is shown');
  return response;
}

describe('the response to a request', () => {
  const service = useSandbox();
  before(async () => {
    await run('application.add', argumentOf(service().shop));
    await run('application.select', { clientId: service().shop.clientId });
  });
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('lacks nothing where the request chooses the fields itself', async () => {
    const response = await send(['GET /hserve/v2.4/table/product/record/?keys=name&limit=1']);
    assert.match(response.getText(), /^HTTP 200/);
    const problems = vscode.languages.getDiagnostics(response.uri).map(({ message }) => message);
    assert.deepEqual(problems, []);
  });
});
