import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { readTable } from '../../../src/records/table/schema';
import { dataTableNode } from '../../../src/ui/nodes/dataTable';
import { dataTablesNode } from '../../../src/ui/nodes/dataTables';
import { environmentOf } from '../../../src/ui/nodes/environment';
import { callerOf, openPermissions } from '../../unit/sandbox/fixture';
import { argumentOf, rejection, run, useAuthorizedShop, useSandbox } from './fixture';
import { useGate } from './gate';
import { useFolder } from './requestDocuments';
import { choosing, withPerson, withUser } from './person';

describe('the export of a table', () => {
  const service = useSandbox();
  const gate = useGate(() => service().sandbox.origin);
  const shop = useAuthorizedShop(service, () => gate().origin);
  const folder = useFolder();
  const uriOf = (name: string) => vscode.Uri.file(path.join(folder(), name)).toString();
  const textOf = (name: string) => readFile(path.join(folder(), name), 'utf8');

  it('writes a file that a script names, in the format of its name', async () => {
    const rows = await run('table.export', { ...shop(), table: 'product', uri: uriOf('all.jsonl') });
    const lines = (await textOf('all.jsonl')).trimEnd().split('\n');
    assert.equal(lines.length, rows);
    assert.ok(Number(rows) > 1);
    assert.deepEqual(await readdir(folder()), ['all.jsonl']);
  });

  it('writes only the wanted records and columns', async () => {
    const argument = { ...shop(), table: 'note', uri: uriOf('some.txt'), format: 'csv', keys: ['text'] };
    const all = await run('table.export', argument);
    assert.equal((await textOf('some.txt')).trimEnd().split('\r\n').length, Number(all) + 1);
    assert.match(await textOf('some.txt'), /^\ufefftext\r\n/);
    const where = { text: { $in: [] } };
    assert.equal(await run('table.export', { ...argument, uri: uriOf('none.csv'), where }), 0);
  });

  it('writes the columns that were added since the tree and a document read the table', async () => {
    const call = await callerOf(service().shop);
    const fields = [{ name: 'first', type: 'string' }];
    const make = { body: { name: 'grown', schema: { fields }, ...openPermissions } };
    const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', make, 201);
    const table = readTable({ id, name: 'grown', schema: { fields }, ...openPermissions }) ?? assert.fail();
    const page = (await run('table.open', { ...shop(), table: String(id) })) as vscode.Uri;
    fields.push({ name: 'second', type: 'string' });
    await call.json(`PUT /oserve/v1.8/table/${id}/`, { body: { schema: { fields } } });
    const body = { first: 'one', second: 'two' };
    await call.json(`POST /oserve/v2.6/table/${id}/record/`, { body }, 201);
    const application = { ...argumentOf(service().shop), ...shop(), serverDomain: gate().origin, contentGroups: [] };
    const node = dataTableNode(dataTablesNode(environmentOf({ application, environment: undefined })), table, table);
    const chooses = choosing('The Whole Table', 'JSON Lines');
    for (const argument of [node, page]) {
      const exports = () => withPerson(chooses, async () => void (await run('table.export', argument)));
      await withUser([], exports, path.join(folder(), 'grown.jsonl'));
      assert.match(await textOf('grown.jsonl'), /"first":"one","second":"two"/);
      await rm(path.join(folder(), 'grown.jsonl'));
    }
  });

  it('replaces an existing file only after a question', async () => {
    await writeFile(path.join(folder(), 'kept.csv'), 'mine');
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
        { ...argument, uri: vscode.Uri.file(path.join(folder(), 'no', 'folder.csv')).toString() },
      ].map(each => rejection(run('table.export', each))),
    );
    const expected = [/404|not found|no longer/i, /no column missing/, /where is not valid/, /format is not valid/];
    for (const [at, words] of [...expected, /local folder/, /ENOENT/].entries())
      assert.match(messages[at] ?? '', words);
    assert.ok(!(await readdir(folder())).includes('never.csv'));
  });
});
