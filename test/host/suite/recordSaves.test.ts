import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from '../../ui/driver/eventually';
import { rejection, run, useAuthorizedShop, useSandbox, useTextEditors } from './fixture';
import { useGate } from './gate';
import { withPerson, type Asked } from './person';
import { edit, recordsIn, setText, type Fields } from './recordTexts';

const isGuard = ({ choices }: Asked) => choices.includes('Unlock for 10 Minutes');
const kinds = (asked: readonly Asked[]) => asked.map(each => (isGuard(each) ? 'guard' : each.kind));
/** Confirms the plan and the guard of production. */
const agrees = () => 'Save';
/** Confirms the plan, but does not send it to production. */
const leavesGuard = (asked: Asked) => (isGuard(asked) ? undefined : 'Save');

describe('a save of records with a user who answers', () => {
  const service = useSandbox();
  useTextEditors();
  const gate = useGate(() => service().sandbox.origin);
  const shop = useAuthorizedShop(service, () => gate().origin);
  const requests = (path: string) => service().sandbox.requests.filter(request => request.path.includes(path));
  /** Every request on records except reads, also the failed ones. */
  const writes = () => requests('/record/').filter(({ method }) => method !== 'GET');
  const bodies = (from: number) =>
    writes()
      .slice(from)
      .map(({ id }) => JSON.parse(service().sandbox.exchange(id)?.request.body || 'null') as unknown);

  const revert = async (document: vscode.TextDocument) => {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.equal(document.isDirty, false);
  };
  /** Opens a page or a record, which has no unsaved edits and is read again. */
  const open = async (command: 'table.open' | 'record.open', more: object) => {
    await run(command, { ...shop(), table: 'note', ...more });
    const { document } = vscode.window.activeTextEditor ?? assert.fail('no editor');
    assert.equal(document.isDirty, false);
    // VS Code may read the opened file late, even while it is edited. A revert ends after that.
    await revert(document);
    return document;
  };

  const ways: [name: string, save: (document: vscode.TextDocument) => Thenable<unknown>][] = [
    ['TextDocument.save', document => document.save()],
    ['workspace.save', document => vscode.workspace.save(document.uri)],
    ['workspace.saveAll', () => vscode.workspace.saveAll()],
    ['File: Save', () => vscode.commands.executeCommand('workbench.action.files.save')],
    ['File: Save All', () => vscode.commands.executeCommand('workbench.action.files.saveAll')],
  ];
  for (const [name, save] of ways) {
    it(`by ${name} shows the plan, asks the guard, and writes the changed field once`, async () => {
      const document = await open('table.open', {});
      const from = writes().length;
      await setText(document, `By ${name}`);
      const asked = await withPerson(agrees, async () => void (await save(document)));
      assert.deepEqual(kinds(asked), ['modal', 'guard']);
      assert.deepEqual(bodies(from), [{ $set: { text: `By ${name}` } }]);
      assert.equal(document.isDirty, false);
    });
  }

  it('never writes to production without the guard', async () => {
    const document = await open('table.open', {});
    const from = writes().length;
    await setText(document, 'Never');
    for (const [name, save] of ways) {
      const asked = await withPerson(
        leavesGuard,
        async () => void (await Promise.resolve(save(document)).catch(() => undefined)),
      );
      assert.deepEqual(kinds(asked), ['modal', 'guard'], name);
      assert.equal(document.isDirty, true, name);
    }
    const asked = await withPerson(leavesGuard, async () => {
      await run('save.revertLast');
      await rejection(vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode('[]')));
      await revert(document);
    });
    assert.deepEqual(kinds(asked), ['modal', 'guard']);
    // New, changed and deleted records at once.
    await edit(document, records => [{ text: 'New' }, { ...records[0], text: 'Changed' }, ...records.slice(2)]);
    const all = await withPerson(leavesGuard, async () => assert.equal(await document.save(), false));
    assert.match(all[0]?.title ?? '', /1 created, 1 changed \(1 field\), 1 deleted/);
    assert.deepEqual(kinds(all), ['modal', 'guard']);
    await revert(document);
    assert.equal(writes().length, from);
  });

  it('asks for the number of more than ten deletions, and sends nothing for a wrong one', async () => {
    const document = await open('table.open', { table: 'product', limit: 11 });
    const from = writes().length;
    const deleting = async (keep: number, typed: string | undefined) => {
      await edit(document, records => records.slice(0, keep));
      const person = (asked: Asked) => (asked.kind === 'box' ? typed : leavesGuard(asked));
      const asked = await withPerson(person, async () => assert.equal(await document.save(), false));
      await revert(document);
      return asked;
    };
    for (const other of ['10', '1', 'eleven', '', '011', undefined]) {
      const asked = await deleting(0, other);
      assert.deepEqual(kinds(asked), ['modal', 'box'], other);
      assert.match(asked[1]?.detail ?? '', /^Type 11 to delete this many records$/);
    }
    assert.deepEqual(kinds(await deleting(0, '11')), ['modal', 'box', 'guard']);
    assert.deepEqual(kinds(await deleting(1, undefined)), ['modal', 'guard'], 'ten are not asked for');
    assert.equal(writes().length, from);
  });

  /** Saves, and changes the text before the response to the write arrives. */
  const saveWhile = async (document: vscode.TextDocument, method: string, change: () => Promise<unknown>) => {
    const { arrived, release } = gate().hold(method);
    await withPerson(agrees, async asked => {
      const saving = document.save();
      const ended = saving.then(isSaved => assert.fail(`no ${method}: ${isSaved}, ${JSON.stringify(asked)}`));
      try {
        await Promise.race([arrived, ended]);
        await change();
      } finally {
        release();
      }
      await saving;
    });
  };
  /** Waits for the mark in the tab, because a document that was changed during its save is never dirty for extensions. */
  const isMarked = (expected: boolean) =>
    eventually(() => assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty, expected));

  it('keeps text that is typed during it, and the next save writes only that', async () => {
    const document = await open('table.open', {});
    const from = writes().length;
    await setText(document, 'First');
    await saveWhile(document, 'PUT', () => setText(document, 'Typed meanwhile', 1));
    await isMarked(true);
    assert.deepEqual(
      recordsIn(document)
        .slice(0, 2)
        .map(({ text }) => text),
      ['First', 'Typed meanwhile'],
    );
    await withPerson(agrees, async () => assert.equal(await document.save(), true));
    assert.deepEqual(bodies(from), [{ $set: { text: 'First' } }, { $set: { text: 'Typed meanwhile' } }]);
    await isMarked(false);
  });

  it('creates a record once when the user types meanwhile', async () => {
    const document = await open('table.open', {});
    const from = writes().length;
    await edit(document, records => [{ text: 'Once' }, ...records]);
    await saveWhile(document, 'POST', () => setText(document, 'Typed as well', 2));
    await isMarked(true);
    await withPerson(agrees, async () => assert.equal(await document.save(), true));
    assert.deepEqual(bodies(from), [{ text: 'Once' }, { $set: { text: 'Typed as well' } }]);
    // The created record gets its ID when the document is reread after the save.
    await eventually(() => assert.equal(typeof recordsIn(document)[0]?.['id'], 'string'));
    assert.equal(recordsIn(document).filter(({ text }) => text === 'Once').length, 1);
  });

  it('reads the records again when the user types and reverts the file meanwhile', async () => {
    const document = await open('table.open', {});
    const from = writes().length;
    await setText(document, 'Saved before the revert');
    await saveWhile(document, 'PUT', async () => {
      await setText(document, 'Reverted', 1);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
    await isMarked(false);
    await eventually(() => assert.notEqual(recordsIn(document)[1]?.text, 'Reverted'));
    assert.equal(recordsIn(document)[0]?.text, 'Saved before the revert');
    assert.deepEqual(bodies(from), [{ $set: { text: 'Saved before the revert' } }]);
  });

  it('continues when the editor is closed', async () => {
    const document = await open('table.open', {});
    const from = writes().length;
    await setText(document, 'Closed');
    await saveWhile(document, 'PUT', async () => {
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });
    assert.deepEqual(bodies(from), [{ $set: { text: 'Closed' } }]);
    assert.equal(recordsIn(await open('table.open', {}))[0]?.text, 'Closed');
  });

  it('loses no change when two documents save the same record at once', async () => {
    const one = await open('table.open', {});
    const other = await open('record.open', { id: recordsIn(one)[0]?.id });
    const from = writes().length;
    await setText(one, 'From the page');
    await setText(other, 'From the record');
    // Each save waits in its guard question until the other has read the record too.
    let guards = 0;
    const both = async (asked: Asked) => {
      if (isGuard(asked)) {
        guards += 1;
        await eventually(() => assert.equal(guards, 2));
      }
      return 'Save';
    };
    const results: boolean[] = [];
    await withPerson(both, async () => void results.push(...(await Promise.all([one.save(), other.save()]))));
    assert.deepEqual(results.sort(), [false, true]);
    assert.deepEqual([one, other].map(({ isDirty }) => isDirty).sort(), [false, true]);
    const [loser, winner] = one.isDirty ? [one, other] : [other, one];
    assert.deepEqual(
      [one, other].map(each => recordsIn(each)[0]?.text),
      ['From the page', 'From the record'],
    );
    assert.equal(writes().length, from + 2);
    // The next save of the later one asks.
    const wins = recordsIn(winner)[0]?.text;
    const asked = await withPerson(
      () => 'Theirs',
      async () => assert.equal(await loser.save(), true),
    );
    assert.deepEqual(kinds(asked), ['modal']);
    const [{ title, detail, choices } = assert.fail()] = asked;
    assert.match(title, /^The field text of “[^”]+” \(\w+\) was changed here and on the server\./);
    assert.match(title, / Which value should be saved\?$/);
    assert.match(
      detail,
      /: conflict 1 of 1\n\nMine: "From the (page|record)"\nTheirs: "From the (page|record)"\nOriginal: ".+"$/,
    );
    // Enter presses the first button, which chooses no side.
    assert.deepEqual(choices, ['Compare', 'Mine', 'Theirs', 'Original']);
    // The document of the losing save is reread.
    await eventually(() => assert.equal(recordsIn(loser)[0]?.text, wins));
    assert.equal(writes().length, from + 2);
  });

  it('renews an access token that expires before the write, and writes once', async () => {
    const document = await open('table.open', {});
    await setText(document, 'Renewed');
    const from = writes().length;
    const expire = (asked: Asked) => {
      if (isGuard(asked)) service().sandbox.expireTokens(shop().clientId);
      return 'Save';
    };
    await withPerson(expire, async () => assert.equal(await document.save(), true));
    assert.deepEqual(
      writes()
        .slice(from)
        .map(({ method, status }) => `${method} ${status}`),
      ['PUT 401', 'PUT 200'],
    );
    assert.equal(recordsIn(document)[0]?.text, 'Renewed');
  });

  it('reads the records again for a revert, if the text was changed while they were read', async () => {
    const document = await open('table.open', {});
    gate().hold('GET').release();
    const { arrived, release } = gate().hold('GET');
    const reading = run('table.open', { ...shop(), table: 'note' });
    try {
      await arrived;
      await setText(document, 'Changed while reading');
    } finally {
      release();
    }
    await reading;
    assert.equal(recordsIn(document)[0]?.text, 'Changed while reading');
    const reads = requests('/record/').length;
    await revert(document);
    assert.equal(requests('/record/').length, reads + 1);
  });

  it('asks and sends nothing for a text with a duplicate or changed ID', async () => {
    for (const change of [
      (records: Fields[]) => [...records, { ...records[0] }],
      (records: Fields[]) => records.map((record, at) => (at === 0 ? { ...record, id: 'other' } : record)),
      (records: Fields[]) => records.map((record, at) => (at === 0 ? { ...record, id: {} } : record)),
    ]) {
      const document = await open('table.open', {});
      await edit(document, change);
      const before = service().sandbox.requests.length;
      const asked = await withPerson(agrees, async () => assert.equal(await document.save(), false));
      const sent = service().sandbox.requests.slice(before);
      assert.deepEqual([asked, sent.map(({ method, path }) => `${method} ${path}`)], [[], []]);
      await revert(document);
    }
  });

  it('marks a value that the service drops, keeps it unsaved, and saves it once the service accepts it', async () => {
    const document = await open('table.open', {});
    const marks = () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    await setText(document, 'Dropped');
    service().sandbox.setBehaviour({ droppedFields: ['text'] });
    try {
      await withPerson(agrees, async () => assert.equal(await document.save(), false));
    } finally {
      service().sandbox.setBehaviour({ droppedFields: [] });
    }
    assert.equal(recordsIn(document)[0]?.text, 'Dropped');
    await eventually(() => assert.match(marks().join(), /^text: the service did not accept this value\. It has: /));
    assert.equal(document.isDirty, true);
    await withPerson(agrees, async () => assert.equal(await document.save(), true));
    await eventually(() => assert.deepEqual(marks(), []));
    assert.equal(recordsIn(await open('table.open', {}))[0]?.text, 'Dropped');
  });
});
