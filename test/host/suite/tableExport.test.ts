import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { argumentOf, rejection, run, useSandbox } from './fixture';
import { useGate } from './gate';
import { withPerson } from './person';

describe('the export of a table', () => {
  const service = useSandbox();
  const gate = useGate(() => service().sandbox.origin);
  const shop = () => ({ clientId: service().shop.clientId, authUrl: gate().origin });
  let folder = '';
  const uriOf = (name: string) => vscode.Uri.file(path.join(folder, name)).toString();
  const textOf = (name: string) => readFile(path.join(folder, name), 'utf8');

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-export-'));
    const origins = { authUrl: gate().origin, serverDomain: gate().origin };
    await run('application.add', { ...argumentOf(service().shop), ...origins });
    await run('application.authorize', shop());
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('writes a file that a script names, in the format of its name', async () => {
    const rows = await run('table.export', { ...shop(), table: 'product', uri: uriOf('all.jsonl') });
    const lines = (await textOf('all.jsonl')).trimEnd().split('\n');
    assert.equal(lines.length, rows);
    assert.ok(Number(rows) > 1);
    assert.deepEqual(await readdir(folder), ['all.jsonl']);
  });

  it('writes only the wanted records and columns', async () => {
    const argument = { ...shop(), table: 'note', uri: uriOf('some.txt'), format: 'csv', keys: ['text'] };
    const all = await run('table.export', argument);
    assert.equal((await textOf('some.txt')).trimEnd().split('\r\n').length, Number(all) + 1);
    assert.match(await textOf('some.txt'), /^\ufefftext\r\n/);
    const where = { text: { $in: [] } };
    assert.equal(await run('table.export', { ...argument, uri: uriOf('none.csv'), where }), 0);
  });

  it('replaces an existing file only after a question', async () => {
    await writeFile(path.join(folder, 'kept.csv'), 'mine');
    const argument = { ...shop(), table: 'note', uri: uriOf('kept.csv') };
    assert.match(await rejection(run('table.export', argument)), /confirmed: true/);
    const asked = await withPerson(
      () => undefined,
      async () => assert.equal(await rejection(run('table.export', { ...argument, confirmed: true })), 'Cancelled.'),
    );
    assert.match(asked[0]?.title ?? '', /^Replace .*kept\.csv\?$/);
    assert.equal(await textOf('kept.csv'), 'mine');
  });

  it('explains an argument that cannot be used, and creates no file', async () => {
    const argument = { ...shop(), table: 'note', uri: uriOf('never.csv') };
    const messages = await Promise.all(
      [
        { ...argument, table: 'missing' },
        { ...argument, keys: ['missing'] },
        { ...argument, where: '[' },
        { ...argument, format: 'xlsx' },
        { ...argument, uri: 'vscode-vfs://github/never.csv' },
        { ...argument, uri: vscode.Uri.file(path.join(folder, 'no', 'folder.csv')).toString() },
      ].map(each => rejection(run('table.export', each))),
    );
    const expected = [/404|not found|no longer/i, /no column missing/, /where is not valid/, /format is not valid/];
    for (const [at, words] of [...expected, /local folder/, /ENOENT/].entries())
      assert.match(messages[at] ?? '', words);
    assert.ok(!(await readdir(folder)).includes('never.csv'));
  });
});
