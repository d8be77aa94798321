import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createHttpClient } from '../../../src/api/http/httpClient';
import { Secret } from '../../../src/api/secret';
import { revertEdits } from '../../../src/records/saving/afterSave';
import type { ConflictChoice as Choice } from '../../../src/records/saving/merge';
import { recordsPath, type DataAddress } from '../../../src/records/table/query';
import { getTable } from '../../../src/records/table/schema';
import type { DataService } from '../../../src/api/openApi/dataService';
import type { ShownConflict } from '../../../src/ui/records/document/askConflicts';
import { countText, type ShownChange } from '../../../src/ui/records/document/askPlan';
import { readDocument, saveDocument } from '../../../src/ui/records/document/recordDocument';
import { writeEdits, type SaveContext } from '../../../src/ui/records/document/saveRecords';
import { RecordDocument } from '../../../src/records/document/recordDocument';
import { openRecords, OpenText } from '../../unit/records/openText';
import { obtainTokens } from '../../unit/sandbox/fixture';
import { argumentOf, rejection, run, shownDocument, useAuthorizedShop, useSandbox, writeSetting } from './fixture';

type Fields = Record<string, unknown>;

describe('records', () => {
  const service = useSandbox();
  const shop = useAuthorizedShop(service);
  const note = () => ({ ...shop(), kind: 'page', table: '5004' }) as DataAddress;
  const writes = () => service().sandbox.requests.filter(({ method }) => ['PUT', 'POST', 'DELETE'].includes(method));
  const writtenTo = () => writes().filter(({ path }) => path.includes('/record/'));
  const bodies = (from: number) =>
    writtenTo()
      .slice(from)
      .map(({ id }) => JSON.parse(service().sandbox.exchange(id)?.request.body || 'null') as unknown);

  /** Uses the sandbox through its own HTTP client, with a user who answers at once. */
  const withPlace = async (
    body: (place: SaveContext & { asked: ShownConflict[]; plans: ShownChange[][] }) => Promise<void>,
    { choice = 'mine', leaves = false, refuses = false }: { choice?: Choice; leaves?: boolean; refuses?: boolean } = {},
  ) => {
    const { shop: application } = service();
    const token = new Secret((await obtainTokens(application)).access_token);
    const client = createHttpClient({ strictSSL: true, systemCertificates: false });
    const data: DataService = {
      target: { authUrl: application.authUrl, envId: undefined },
      context: { fetch: client.fetch },
      withToken: call => call(token),
    };
    const asked: ShownConflict[] = [];
    const plans: ShownChange[][] = [];
    const refuse = () => Promise.reject(new Error('read-only'));
    try {
      await body({
        ...{ asked, plans, service: data },
        target: { application: { ...argumentOf(application), contentGroups: [] }, environment: undefined },
        guard: { refuses: () => refuses, permit: () => (refuses ? refuse() : Promise.resolve()) },
        questions: {
          async conflicts(_, conflicts) {
            asked.push(...conflicts);
            return conflicts.map(() => choice);
          },
          async plan(_, changes) {
            plans.push([...changes]);
            if (leaves) throw new vscode.CancellationError();
          },
        },
      });
    } finally {
      await client.close();
    }
  };
  const opened = async ({ service: data }: SaveContext): Promise<OpenText> => {
    const { table, records } = await readDocument(data, note());
    return openRecords(table, records);
  };
  const edit = (text: OpenText, change: (records: Fields[]) => void): void => {
    const records = JSON.parse(text.getText()) as Fields[];
    change(records);
    text.replace(JSON.stringify(records));
  };
  const save = (place: SaveContext, { document }: OpenText) => saveDocument(place, note(), document, document.text);
  const restored = (text: string, form: 'page' | 'record' = 'page') =>
    new OpenText(new RecordDocument(form), text).document;
  const first = (records: Fields[]) => records[0] ?? assert.fail('no record');

  it('open as JSON, with one request for the table and one for the records', async () => {
    const before = service().sandbox.requests.length;
    await run('table.open', { ...shop(), table: 'product', where: { stock: { $lt: 3 } }, orderBy: '-price', limit: 3 });
    const document = shownDocument();
    assert.deepEqual([document.languageId, document.isDirty], ['json', false]);
    const records = JSON.parse(document.getText()) as { stock: number; price: number; id: string }[];
    assert.ok(records.length === 3 && records.every(({ stock }) => stock < 3));
    assert.equal(service().sandbox.requests.length, before + 2);
    const { id } = records[0] ?? assert.fail();
    await run('record.open', { ...shop(), table: 'product', id });
    const one = shownDocument();
    assert.match(one.uri.path, new RegExp(`/product ${id} · Production\\.json$`));
    assert.equal((JSON.parse(one.getText()) as Fields)['id'], id);
    const unknown = run('record.open', { ...shop(), table: 'product', id: '5a2f' });
    assert.equal(await rejection(unknown), 'The table product has no record with the ID 5a2f.');
    assert.match(
      await rejection(run('table.open', { ...shop(), table: 'product', limit: 20_000 })),
      /^These records cannot be selected/,
    );
  });

  it('mark values that the schema does not allow', async () => {
    const document = shownDocument();
    const problems = new Promise<vscode.Diagnostic[]>(resolve => {
      const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const found = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Hydrogen');
        if (!uris.some(uri => uri.toString() === document.uri.toString()) || found.length === 0) return;
        subscription.dispose();
        resolve(found);
      });
    });
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), '  "unheard": 1,\n');
    await vscode.workspace.applyEdit(edit);
    const [problem] = await problems;
    assert.deepEqual([problem?.message, problem?.range.start.line], ['The table has no column unheard.', 1]);
  });

  it('are not written by auto save', async () => {
    const document = shownDocument();
    const asked = () => service().sandbox.requests.filter(({ path }) => path.includes('/record/')).length;
    const before = asked();
    const saving = new Promise<vscode.TextDocumentSaveReason>(resolve => {
      const subscription = vscode.workspace.onWillSaveTextDocument(event => {
        if (event.document !== document) return;
        subscription.dispose();
        resolve(event.reason);
      });
    });
    await writeSetting('files.autoSaveDelay', 50);
    await writeSetting('files.autoSave', 'afterDelay');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), ' ');
    await vscode.workspace.applyEdit(edit);
    assert.equal(await saving, vscode.TextDocumentSaveReason.AfterDelay);
    // Without this setting, VS Code in a browser saves automatically, and later tests would meet its saves.
    await writeSetting('files.autoSave', 'off');
    await writeSetting('files.autoSaveDelay', undefined);
    // This save waits for the automatic one. It fails, because no plan can be shown in a test.
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    // One request: this save has read the record. The automatic save has sent nothing.
    assert.equal(asked(), before + 1);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.equal(document.isDirty, false);
  });

  it('are read-only if the settings say so', async () => {
    const { uri } = shownDocument();
    assert.equal((await vscode.workspace.fs.stat(uri)).permissions, undefined);
    await writeSetting('hydrogen.guard', 'readOnly');
    try {
      assert.equal((await vscode.workspace.fs.stat(uri)).permissions, vscode.FilePermission.Readonly);
    } finally {
      await writeSetting('hydrogen.guard', undefined);
    }
  });

  it('are saved by a read, a write of only the changed field, and a read of the stored record', () =>
    withPlace(async place => {
      const text = await opened(place);
      const before = service().sandbox.requests.length;
      edit(text, records => (first(records)['text'] = 'One'));
      const saved = await save(place, text);
      assert.deepEqual(bodies(0), [{ $set: { text: 'One' } }]);
      assert.equal(service().sandbox.requests.length, before + 3);
      assert.equal(saved.failure, undefined);
      assert.equal((JSON.parse(saved.text ?? '') as Fields[])[0]?.['text'], 'One');
      assert.equal(countText(place.plans.flat()), '1 changed (1 field)');
    }));

  it('ask about fields that both sides changed, and take over the rest', () =>
    withPlace(
      async place => {
        const mine = await opened(place);
        const other = await opened(place);
        edit(other, records => (first(records)['text'] = 'Theirs'));
        await save(place, other);
        const from = writtenTo().length;
        edit(mine, records => {
          first(records)['text'] = 'Mine';
          first(records)['read_perm'] = ['user:*'];
        });
        const saved = await save(place, mine);
        assert.deepEqual(
          place.asked.map(conflict => [conflict.column, conflict.mine, conflict.theirs, conflict.original]),
          [['text', '"Mine"', '"Theirs"', '"One"']],
        );
        assert.deepEqual(bodies(from), [{ $set: { read_perm: ['user:*'] } }]);
        assert.equal((JSON.parse(saved.text ?? '') as Fields[])[0]?.['text'], 'Theirs');
      },
      { choice: 'theirs' },
    ));

  it('are created, deleted and reverted', () =>
    withPlace(async place => {
      const text = await opened(place);
      const before = text.getText();
      const from = writtenTo().length;
      edit(text, records => {
        records.splice(0, 2);
        records.push({ text: 'New' });
      });
      const saved = await save(place, text);
      assert.equal(countText(place.plans.flat()), '1 created, 2 deleted');
      assert.deepEqual(
        writtenTo()
          .slice(from)
          .map(({ method }) => method),
        ['POST', 'DELETE', 'DELETE'],
      );
      const [created] = (JSON.parse(saved.text ?? '') as Fields[]).slice(-1);
      assert.deepEqual([created?.['text'], typeof created?.['id']], ['New', 'string']);
      await writeEdits(place, saved.table, revertEdits(saved.outcomes));
      const again = await opened(place);
      const texts = (shown: string) => (JSON.parse(shown) as Fields[]).map(({ text: words }) => words).sort();
      assert.deepEqual(texts(again.getText()), texts(before));
    }));

  it('report every difference as a conflict when the base is lost after a reload', () =>
    withPlace(async place => {
      const text = await opened(place);
      const from = writtenTo().length;
      edit(text, records => (first(records)['text'] = 'Kept'));
      await saveDocument(place, note(), restored(text.getText()), text.getText());
      assert.deepEqual(
        place.asked.map(({ column, mine, isOriginalKnown }) => [column, mine, isOriginalKnown]),
        [['text', '"Kept"', false]],
      );
      assert.deepEqual(bodies(from), [{ $set: { text: 'Kept' } }]);
    }));

  it('are not created from the text of an error', () =>
    withPlace(async place => {
      const from = writtenTo().length;
      const address: DataAddress = { ...note(), kind: 'record', id: '6955ba2cf35ba0bd00000005' };
      const failed = restored('{"error": "x"}', 'record');
      assert.match(await rejection(saveDocument(place, address, failed, failed.text)), /not the record/);
      assert.deepEqual([place.plans, bodies(from)], [[], []]);
    }));

  it('stay unchanged when the plan is cancelled, the guard refuses, or the text cannot be saved', async () => {
    const from = writtenTo().length;
    const attempt = async (place: SaveContext, change: (records: Fields[]) => void) => {
      const text = await opened(place);
      edit(text, change);
      return rejection(save(place, text));
    };
    const change = (records: Fields[]) => (first(records)['text'] = 'Never');
    await withPlace(async place => assert.equal(await attempt(place, change), 'Canceled'), { leaves: true });
    await withPlace(
      async place => {
        assert.equal(await attempt(place, change), 'read-only');
        assert.deepEqual(place.plans, []);
      },
      { refuses: true },
    );
    await withPlace(async place => {
      assert.match(
        await attempt(place, records => (first(records)['id'] = 'other')),
        /^Line 1, column \d+: No record with/,
      );
      assert.match(await attempt(place, records => (first(records)['text'] = { $incr_by: 1 })), /begin with \$/);
      const { document } = await opened(place);
      assert.equal(
        await rejection(saveDocument(place, note(), document, '[\n{]')),
        'Line 2, column 2: This is not JSON. Nothing was written.',
      );
      const users = { ...note(), table: '4998' };
      const table = await getTable(place.service, '4998');
      const builtIn = openRecords(table, []).document;
      assert.match(
        await rejection(saveDocument(place, users, builtIn, '[{}]')),
        /^The records of _userprofile belong to the service/,
      );
    });
    assert.equal(writtenTo().length, from);
  });

  it('stay unsaved when they are refused, while the others are saved', () =>
    withPlace(async place => {
      const text = await opened(place);
      service().sandbox.fail({ kind: 'status', status: 403, path: recordsPath('v2.6', '5004'), times: 1 });
      edit(text, records => records.slice(0, 2).forEach((record, index) => (record['text'] = `Both ${index}`)));
      const saved = await save(place, text);
      assert.match(saved.failure?.message ?? '', /^1 of 2 records were saved\. \w+: It was not written\. .*403/);
      const texts = (JSON.parse(saved.text ?? '') as Fields[]).slice(0, 2).map(({ text }) => text);
      assert.deepEqual(texts, ['Both 0', 'Both 1']);
      text.replace(saved.text ?? '');
      const [refused, written] = text.document.base?.records ?? [];
      assert.equal(written?.get('text'), 'Both 1');
      assert.notEqual(refused?.get('text'), 'Both 0');
      assert.equal(text.document.state, 'partlySaved');
    }));
});
