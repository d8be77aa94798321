import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { replaceText } from '../../../src/ui/platform/textEdits';
import { run, shownDocument, useAuthorizedShop, useSandbox, useTextEditors, writeSetting } from './fixture';
import { useGate } from './gate';
import { agrees, type Result } from './importAnswers';
import { withPerson, type Asked } from './person';
import { useFolder } from './requestDocuments';

describe('an environment that becomes read-only during a write', () => {
  const service = useSandbox();
  useTextEditors();
  const gate = useGate(() => service().sandbox.origin);
  const shop = useAuthorizedShop(service, () => gate().origin);
  const folder = useFolder();
  const sent = (method: string) =>
    service().sandbox.requests.filter(each => each.method === method && each.path.includes('/record/')).length;
  const reasonsIn = (asked: readonly Asked[]) =>
    asked.filter(({ title }) => /has become read-only\. No further requests were sent\.$/.test(title)).length;
  const setReadOnly = (isReadOnly: boolean) => writeSetting('hydrogen.guard', isReadOnly ? 'readOnly' : undefined);
  afterEach(() => setReadOnly(false));

  it('gets no more rows of an import, which can be continued later', async () => {
    const rows = Array.from({ length: 2200 }, (_, at) => `locked ${at}`);
    await writeFile(path.join(folder(), 'locked.csv'), ['text', ...rows, ''].join('\n'));
    const uri = vscode.Uri.file(path.join(folder(), 'locked.csv')).toString();
    const imported = () => run('table.import', { ...shop(), table: 'note', uri }) as Promise<Result>;
    const from = sent('POST');
    const first = gate().hold('POST');
    const asked = await withPerson(
      each => (each.choices.join() === 'Continue' ? undefined : agrees(each)),
      async () => {
        const running = imported();
        await first.arrived;
        await setReadOnly(true);
        first.release();
        assert.equal((await running).isComplete, false);
      },
    );
    assert.equal(sent('POST') - from, 1);
    assert.equal(reasonsIn(asked), 1);
    await setReadOnly(false);
    await withPerson(agrees, async () => assert.equal((await imported()).isComplete, true));
    const texts = JSON.stringify(service().sandbox.state()).match(/"locked \d+"/g) ?? [];
    assert.deepEqual([texts.length, new Set(texts).size], [2200, 2200]);
  });

  it('gets no more changes of a save, and the document stays unsaved', async () => {
    await run('table.open', { ...shop(), table: 'note' });
    const document = shownDocument();
    const records = JSON.parse(document.getText()) as { text: string }[];
    const edited = records.map((record, at) => (at < 3 ? { ...record, text: `Edited ${at}` } : record));
    await replaceText(document, `${JSON.stringify(edited, undefined, 2)}\n`);
    const from = sent('PUT');
    const first = gate().hold('PUT');
    const asked = await withPerson(
      ({ choices }) => choices.find(choice => choice === 'Save'),
      async () => {
        const saving = document.save();
        await first.arrived;
        await setReadOnly(true);
        first.release();
        assert.equal(await saving, false);
      },
    );
    assert.equal(sent('PUT') - from, 1);
    assert.equal(reasonsIn(asked), 1);
    assert.equal(document.isDirty, true);
    assert.match(document.getText(), /Edited 0[^]*Edited 1[^]*Edited 2/);
    await setReadOnly(false);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});
