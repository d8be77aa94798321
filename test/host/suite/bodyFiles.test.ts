import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { openUntitled } from '../../../src/ui/platform/textEdits';
import { waitForProblems } from './fixture';

describe('the files of bodies', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'body-files-'));
    await mkdir(path.join(folder, 'inside'));
    await writeFile(path.join(folder, 'outside.json'), '{}');
    await writeFile(path.join(folder, 'inside', 'there.json'), '{}');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('are checked while the document is written', async () => {
    const lines = [
      'POST https://example.com/',
      '',
      '< ./there.json',
      '###',
      'POST https://example.com/',
      '',
      '< ./missing.json',
      '###',
      'POST https://example.com/',
      '',
      '<@ ../outside.json',
      '###',
      'POST https://example.com/',
      'Content-Type: multipart/form-data; boundary=b',
      '',
      '--b',
      'Content-Disposition: form-data; name="file"; filename="f"',
      '',
      '< ./gone.png',
      '--b--',
      '###',
      'POST https://example.com/',
      '',
      '< ./{{$guid}}.json',
    ];
    const file = vscode.Uri.file(path.join(folder, 'inside', 'files.hydrogen.http'));
    await writeFile(file.fsPath, lines.join('\n'));
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const hosts = [0, 4, 8, 12, 21].map((line): [number, RegExp] => [line, /This host/]);
    await waitForProblems(document, [
      ...hosts,
      [6, /^The file \.\/missing\.json cannot be read\.$/],
      [10, /^\.\.\/outside\.json is outside the workspace folder/],
      [18, /^The file \.\/gone\.png cannot be read\.$/],
    ]);
    await vscode.workspace.fs.writeFile(
      vscode.Uri.file(path.join(folder, 'inside', 'missing.json')),
      Buffer.from('{}'),
    );
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
    await vscode.window.showTextDocument(document);
    await waitForProblems(document, [...hosts, [10, /outside/], [18, /gone/]]);
  });

  it('require a saved document', async () => {
    const content = 'POST https://example.com/\n\n< ./there.json';
    const document = await openUntitled('hydrogen-http', content);
    await waitForProblems(document, [
      [0, /This host/],
      [2, /^Save the document first/],
    ]);
  });
});
