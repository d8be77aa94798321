import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Fetch } from '../../../src/api/http/sendOnce';
import { revertEdits } from '../../../src/data/afterSave';
import { acceptedCase, columns, saveAcceptedCase, serviceOf, strictTable, type Tally } from './acceptedEdits';
import { json, PageDocument } from './documents';
import { StrictServer, type Strictness } from './strictServer';

describe('saving to a service that drops and rewrites values', () => {
  it('reports nothing as saved that is not stored, and never a conflict with oneself', async () => {
    const tally: Tally = { edits: 0, saved: 0, partly: 0, refused: 0 };
    const numRuns = Number(process.env['HYDROGEN_ACCEPTED_CASES'] ?? 200);
    await fc.assert(
      fc.asyncProperty(acceptedCase, each => saveAcceptedCase(each, tally)),
      { numRuns },
    );
    const said = JSON.stringify(tally);
    assert.ok(tally.edits >= numRuns * 6 && Math.min(tally.saved, tally.partly, tally.refused) > numRuns / 4, said);
  });

  it('asks about a field that somebody else changed between the write and the reading back', () =>
    withRecord(async ({ page, server, record, afterWrite }) => {
      page.edit(([only]) => only?.set('string', 'mine'));
      afterWrite(() => server.update(record, new Map([['string', 'theirs']]), new Map()));
      const [{ outcome } = assert.fail()] = await page.save();
      assert.ok(outcome.status === 'partly' && outcome.refused[0]?.isOvertaken === true);
      assert.equal(page.rows()[0]?.fields.get('string'), 'mine', 'the text keeps what was edited');
      const asked: unknown[] = [];
      await page.save((merge, name) => {
        asked.push([name, merge.server?.get('string')]);
        return 'theirs';
      });
      assert.deepEqual(asked, [['string', 'theirs']]);
      assert.ok(page.saved);
    }));

  it('calls a write unknown that cannot be read back, and has nothing left to write once it can be', () =>
    withRecord(async ({ page, server, afterWrite }) => {
      page.edit(([only]) => only?.set('string', 'mine'));
      afterWrite(() => assert.fail('no connection'));
      assert.equal((await page.save())[0]?.outcome.status, 'unknown');
      assert.ok(!page.saved);
      assert.equal([...server.records.values()][0]?.get('string'), 'mine');
      assert.deepEqual(await page.save(), []);
      assert.ok(page.saved);
    }));

  it('compares a column that a condition cannot hold right before the write, for the last change may have its second', () =>
    withRecord(async ({ page, server, record, requests }) => {
      server.update(record, new Map([['geojson', json('{"type":"Point","coordinates":[5,6]}')]]), new Map());
      await page.open();
      page.edit(([only]) => only?.set('geojson', json('{"type":"Point","coordinates":[1,2]}')));
      const plan = await page.plan();
      const theirs = json('{"type":"Point","coordinates":[3,4]}');
      server.update(record, new Map([['geojson', theirs]]), new Map());
      requests.length = 0;
      assert.equal((await page.carryOut(plan))[0]?.outcome.status, 'conflict');
      assert.deepEqual(requests, ['GET']);
      assert.equal(record.get('geojson'), theirs);
    }));

  it('reverts the fields that were stored, and not those that were refused', () =>
    withRecord(
      async ({ page }) => {
        page.edit(([only]) => only?.set('string', 'new').set('integer', json('6')));
        const outcomes = await page.save();
        assert.equal(outcomes[0]?.outcome.status, 'partly');
        const [edit = assert.fail()] = revertEdits(outcomes);
        assert.deepEqual([[...(edit.read?.keys() ?? [])], edit.edited?.get('string')], [['string'], 'old']);
      },
      { dropped: ['integer'] },
    ));
});

interface OneRecord {
  page: PageDocument;
  server: StrictServer;
  /** As the server has it. */
  record: ReturnType<StrictServer['create']>;
  /** Does something once, before the next read that follows a write. */
  afterWrite: (act: () => void) => void;
  requests: string[];
}

async function withRecord(
  body: (scene: OneRecord) => Promise<void>,
  strictness: Partial<Strictness> = {},
): Promise<void> {
  const server = new StrictServer(columns, { dropped: [], refusesBulk: true, roundsDates: false, ...strictness });
  const record = server.create(new Map([['string', 'old']]));
  const requests: string[] = [];
  let planned: (() => void) | undefined;
  const gated: Fetch = (url, init) => {
    const isReadBack = init.method === 'GET' && requests.at(-1) === 'PUT';
    requests.push(init.method);
    const act = isReadBack ? planned : undefined;
    if (isReadBack) planned = undefined;
    act?.();
    return server.fetch(url, init);
  };
  const page = await new PageDocument(serviceOf(gated), strictTable).open();
  await body({ page, server, record, requests, afterWrite: act => (planned = act) });
}
