import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Json } from '../../../../src/json/json';
import { StoredBases } from '../../../../src/ui/records/document/storedBases';
import { json } from '../../records/documents';

const record = (id: string, number: string) =>
  new Map<string, Json>([
    ['id', id],
    ['number', json(number)],
  ]);

describe('the bases of unsaved documents on disk', () => {
  let folder = '';
  beforeEach(async () => void (folder = path.join(await mkdtemp(path.join(tmpdir(), 'hydrogen-kept-')), 'records')));
  afterEach(() => rm(path.dirname(folder), { recursive: true }));

  it('are restored exactly, only in the same window', async () => {
    const base = {
      records: [record('a', '9007199254740993')],
      whole: [record('b', '1.0')],
      created: [{ id: 'b', row: new Map<string, Json>([['number', json('1.0')]]) }],
    };
    for (const readIds of [undefined, new Set<string>(), new Set(['a', 'deleted'])]) {
      await new StoredBases(folder, 'one').write('hydrogen:/t', { ...base, readIds });
      assert.deepEqual(await new StoredBases(folder, 'one').read('hydrogen:/t'), { ...base, readIds });
    }
    assert.equal(await new StoredBases(folder, 'one').read('hydrogen:/other'), undefined);
    assert.equal(await new StoredBases(folder, 'other').read('hydrogen:/t'), undefined);
  });

  it('are private to their user, and can be removed', async () => {
    const usual = process.umask(0);
    const kept = new StoredBases(folder, 'one');
    await kept.write('hydrogen:/t', { records: [record('a', '1')], whole: [], created: [], readIds: undefined });
    process.umask(usual);
    const [name = ''] = await readdir(folder);
    assert.match(name, /^[0-9a-f]{64}\.json$/);
    assert.deepEqual(
      await Promise.all(['', name].map(async each => (await stat(path.join(folder, each))).mode & 0o777)),
      [0o700, 0o600],
    );
    await kept.remove('hydrogen:/t');
    assert.deepEqual(await readdir(folder), []);
    await kept.remove('hydrogen:/t');
  });

  it('have limits for age, number and size', async () => {
    const kept = new StoredBases(folder, 'one');
    const small = { records: [record('a', '1')], whole: [], created: [], readIds: undefined };
    await kept.write('first', small);
    const [first = ''] = await readdir(folder);
    const old = new Date(Date.now() - 31 * 24 * 3_600_000);
    await utimes(path.join(folder, first), old, old);
    await writeFile(path.join(folder, 'draft.json.x'), '');
    await utimes(path.join(folder, 'draft.json.x'), old, old);
    await kept.write('second', small);
    assert.equal((await readdir(folder)).length, 1);
    for (let at = 0; at < 60; at += 1) await kept.write(`more ${at}`, small);
    assert.ok((await readdir(folder)).length <= 51);
    assert.equal(await kept.read('second'), undefined);
    const text = new Map<string, Json>([['text', 'x'.repeat(20_000_000)]]);
    await kept.write('more 59', { records: [text], whole: [], created: [], readIds: undefined });
    assert.equal(await kept.read('more 59'), undefined);
  });

  it('are ignored when they are damaged', async () => {
    const kept = new StoredBases(folder, 'one');
    await kept.write('t', { records: [], whole: [], created: [], readIds: undefined });
    const [name = ''] = await readdir(folder);
    for (const text of ['', '{"records":', '[]', '{"records":1,"whole":[],"created":[]}']) {
      await writeFile(path.join(folder, name), text);
      assert.equal(await kept.read('t'), undefined);
    }
  });
});
