import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { JsonObject } from '../../../../src/json/json';
import type { Fetch } from '../../../../src/api/http/sendOnce';
import { RecordDocument } from '../../../../src/records/document/recordDocument';
import { planOf } from '../../../../src/records/saving/plan';
import { mergeWithServer, readRecords } from '../../../../src/records/saving/readRecords';
import { save } from '../../../../src/records/saving/save';
import { LoopEditor, openEditor } from '../loopEditor';
import { modelLoopServer, type LoopServer } from '../loopServer';
import { ModelServer, response } from '../modelServer';

/** Creates records without a response. Reads do not find them yet. */
const losingCreations =
  ({ fetch }: LoopServer): Fetch =>
  async (url, init) => {
    if (init.method === 'GET') return response(200, new Map([['objects', []]]));
    await fetch(url, init);
    throw new Error('socket hang up');
  };

/** Loses the connection before a write reaches the server. To the client, it looks like a lost response. */
const unreachable =
  ({ fetch }: LoopServer): Fetch =>
  async (url, init) => {
    if (init.method === 'GET') return fetch(url, init);
    throw new Error('socket hang up');
  };

/**
 * Saves the text of the editor, and keeps the user's side of each conflict. Returns the status of each record, and the
 * records that may be a new one.
 * @param during called while the save runs
 */
async function saveText(
  server: LoopServer,
  editor: LoopEditor,
  fetch: Fetch = server.fetch,
  during?: () => void,
): Promise<string[]> {
  const { document, text } = editor;
  const { edits = [] } = document.beginSave(text);
  const service = server.service(fetch);
  const plan = planOf(server.table, await mergeWithServer(service, server.table, edits), () => 'mine');
  during?.();
  const outcomes = await save(service, plan);
  const ended = document.endSave({ decisions: plan.decisions, outcomes, chosen: undefined });
  if (during === undefined) editor.replace(ended.text ?? assert.fail());
  return outcomes.map(({ outcome }) =>
    outcome.status === 'unknown' ? `unknown: ${outcome.similar.length} similar` : outcome.status,
  );
}

function openNew(): { server: LoopServer; editor: LoopEditor; names: () => Promise<unknown[]> } {
  const server = modelLoopServer();
  const editor = openEditor(server.table, []);
  editor.replace('[{"name":"pen","stock":1}]');
  return { server, editor, names: async () => (await server.state()).map(record => record.get('name')) };
}

describe('a new record whose creation got no response', () => {
  it('is not sent again before the user knows of the record that a later read finds', async () => {
    const { server, editor, names } = openNew();
    assert.deepEqual(await saveText(server, editor, losingCreations(server)), ['unknown: 0 similar']);
    assert.deepEqual(await saveText(server, editor), ['unknown: 1 similar']);
    assert.deepEqual(await names(), ['pen']);
    assert.deepEqual(await saveText(server, editor), ['saved']);
    assert.deepEqual(await names(), ['pen', 'pen']);
  });

  it('is found by the values that were sent, even if its row was edited since', async () => {
    const { server, editor, names } = openNew();
    await saveText(server, editor, losingCreations(server));
    assert.equal(editor.document.rows.length, 1, 'the problems of the text are shown');
    const at = editor.text.indexOf('pen');
    editor.edit([{ start: at, end: at + 3, text: 'brush' }]);
    assert.deepEqual(await saveText(server, editor), ['unknown: 1 similar']);
    assert.deepEqual(await names(), ['pen']);
    assert.deepEqual(await saveText(server, editor), ['saved']);
    assert.deepEqual(await names(), ['brush', 'pen']);
  });

  it('is found after a reload during its save, even if its row was edited since', async () => {
    const { server, editor, names } = openNew();
    editor.document.beginSave(editor.text);
    await server.create(new Map([...(editor.document.rows[0]?.fields ?? assert.fail())]));
    const pen = editor.text.indexOf('pen');
    editor.edit([{ start: pen, end: pen + 3, text: 'pencil' }]);
    const kept = editor.document.storedBase() ?? assert.fail();
    const document = new RecordDocument('page');
    document.table = server.table;
    const restored = new LoopEditor(document, editor.text);
    document.restore(kept);
    const at = restored.text.indexOf('pencil');
    restored.edit([{ start: at, end: at + 6, text: 'brush' }]);
    assert.deepEqual(await saveText(server, restored), ['unknown: 1 similar']);
    assert.deepEqual(await names(), ['pen']);
  });

  it('is sent again if no read finds it', async () => {
    const { server, editor, names } = openNew();
    assert.deepEqual(await saveText(server, editor, unreachable(server)), ['unknown: 0 similar']);
    assert.deepEqual(await saveText(server, editor), ['saved']);
    assert.deepEqual(await names(), ['pen']);
  });

  it('does not keep other new records from being sent', async () => {
    const { server, editor, names } = openNew();
    await saveText(server, editor, losingCreations(server));
    editor.replace(editor.text.replace(/\]\s*$/, ',{"name":"pencil","stock":2}]'));
    assert.deepEqual(await saveText(server, editor), ['unknown: 1 similar', 'saved']);
    assert.deepEqual(await names(), ['pencil', 'pen']);
  });

  it('is found by the values of each attempt, also of one with an unclear response', async () => {
    const { server, editor, names } = openNew();
    await saveText(server, editor, unreachable(server));
    assert.equal(editor.document.rows.length, 1, 'the problems of the text are shown');
    const at = editor.text.indexOf('pen');
    editor.edit([{ start: at, end: at + 3, text: 'brush' }]);
    const unclear: Fetch = async (url, init) => {
      if (init.method === 'GET') return response(200, new Map([['objects', []]]));
      await server.fetch(url, init);
      return response(200, new Map());
    };
    assert.deepEqual(await saveText(server, editor, unclear), ['unknown: 0 similar']);
    assert.deepEqual(await saveText(server, editor), ['unknown: 1 similar']);
    assert.deepEqual(await names(), ['brush']);
  });

  it('is found after a reload during its second attempt', async () => {
    const { server, editor, names } = openNew();
    await saveText(server, editor, unreachable(server));
    assert.equal(editor.document.rows.length, 1, 'the problems of the text are shown');
    const at = editor.text.indexOf('pen');
    editor.edit([{ start: at, end: at + 3, text: 'brush' }]);
    editor.document.beginSave(editor.text);
    const kept = editor.document.storedBase() ?? assert.fail();
    await server.create(new Map([...(editor.document.rows[0]?.fields ?? assert.fail())]));
    const document = new RecordDocument('page');
    document.table = server.table;
    const restored = new LoopEditor(document, editor.text);
    document.restore(kept);
    assert.deepEqual(await saveText(server, restored), ['unknown: 1 similar']);
    assert.deepEqual(await names(), ['brush']);
  });

  it('is found although the service leaves out its null', async () => {
    class NullOmittingServer extends ModelServer {
      protected override accepted(fields: JsonObject): JsonObject {
        return new Map([...fields].filter(([, value]) => value !== null));
      }
    }
    const server = modelLoopServer(new NullOmittingServer());
    const editor = openEditor(server.table, []);
    editor.replace('[{"name":"pen","note":null}]');
    assert.deepEqual(await saveText(server, editor, losingCreations(server)), ['unknown: 0 similar']);
    assert.deepEqual(await saveText(server, editor), ['unknown: 1 similar']);
    assert.equal((await server.state()).length, 1);
  });

  it('is found if it replaces a deleted record, whose text was edited during the save', async () => {
    const server = modelLoopServer();
    for (const name of ['pen', 'paper']) await server.create(new Map([['name', name]]));
    const { records } = await readRecords(server.service(server.fetch), { kind: 'page', table: '1' });
    const editor = openEditor(server.table, records);
    const edit = (from: string, to: string) => {
      const start = editor.text.indexOf(from);
      editor.edit([{ start, end: start + from.length, text: to }]);
    };
    edit('pen', 'pencil');
    await server.remove('000000000000000000000001');
    const losing: Fetch = async (url, init) => {
      // The search for the new record comes too early.
      const isSearch = init.method === 'GET' && /where=/.test(String(url));
      if (isSearch) return response(200, new Map([['objects', []]]));
      const answer = await server.fetch(url, init);
      if (init.method === 'POST') throw new Error('socket hang up');
      return answer;
    };
    assert.deepEqual(await saveText(server, editor, losing, () => edit('paper', 'papers')), ['unknown: 0 similar']);
    const statuses = await saveText(server, editor);
    assert.ok(statuses.includes('unknown: 1 similar'), String(statuses));
    assert.deepEqual(
      (await server.state()).map(record => record.get('name')).filter(name => name === 'pencil'),
      ['pencil'],
    );
  });

  it('is found after a reload during its save if it replaces a deleted record', async () => {
    const server = modelLoopServer();
    await server.create(new Map([['name', 'pen']]));
    const { records } = await readRecords(server.service(server.fetch), { kind: 'page', table: '1' });
    const editor = openEditor(server.table, records);
    const at = editor.text.indexOf('pen');
    editor.edit([{ start: at, end: at + 3, text: 'brush' }]);
    await server.remove('000000000000000000000001');
    const { edits = [] } = editor.document.beginSave(editor.text);
    editor.document.willCreate(edits.flatMap(({ edited }) => edited ?? []));
    const kept = editor.document.storedBase() ?? assert.fail();
    await server.create(new Map([['name', 'brush']]));
    const document = new RecordDocument('page');
    document.table = server.table;
    const restored = new LoopEditor(document, editor.text);
    document.restore(kept);
    assert.deepEqual(await saveText(server, restored), ['unknown: 1 similar']);
    assert.equal((await server.state()).length, 1);
  });

  it('does not count as an attempt of another row with the same values', async () => {
    const { server, editor, names } = openNew();
    editor.replace('[{"name":"pen","stock":1},{"name":"pen","stock":1}]');
    assert.deepEqual(await saveText(server, editor, unreachable(server)), ['unknown: 0 similar', 'notSent']);
    assert.deepEqual(await saveText(server, editor), ['saved', 'saved']);
    assert.deepEqual(await names(), ['pen', 'pen']);
  });
});
