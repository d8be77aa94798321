import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { recordsPath } from '../../../src/records/table/query';
import { RecordFiles } from '../../../src/ui/records/document/recordFiles';
import { StoredBases } from '../../../src/ui/records/document/storedBases';
import { withService } from '../../unit/records/fixture';
import { callerOf } from '../../unit/sandbox/fixture';
import { eventually } from '../../ui/driver/eventually';
import { argumentOf, rejection, run, shownDocument, useAuthorizedShop, useSandbox, useTextEditors } from './fixture';
import { titlesOf, withPerson, type Asked } from './person';
import { edit, recordsIn, setText } from './recordTexts';

describe('records after a failure', () => {
  const service = useSandbox();
  useTextEditors();
  const shop = useAuthorizedShop(service);
  const writes = () =>
    service().sandbox.requests.filter(({ method, path: of }) => of.includes('/record/') && method !== 'GET');
  /** Confirms the plan and the guard of production. */
  const agrees = () => 'Save';
  const save = async (document: vscode.TextDocument) => {
    await withPerson(agrees, async () => assert.equal(await document.save(), true));
  };
  /** Runs “Revert My Last Save”. @returns the counts of its plan */
  const revertLast = async (body = async () => void (await run('save.revertLast', {}))) => {
    const [title = ''] = titlesOf(await withPerson(agrees, body));
    return /: (.*)\?$/.exec(title)?.[1];
  };
  const openNotes = async () => {
    await run('table.open', { ...shop(), table: 'note' });
    return shownDocument();
  };
  const texts = (document: vscode.TextDocument) => recordsIn(document).map(({ text }) => text);

  it('are reverted even if an open record no longer exists, and the other documents are read again', async () => {
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

  it('are reverted completely by a second revert if the first one was partly refused', async () => {
    const page = await openNotes();
    const original = texts(page).slice(0, 2);
    await setText(page, 'Changed 0');
    await setText(page, 'Changed 1', 1);
    await save(page);
    service().sandbox.fail({ kind: 'status', status: 403, path: recordsPath('v2.6', '5004'), times: 1 });
    const refused = await revertLast(async () => {
      assert.match(await rejection(run('save.revertLast', {})), /^1 of 2 records were saved\./);
    });
    assert.equal(refused, '2 changed (2 fields)');
    assert.equal(await revertLast(), '1 changed (1 field)');
    await eventually(() => assert.deepEqual(texts(page).slice(0, 2), original));
    // Both parts of the revert are reverted together.
    assert.equal(await revertLast(), '2 changed (2 fields)');
    await eventually(() => assert.deepEqual(texts(page).slice(0, 2), ['Changed 0', 'Changed 1']));
  });

  it('are reverted completely by a second revert if the service dropped a value of the first one', async () => {
    await run('table.open', { ...shop(), table: 'product' });
    const page = shownDocument();
    const at = recordsIn(page).findIndex(({ note }) => typeof note === 'string' && note !== '');
    const values = () => {
      const { name, note } = recordsIn(page)[at] ?? assert.fail();
      return [name, note];
    };
    const original = values();
    await edit(page, records => void Object.assign(records[at] ?? assert.fail(), { name: 'One', note: 'Two' }));
    await save(page);
    service().sandbox.setBehaviour({ droppedFields: ['note'] });
    const first = await revertLast(async () => void (await rejection(run('save.revertLast', {}))));
    service().sandbox.setBehaviour({ droppedFields: [] });
    assert.equal(first, '1 changed (2 fields)');
    await eventually(() => assert.deepEqual(values(), [original[0], 'Two']));
    assert.equal(await revertLast(), '1 changed (1 field)');
    await eventually(() => assert.deepEqual(values(), original));
    // Both parts of the revert are reverted together.
    assert.equal(await revertLast(), '1 changed (2 fields)');
    await eventually(() => assert.deepEqual(values(), ['One', 'Two']));
  });

  it('are saved again by a third revert if the service does not store a value of the first one', async () => {
    await run('table.open', { ...shop(), table: 'product' });
    const page = shownDocument();
    const at = recordsIn(page).findIndex(({ note }) => typeof note === 'string' && note !== '');
    await edit(page, records => void Object.assign(records[at] ?? assert.fail(), { name: 'Three', note: 'Four' }));
    await save(page);
    service().sandbox.setBehaviour({ droppedFields: ['note'] });
    const refused = () => revertLast(async () => void (await rejection(run('save.revertLast', {}))));
    assert.deepEqual([await refused(), await refused()], ['1 changed (2 fields)', '1 changed (1 field)']);
    service().sandbox.setBehaviour({ droppedFields: [] });
    assert.equal(await revertLast(), '1 changed (1 field)');
    await eventually(() => assert.equal(recordsIn(page)[at]?.['name'], 'Three'));
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
      // An edited error message is not a record either.
      await edit(document, records => void Object.assign(records[0] ?? assert.fail(), { text: 'Edited' }));
      assert.equal(await document.save(), false);
    });
    assert.deepEqual([asked, writes().length], [[], from]);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.equal(recordsIn(document)[0]?.id, id);
  });

  it('name the records that resemble a record whose creation got no response', async () => {
    const page = await openNotes();
    const deleted = texts(page)[0];
    await edit(page, records => records.slice(1));
    await save(page);
    service().sandbox.fail({ kind: 'lostResponse', method: 'POST', path: recordsPath('v2.4', '5004'), times: 1 });
    let message = '';
    await revertLast(async () => void (message = await rejection(run('save.revertLast', {}))));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    const created = recordsIn(page).find(({ text }) => text === deleted) ?? assert.fail(message);
    assert.ok(message.includes(`Records with the values that were sent exist: ${String(created.id)}.`), message);
  });

  it('are saved after their compare editor was closed', async () => {
    const page = await openNotes();
    const { id } = recordsIn(page)[0] ?? assert.fail();
    const call = await callerOf(service().shop);
    await call.json(`PUT /oserve/v2.6/table/5004/record/${String(id)}/`, { body: { text: 'Theirs' } });
    await setText(page, 'Mine');
    const closes = async ({ kind, choices }: Asked) => {
      if (choices.includes('Compare')) return 'Compare';
      if (kind !== 'list') return 'Save';
      assert.ok(vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      return 'Mine';
    };
    await withPerson(closes, async () => assert.equal(await page.save(), true));
    await eventually(() => assert.equal(texts(page)[0], 'Mine'));
  });

  it('keep their base when the user chooses another language for the text', async () => {
    const page = await openNotes();
    const { id } = recordsIn(page)[0] ?? assert.fail();
    await setText(page, 'Before', 1);
    await vscode.languages.setTextDocumentLanguage(page, 'jsonc');
    await edit(page, records => records.slice(1));
    const [plan] = await withPerson(agrees, async () => assert.equal(await page.save(), true));
    assert.match(plan?.title ?? '', /: 1 changed \(1 field\), 1 deleted\?$/);
    const call = await callerOf(service().shop);
    assert.equal((await call(`GET /oserve/v2.4/table/5004/record/${String(id)}/`)).status, 404);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  /** Runs `body` with other documents than those of the extension, as after a restart of the extensions. */
  const withDocuments = async (
    Bases: typeof StoredBases,
    body: (records: RecordFiles) => Promise<void>,
    plan = () => Promise.resolve(),
  ): Promise<void> => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hydrogen-bases-'));
    const { shop: application } = service();
    const target = { application: { ...argumentOf(application), contentGroups: [] }, environment: undefined };
    try {
      await withService(application, async data => {
        class Documents extends RecordFiles {
          override serviceOf() {
            return Promise.resolve({ target, service: data });
          }
        }
        const unused = undefined as never;
        const records = new Documents({
          ...{ http: unused, users: unused, tokens: unused, storedBases: new Bases(folder, 'window') },
          applications: { list: () => ({ applications: [target.application], problems: [] }) },
          sandbox: { restored: () => Promise.resolve() },
          guard: { refuses: () => false, readOnlyText: () => undefined, permit: () => Promise.resolve() },
          questions: { conflicts: () => Promise.resolve([]), plan },
        });
        try {
          await body(records);
        } finally {
          records.dispose();
        }
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  it('replace the text that VS Code read before a restart of the extensions, unless it is unsaved', async () => {
    const page = await openNotes();
    const times: number[] = [];
    const note = async (records: RecordFiles) => void times.push((await records.files.stat(page.uri)).mtime);
    await withDocuments(StoredBases, note);
    await setText(page, 'Unsaved');
    await withDocuments(StoredBases, note);
    assert.deepEqual(
      times.map(time => time > 0),
      [true, false],
    );
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('keep a text that is typed right after the service refused them', async () => {
    const page = await openNotes();
    let typing = () => Promise.resolve();
    class TypingBases extends StoredBases {
      override async write(...given: Parameters<StoredBases['write']>) {
        await typing();
        await super.write(...given);
      }
    }
    await withDocuments(TypingBases, async records => {
      await records.files.readFile(page.uri);
      await setText(page, 'Refused');
      typing = async () => {
        typing = () => Promise.resolve();
        await setText(page, 'Typed', 1);
      };
      service().sandbox.fail({ kind: 'status', status: 403, path: recordsPath('v2.6', '5004'), times: 1 });
      const text = new TextEncoder().encode(page.getText());
      assert.match(await rejection(records.files.writeFile(page.uri, text, true)), /^0 of 1 records were saved\./);
      assert.deepEqual(texts(page).slice(0, 2), ['Refused', 'Typed']);
    });
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  /** Stored bases that note how many lost creations each has, and how many writes were sent before it was stored. */
  const noteBases = () => {
    const from = writes().length;
    const kept: [lost: number, sent: number][] = [];
    class NotedBases extends StoredBases {
      override async write(...given: Parameters<StoredBases['write']>) {
        kept.push([given[1].lost.length, writes().length - from]);
        await super.write(...given);
      }
    }
    return { kept, NotedBases };
  };

  it('are on the disk as new ones before a save creates them, because the window may be reloaded', async () => {
    const page = await openNotes();
    const { kept, NotedBases } = noteBases();
    await withDocuments(NotedBases, async records => {
      await records.files.readFile(page.uri);
      await edit(page, all => [...all, { text: 'Created' }]);
      await records.files.writeFile(page.uri, new TextEncoder().encode(page.getText()), true);
    });
    assert.deepEqual(kept.slice(-2), [
      [1, 0],
      [0, 1],
    ]);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('are not on the disk as perhaps created ones after the user has cancelled the save', async () => {
    const page = await openNotes();
    const { kept, NotedBases } = noteBases();
    const cancelSave = async (records: RecordFiles) => {
      await records.files.readFile(page.uri);
      await edit(page, all => [...all, { text: 'Not created' }]);
      await rejection(records.files.writeFile(page.uri, new TextEncoder().encode(page.getText()), true));
    };
    await withDocuments(NotedBases, cancelSave, () => Promise.reject(new vscode.CancellationError()));
    assert.deepEqual(kept.slice(-2), [
      [1, 0],
      [0, 0],
    ]);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});
