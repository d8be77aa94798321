import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { callerOf } from '../../unit/sandbox/fixture';
import { eventually } from '../../ui/driver/eventually';
import { run, shownDocument, useAuthorizedShop, useSandbox } from './fixture';
import { agrees } from './importAnswers';
import { withPerson } from './person';
import { setText } from './recordTexts';

describe('the number of records in a grid', () => {
  const service = useSandbox();
  const shop = useAuthorizedShop(service);
  // The first page stays the same when records are added.
  const page = () => ({ ...shop(), table: 'note', limit: 2, orderBy: 'created_at' });
  // The import also counts records, with a `where` on their time.
  const counts = () =>
    service().sandbox.requests.filter(({ path: of }) => of.includes('return_total_count=1') && !of.includes('where='))
      .length;
  const countsOnce = async (what: string, body: () => Thenable<unknown>) => {
    const from = counts();
    await body();
    await eventually(() => assert.equal(counts() - from, 1, what));
  };

  it('is requested again after every reread and write', async () => {
    await countsOnce('open', () => run('table.open', page()));
    const document = shownDocument();
    const call = await callerOf(service().shop);
    await call.json('POST /oserve/v2.4/table/5004/record/', { body: { text: 'Of another client' } }, 201);
    await countsOnce('refresh', () => run('document.refresh', document.uri));
    await setText(document, 'Changed');
    const saves = () =>
      withPerson(
        () => 'Save',
        async () => assert.ok(await document.save()),
      );
    await countsOnce('save', saves);
    const reverts = () =>
      withPerson(
        () => 'Save',
        async () => void (await run('save.revertLast', {})),
      );
    await countsOnce('revert', reverts);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-counts-'));
    const file = path.join(folder, 'many.csv');
    await writeFile(file, ['text', ...Array.from({ length: 300 }, (_, at) => `many ${at}`), ''].join('\n'));
    const uri = vscode.Uri.file(file).toString();
    const imports = () =>
      withPerson(agrees, async () => void (await run('table.import', { ...shop(), table: 'note', uri })));
    await countsOnce('import', imports);
    await rm(folder, { recursive: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await countsOnce('open again', () => run('table.open', page()));
  });
});
