import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { recordsPath } from '../../../src/records/table/query';
import { eventually } from '../../ui/driver/eventually';
import { argumentOf, run, shownDocument, useSandbox, useTextEditors } from './fixture';
import { titlesOf, withPerson } from './person';
import { edit, recordsIn, setText } from './recordTexts';

describe('records after a failure', () => {
  const service = useSandbox();
  useTextEditors();
  const shop = () => ({ clientId: service().shop.clientId, authUrl: service().sandbox.origin });
  const writes = () =>
    service().sandbox.requests.filter(({ method, path: of }) => of.includes('/record/') && method !== 'GET');
  /** Confirms the plan and the guard of production. */
  const agrees = () => 'Save';
  const save = async (document: vscode.TextDocument) => {
    await withPerson(agrees, async () => assert.equal(await document.save(), true));
  };
  /** Runs “Revert My Last Save”. @returns the counts of its plan */
  const revertLast = async () => {
    const [title = ''] = titlesOf(await withPerson(agrees, async () => void (await run('save.revertLast', {}))));
    return /: (.*)\?$/.exec(title)?.[1];
  };
  const openNotes = async () => {
    await run('table.open', { ...shop(), table: 'note' });
    return shownDocument();
  };
  const texts = (document: vscode.TextDocument) => recordsIn(document).map(({ text }) => text);

  before(async () => {
    await run('application.add', argumentOf(service().shop));
    await run('application.authorize', shop());
  });

  it('are reverted although an open record no longer exists, and the other documents are read again', async () => {
    const { id } = recordsIn(await openNotes())[0] ?? assert.fail();
    await run('record.open', { ...shop(), table: 'note', id });
    const gone = shownDocument();
    const page = await openNotes();
    const deleted = texts(page)[0];
    const { length } = recordsIn(page);
    await edit(page, records => records.slice(1));
    await save(page);
    assert.equal(gone.isDirty, false);
    assert.equal(await revertLast(), '1 created');
    await eventually(() => assert.ok(texts(page).includes(deleted)));
    assert.equal(recordsIn(page).length, length);
    // The next revert reverts the revert.
    assert.equal(await revertLast(), '1 deleted');
    await eventually(() => assert.ok(!texts(page).includes(deleted)));
  });

  it('are not replaced by the text of an error', async () => {
    const { id } = recordsIn(await openNotes())[0] ?? assert.fail();
    await run('record.open', { ...shop(), table: 'note', id });
    const document = shownDocument();
    await setText(document, 'Reverted');
    service().sandbox.fail({ kind: 'status', status: 403, path: recordsPath('v2.4', '5004'), times: 10 });
    await vscode.commands.executeCommand('workbench.action.files.revert');
    service().sandbox.clearFaults();
    assert.match(document.getText(), /403/);
    const from = writes().length;
    const leaves = () => undefined;
    const asked = await withPerson(leaves, async () => {
      await vscode.commands.executeCommand('workbench.action.files.save');
      // An edit of it is no record either.
      await edit(document, records => void Object.assign(records[0] ?? assert.fail(), { text: 'Edited' }));
      assert.equal(await document.save(), false);
    });
    assert.deepEqual([asked, writes().length], [[], from]);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.equal(recordsIn(document)[0]?.id, id);
  });
});
