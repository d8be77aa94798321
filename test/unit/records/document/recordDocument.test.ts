import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Fetch } from '../../../../src/api/http/sendOnce';
import type { Json } from '../../../../src/json/json';
import type { ConflictChoice } from '../../../../src/records/saving/merge';
import { planOf } from '../../../../src/records/saving/plan';
import { mergeWithServer } from '../../../../src/records/saving/readRecords';
import { save } from '../../../../src/records/saving/save';
import { deletionOf } from '../../../../src/records/text/recordsEdit';
import { idOf, writeRecordsText } from '../../../../src/records/text/recordsText';
import { validateRow } from '../../../../src/records/text/validate';
import { json, plain } from '../documents';
import { LoopGrid, openEditor, type LoopEditor } from '../loopEditor';
import { modelLoopServer, type LoopServer } from '../loopServer';
import { ModelServer, response } from '../modelServer';

const name = { name: 'pen' };
const stamps = { created_by: 0, created_at: 1_800_000_000, updated_at: 1_800_000_000 };

/** Replaces the whole text, as one edit that can be undone. */
function write(editor: LoopEditor, records: readonly object[]): void {
  editor.replace(JSON.stringify(records));
}

/**
 * Saves the text of the editor.
 * @returns the fields for which the save asked about a conflict
 */
async function saveText(
  server: LoopServer,
  editor: LoopEditor,
  fetch = server.fetch,
  choice?: ConflictChoice,
): Promise<(string | undefined)[]> {
  const { document, text } = editor;
  const { edits, problems } = document.beginSave(text);
  assert.deepEqual(problems, []);
  const service = server.service(fetch);
  const asked: (string | undefined)[] = [];
  const plan = planOf(server.table, await mergeWithServer(service, server.table, edits ?? []), (_, field) => {
    asked.push(field);
    return choice;
  });
  const outcomes = await save(service, plan);
  const ended = document.endSave({ decisions: plan.decisions, outcomes, chosen: undefined });
  if (ended.text !== undefined) editor.replace(ended.text);
  return asked;
}

function refusingWrites({ fetch }: LoopServer): Fetch {
  const refusal = () => response(400, new Map([['error_msg', 'no']]));
  return async (url, init) => (init.method === 'GET' ? fetch(url, init) : refusal());
}

async function stored(server: LoopServer): Promise<unknown[]> {
  const named = ['id', 'name', 'stock'];
  return (await server.state()).map(record => plain(new Map([...record].filter(([field]) => named.includes(field)))));
}

/** Creates a record without a stock, for which the service stores 0, and undoes to the text before that save. */
async function undoneCreation(): Promise<{ server: LoopServer; editor: LoopEditor; id: string }> {
  const server = modelLoopServer();
  const editor = openEditor(server.table, []);
  write(editor, [name]);
  assert.deepEqual(await saveText(server, editor), []);
  editor.undo();
  const id = editor.document.rows[0]?.id ?? assert.fail('no ID');
  assert.deepEqual(await stored(server), [{ id, ...name, stock: 0 }]);
  return { server, editor, id };
}

describe('a text after a failed save', () => {
  it('has the values of the next save as its base, even if the user types during the save', async () => {
    const server = modelLoopServer();
    await server.create(new Map(Object.entries(name)));
    const editor = openEditor(server.table, await server.state());
    const type = (to: string) => editor.replace(editor.text.replace(/"name": "[a-z]+"/, `"name": "${to}"`));
    type('brush');
    await saveText(server, editor, refusingWrites(server));
    const { text } = editor;
    await saveText(server, editor, refusingWrites(server));
    assert.equal(editor.text, text);
    assert.equal(editor.document.state, 'partlySaved');
    await saveText(server, editor, async (url, init) => {
      if (init.method !== 'GET') type('crayon');
      return server.fetch(url, init);
    });
    assert.equal((await server.state())[0]?.get('name'), 'brush');
    assert.deepEqual(await saveText(server, editor), []);
    assert.equal((await server.state())[0]?.get('name'), 'crayon');
  });

  it('has the compared record as its base: no question is asked twice', async () => {
    const server = modelLoopServer();
    await server.create(new Map(Object.entries(name)));
    const editor = openEditor(server.table, await server.state());
    const id = editor.document.rows[0]?.id ?? assert.fail('no ID');
    editor.replace(editor.text.replace('pen', 'brush'));
    await server.change(id, 'name', 'crayon');
    assert.deepEqual(await saveText(server, editor, refusingWrites(server), 'mine'), ['name']);
    assert.deepEqual(await saveText(server, editor), []);
    assert.equal((await server.state())[0]?.get('name'), 'brush');
  });
});

describe('a text that an edit makes equal to one that was read before', () => {
  it('deletes a record that was read since', async () => {
    const server = modelLoopServer();
    await server.create(new Map(Object.entries(name)));
    const editor = openEditor(server.table, await server.state());
    const { document, text } = editor;
    await server.create(new Map([['name', 'crayon']]));
    editor.readAgain(document.offer(await server.state()));
    const at = document.rows.findIndex(({ fields }) => fields.get('name') === 'crayon');
    editor.edit(deletionOf({ text: editor.text, rows: document.rows }, new Set([at])));
    assert.equal(editor.text, text);
    assert.deepEqual(await saveText(server, editor), []);
    assert.deepEqual(
      (await server.state()).map(record => record.get('name')),
      ['pen'],
    );
  });

  it('deletes no record that was read since, if an undo made it equal', async () => {
    const server = modelLoopServer();
    await server.create(new Map(Object.entries(name)));
    const editor = openEditor(server.table, await server.state());
    await server.create(new Map([['name', 'crayon']]));
    editor.readAgain(editor.document.offer(await server.state()));
    editor.undo();
    await saveText(server, editor);
    assert.equal((await server.state()).length, 2);
  });
});

describe('a text that somebody edits during a save', () => {
  it('shows after the next save when each record was changed', async () => {
    const model = new ModelServer();
    const server = modelLoopServer(model);
    for (const each of ['pen', 'crayon']) await server.create(new Map([['name', each]]));
    const editor = openEditor(server.table, await server.state());
    const type = (from: string, to: string) => editor.replace(editor.text.replace(from, to));
    type('pen', 'brush');
    model.now += 60;
    await saveText(server, editor, async (url, init) => {
      if (init.method !== 'GET') type('crayon', 'chalk');
      return server.fetch(url, init);
    });
    assert.deepEqual(problemsOf(editor), []);
    await saveText(server, editor);
    assert.equal(editor.text, writeRecordsText(await server.state(), 'page'));
    for (let times = 0; times < 4; times += 1) {
      editor.undo();
      assert.deepEqual(problemsOf(editor), []);
    }
  });

  it('has no problem where the service added an ID and a time to a record that the text created', async () => {
    const model = new ModelServer();
    const server = modelLoopServer(model);
    const editor = openEditor(server.table, []);
    write(editor, [name]);
    for (const [from, to] of [
      ['pen', 'brush'],
      ['brush', 'crayon'],
    ] as const) {
      model.now += 60;
      await saveText(server, editor, async (url, init) => {
        const start = editor.text.indexOf(from);
        if (start >= 0) editor.edit([{ start, end: start + from.length, text: to }]);
        return server.fetch(url, init);
      });
      assert.equal(editor.document.rows[0]?.id, idOf((await server.state())[0] ?? assert.fail()));
      assert.deepEqual(problemsOf(editor), []);
    }
    model.now += 60;
    await saveText(server, editor);
    assert.match(editor.text, new RegExp(`"updated_at": ${model.now}`));
  });

  const { table } = modelLoopServer();
  function problemsOf({ document }: LoopEditor) {
    return document.rows.flatMap(row => validateRow(table, row, document.base?.get(row.id)));
  }
});

describe('a text from before a refresh', () => {
  /** Refreshes a text that shows a pen, and gets a brush of somebody else. */
  async function refreshed(): Promise<{ server: LoopServer; editor: LoopEditor; before: string; brush: string }> {
    const server = modelLoopServer();
    await server.create(new Map(Object.entries(name)));
    const editor = openEditor(server.table, await server.state());
    const before = editor.text;
    await server.create(new Map([['name', 'brush']]));
    editor.readAgain(editor.document.offer(await server.state()));
    const brush = editor.document.rows.find(({ fields }) => fields.get('name') === 'brush')?.id ?? assert.fail();
    editor.replace(editor.text.replace('brush', 'crayon'));
    return { server, editor, before, brush };
  }

  it('does not delete a record that it never had when a later text changed it', async () => {
    const { server, editor, before } = await refreshed();
    await saveText(server, editor);
    assert.deepEqual(editor.document.edits, []);
    while (editor.text !== before) editor.undo();
    assert.deepEqual(editor.document.edits, []);
  });

  it('does not delete the record if a later text created it again', async () => {
    const { server, editor, before, brush } = await refreshed();
    await server.remove(brush);
    assert.deepEqual(await saveText(server, editor, server.fetch, 'mine'), [undefined]);
    assert.equal((await server.state()).length, 2);
    while (editor.text !== before) editor.undo();
    assert.deepEqual(editor.document.edits, []);
  });
});

describe('a record that was created from a text', () => {
  it('gets the values of the service after the save of a text that lacks them', async () => {
    const { server, editor, id } = await undoneCreation();
    await saveText(server, editor);
    assert.equal((JSON.parse(editor.text) as { stock: number }[])[0]?.stock, 0);
    write(editor, [{ id, ...name, stock: 4 }]);
    assert.deepEqual(await saveText(server, editor), []);
    assert.deepEqual(await stored(server), [{ id, ...name, stock: 4 }]);
  });

  it('gets them also when a save left a conflict about another field', async () => {
    const { server, editor, id } = await undoneCreation();
    await server.change(id, 'name', 'brush');
    write(editor, [{ id, name: 'crayon' }]);
    assert.deepEqual(await saveText(server, editor), ['name']);
    assert.deepEqual(JSON.parse(editor.text), [{ id, name: 'crayon', stock: 0, ...stamps }]);
  });

  it('keeps the key of its row, so that the save does not refuse a text that is being typed', async () => {
    const server = modelLoopServer();
    const editor = openEditor(server.table, []);
    write(editor, [name]);
    const grid = new LoopGrid(editor);
    grid.settle();
    const before = editor.document.keys;
    await saveText(server, editor);
    assert.deepEqual(editor.document.keys, before);
    grid.send([0], ['name'], target => ({ type: 'write', target, text: 'typed' }));
    grid.settle();
    assert.deepEqual([grid.refused, (JSON.parse(editor.text) as [typeof name])[0].name], [0, 'typed']);
    editor.undo();
    editor.undo();
    assert.deepEqual(editor.document.keys, before);
    write(editor, [{ id: editor.document.rows[0]?.id, ...name }, name]);
    assert.equal(new Set(editor.document.keys).size, 2);
  });

  it('keeps no value of the service that a later save removed', async () => {
    const { server, editor, id } = await undoneCreation();
    editor.redo();
    write(editor, [{ id, ...name }]);
    assert.deepEqual(await saveText(server, editor), []);
    assert.deepEqual(await stored(server), [{ id, ...name }]);
    for (let at = 0; at < 3; at += 1) editor.undo();
    assert.deepEqual(JSON.parse(editor.text), [name]);
    write(editor, [{ id, ...name, stock: 5 }]);
    assert.deepEqual(await saveText(server, editor), []);
    assert.deepEqual(await stored(server), [{ id, ...name, stock: 5 }]);
  });

  it('is deleted without a question after the save that created it was undone', async () => {
    const { server, editor } = await undoneCreation();
    write(editor, []);
    assert.deepEqual(await saveText(server, editor), []);
    assert.deepEqual(await stored(server), []);
  });

  it('is created again by an equal row after it was deleted', async () => {
    const { server, editor, id } = await undoneCreation();
    await server.remove(id);
    write(editor, []);
    assert.deepEqual(await saveText(server, editor), []);
    write(editor, [name]);
    assert.deepEqual(await saveText(server, editor), []);
    const [record] = (await server.state()) as ReadonlyMap<string, Json>[];
    assert.equal(record?.get('name'), name.name);
    assert.notEqual(record?.get('id'), id);
    assert.deepEqual(record?.get('stock'), json('0'));
  });
});
