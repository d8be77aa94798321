import assert from 'node:assert/strict';
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { describe, it } from 'mocha';
import type { Json } from '../../../../src/json/json';
import { StoredBases } from '../../../../src/ui/records/document/storedBases';
import { json } from '../../records/documents';
import { useFolder } from '../../folder';

const record = (id: string, number: string) =>
  new Map<string, Json>([
    ['id', id],
    ['number', json(number)],
  ]);

describe('the bases of unsaved documents on disk', () => {
  const here = useFolder();
  const inRecords = (...names: string[]) => here('records', ...names);

  it('are restored exactly, only in the same window', async () => {
    const base = {
      records: [record('a', '9007199254740993')],
      whole: [record('b', '1.0')],
      created: [{ id: 'b', row: new Map<string, Json>([['number', json('1.0')]]) }],
      lost: [{ row: record('', '2.0'), sent: [record('', '2.0')], known: ['c'] }],
    };
    for (const readIds of [undefined, new Set<string>(), new Set(['a', 'deleted'])]) {
      await new StoredBases(inRecords(), 'one').write('hydrogen:/t', { ...base, readIds });
      assert.deepEqual(await new StoredBases(inRecords(), 'one').read('hydrogen:/t'), { ...base, readIds });
    }
    assert.equal(await new StoredBases(inRecords(), 'one').read('hydrogen:/other'), undefined);
    assert.equal(await new StoredBases(inRecords(), 'other').read('hydrogen:/t'), undefined);
  });

  it('are private to their user, and can be removed', async () => {
    const usual = process.umask(0);
    const kept = new StoredBases(inRecords(), 'one');
    await kept.write('hydrogen:/t', {
      records: [record('a', '1')],
      whole: [],
      created: [],
      lost: [],
      readIds: undefined,
    });
    process.umask(usual);
    const [name = ''] = await readdir(inRecords());
    assert.match(name, /^[0-9a-f]{64}\.json$/);
    assert.deepEqual(
      await Promise.all(['', name].map(async each => (await stat(inRecords(each))).mode & 0o777)),
      [0o700, 0o600],
    );
    await kept.remove('hydrogen:/t');
    assert.deepEqual(await readdir(inRecords()), []);
    await kept.remove('hydrogen:/t');
  });

  it('have limits for age, number and size', async () => {
    const kept = new StoredBases(inRecords(), 'one');
    const small = { records: [record('a', '1')], whole: [], created: [], lost: [], readIds: undefined };
    await kept.write('first', small);
    const [first = ''] = await readdir(inRecords());
    const old = new Date(Date.now() - 31 * 24 * 3_600_000);
    await utimes(inRecords(first), old, old);
    await writeFile(inRecords('draft.json.x'), '');
    await utimes(inRecords('draft.json.x'), old, old);
    await kept.write('second', small);
    assert.equal((await readdir(inRecords())).length, 1);
    for (let at = 0; at < 60; at += 1) await kept.write(`more ${at}`, small);
    assert.ok((await readdir(inRecords())).length <= 51);
    assert.equal(await kept.read('second'), undefined);
    const text = new Map<string, Json>([['text', 'x'.repeat(20_000_000)]]);
    await kept.write('more 59', { records: [text], whole: [], created: [], lost: [], readIds: undefined });
    assert.equal(await kept.read('more 59'), undefined);
  });

  it('are ignored when they are damaged', async () => {
    const kept = new StoredBases(inRecords(), 'one');
    await kept.write('t', { records: [], whole: [], created: [], lost: [], readIds: undefined });
    const [name = ''] = await readdir(inRecords());
    for (const text of ['', '{"records":', '[]', '{"records":1,"whole":[],"created":[]}']) {
      await writeFile(inRecords(name), text);
      assert.equal(await kept.read('t'), undefined);
    }
  });
});
