import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { recordsUri } from '../../../src/ui/records/document/recordAddress';
import { eventually } from '../../ui/driver/eventually';
import { callerOf } from '../../unit/sandbox/fixture';
import { argumentOf, run, shownDocument, useAuthorizedShop, useSandbox, useTextEditors, writeSetting } from './fixture';
import { withPerson } from './person';
import { recordsIn, setText, type Fields } from './recordTexts';

const mixed = '衬衫 😀';

describe('documents of a user with another encoding in the settings', () => {
  const service = useSandbox();
  useTextEditors();
  const shop = useAuthorizedShop(service);
  /** Creates a record. @returns its path */
  const created = async (text: string) => {
    const call = await callerOf(service().shop);
    const { id } = await call.json<Fields>('POST /oserve/v2.4/table/5004/record/', { body: { text } }, 201);
    const path = `/oserve/v2.4/table/5004/record/${String(id)}/`;
    return { id: String(id), stored: async () => (await call.json<Fields>(`GET ${path}`))['text'] };
  };
  const open = async (id: string) => {
    await run('record.open', { ...shop(), table: 'note', id });
    return shownDocument();
  };
  const save = (document: vscode.TextDocument) =>
    withPerson(
      () => 'Save',
      async () => assert.equal(await document.save(), true),
    );
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  for (const encoding of ['gbk', 'utf16le'])
    describe(encoding, () => {
      before(() => writeSetting('files.encoding', encoding));
      after(() => writeSetting('files.encoding', undefined));

      it('show every character of a record, and a save writes every character', async () => {
        const { id, stored } = await created(mixed);
        const document = await open(id);
        assert.equal(recordsIn(document)[0]?.['text'], mixed);
        await setText(document, `${mixed} 帽子`);
        await save(document);
        assert.equal(await stored(), `${mixed} 帽子`);
        await eventually(() => assert.equal(recordsIn(document)[0]?.['text'], `${mixed} 帽子`));
      });
    });

  it('are saved with every character, or not at all, if VS Code opened them with it', async () => {
    const { id, stored } = await created('shirt');
    const application = { ...argumentOf(service().shop), contentGroups: [] };
    const uri = recordsUri({ application, environment: undefined }, { id: '5004', name: 'note' }, { id });
    const document = await vscode.workspace.openTextDocument(uri, { encoding: 'gbk' });
    await vscode.window.showTextDocument(document);
    assert.equal(document.encoding, 'gbk');
    await setText(document, '衬衫');
    await save(document);
    assert.equal(await stored(), '衬衫');
    await setText(document, mixed);
    const asked = await withPerson(
      () => 'Save',
      async () => assert.equal(await document.save(), false),
    );
    assert.deepEqual([asked, await stored()], [[], '衬衫']);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});
