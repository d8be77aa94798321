import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { dataTableNode } from '../../../src/ui/nodes/dataTable';
import { dataTablesNode } from '../../../src/ui/nodes/dataTables';
import { environmentOf } from '../../../src/ui/nodes/environment';
import { importFiles } from '../../../src/ui/records/transfer/tableDrop';
import { argumentOf, shownDocument, useAuthorizedShop, useSandbox, useTextEditors } from './fixture';
import { useGate } from './gate';
import { agrees, withProgressToken } from './importAnswers';
import { useFolder } from './requestDocuments';
import { withPerson } from './person';

describe('files that are dropped on a table', () => {
  const service = useSandbox();
  useTextEditors();
  const gate = useGate(() => service().sandbox.origin);
  useAuthorizedShop(service, () => gate().origin);
  const shop = () => ({ ...argumentOf(service().shop), authUrl: gate().origin, serverDomain: gate().origin });
  const folder = useFolder();
  const write = async (name: string, rows: number) => {
    const file = path.join(folder(), name);
    await writeFile(file, ['text', ...Array.from({ length: rows }, (_, at) => `${name} ${at}`), ''].join('\n'));
    return vscode.Uri.file(file).toString();
  };
  const drop = (files: readonly string[]) => {
    const target = { application: { ...shop(), contentGroups: [] }, environment: undefined };
    return importFiles(dataTableNode(dataTablesNode(environmentOf(target)), { id: '5004', name: 'note' }), files);
  };

  it('are imported although an earlier file cannot be read', async () => {
    const files = [await write('bad.xlsx', 1), await write('good.csv', 2), await write('other.csv', 2)];
    const asked = await withPerson(agrees, async () => void (await drop(files)));
    assert.deepEqual(
      asked.map(({ title }) => title.split(' into ')[0]),
      ['Import good.csv', 'Import other.csv'],
    );
    const texts = ['good.csv 0', 'good.csv 1', 'other.csv 0', 'other.csv 1'];
    assert.deepEqual(
      texts.filter(text => !shownDocument().getText().includes(text)),
      [],
    );
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('are not imported after the question about an earlier file was cancelled', async () => {
    const files = [await write('first.csv', 2), await write('second.csv', 2)];
    const asked = await withPerson(
      () => undefined,
      async () => void (await drop(files)),
    );
    assert.deepEqual(
      asked.map(({ title }) => title.split(' into ')[0]),
      ['Import first.csv'],
    );
  });

  it('are not imported after the progress of an earlier file was cancelled', async () => {
    const files = [await write('long.csv', 2200), await write('next.csv', 2)];
    const first = gate().hold('POST');
    const cancel = new vscode.CancellationTokenSource();
    await withProgressToken(/^Importing/, cancel.token, async () => {
      const asked = await withPerson(
        each => (each.choices.join() === 'Continue' ? undefined : agrees(each)),
        async () => {
          const running = drop(files);
          await first.arrived;
          cancel.cancel();
          first.release();
          await running;
        },
      );
      assert.ok(asked.some(({ title }) => title.startsWith('Cancelled. The import of long.csv stopped')));
      assert.ok(!asked.some(({ title }) => title.startsWith('Import next.csv')));
    });
  });
});
