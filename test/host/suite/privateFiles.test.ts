import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { openUntitled } from '../../../src/ui/platform/textEdits';
import { useHttpServer } from '../../httpServer';
import { eventually } from '../../ui/driver/eventually';
import { argumentOf, run, storageFolder, useSandbox } from './fixture';

/** Larger than the responses that are kept in memory, so the response is stored in a file. */
const large = 12 * 1024 * 1024;

/** All files and folders in the extension's storage folder, and the folder itself, with their permissions. */
function privateFiles(): Map<string, string> {
  const names = ['', ...readdirSync(storageFolder, { recursive: true, encoding: 'utf8' })];
  return new Map(
    names.map(name => {
      const stats = statSync(path.join(storageFolder, name));
      return [name, `${stats.isDirectory() ? 'folder' : 'file'} ${(stats.mode & 0o777).toString(8)}`];
    }),
  );
}

describe('files of the extension on disk', () => {
  const service = useSandbox();
  const server = useHttpServer((_, response) => response.end('x'.repeat(large)));
  let usual = 0;

  before(() => {
    // New files are readable and writable for everybody by default.
    usual = process.umask(0);
  });
  after(async () => {
    process.umask(usual);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('are private to their user: files 600, folders 700', async () => {
    await run('application.add', { ...argumentOf(service().shop), environments: [], serverDomain: server() });
    await run('application.select', { clientId: service().shop.clientId });
    const content = 'GET /hserve/v2.2/large/';
    const document = await openUntitled('hydrogen-http', content);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('hydrogen.request.send', document.uri, 0);
    // The history, a stored response, the stamp of a token set, the names of stored values. The history is written after the
    // response is shown.
    const found = await eventually(() => {
      const files = privateFiles();
      for (const expected of [/history\.jsonl$/, /\.txt$/, /\.stamp$/, /^secretKeys[/\\]/]) {
        assert.ok(
          [...files.keys()].some(name => expected.test(name)),
          `${expected}: ${[...files.keys()].join(' ')}`,
        );
      }
      return files;
    });
    const others = [...found].filter(([, mode]) => mode !== 'file 600' && mode !== 'folder 700');
    assert.deepEqual(others, []);
  });
});
