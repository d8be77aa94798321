import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Fetch } from '../../../src/api/http/sendOnce';
import type { DataService } from '../../../src/api/openApi/dataService';
import { revertEdits } from '../../../src/records/saving/afterSave';
import { planOf } from '../../../src/records/saving/plan';
import { mergeWithServer } from '../../../src/records/saving/readRecords';
import { save } from '../../../src/records/saving/save';
import { recordsIn } from '../../../src/records/text/recordsText';
import { fieldComparer } from '../../../src/records/table/sameValue';
import { getTable } from '../../../src/records/table/schema';
import { openPermissions } from '../sandbox/fixture';
import { upload } from '../sandbox/upload';
import {
  acceptedCase,
  columns,
  saveAcceptedCase,
  saveTwice,
  serviceOf,
  storable,
  strictTable,
  type AcceptedCase,
  type Tally,
} from './acceptedEdits';
import { json, PageDocument, plain } from './documents';
import { withSandboxService } from './fixture';
import { StrictServer, type Strictness } from './strictServer';

describe('saving to a service that drops and rewrites values', () => {
  it('reports only stored values as saved, and never a conflict with its own write', async () => {
    await tryVariedCases(casesOr(200), saveAcceptedCase);
  });

  it('reports only stored values as saved in the sandbox, and never a conflict with its own write', () =>
    withSandboxService(async ({ service, call, sandbox }) => {
      const files = [await upload(call, 'a.png', 'a'), await upload(call, 'b.png', 'b')];
      const tables = await call.json<{ objects: { id: number; name: string }[] }>('GET /oserve/v1.8/table/');
      const idOfTable = (name: string) => tables.objects.find(each => each.name === name)?.id ?? assert.fail(name);
      const fields = columns.map(({ target, ...column }) =>
        target === undefined ? { ...column, coordinate_type: 'wgs84' } : { ...column, schema_id: idOfTable(target) },
      );
      const body = { name: 'accepted', schema: { fields }, ...openPermissions };
      const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body }, 201);
      const base = `/oserve/v2.4/table/${id}/record/`;
      const table = await getTable(service, String(id));
      const same = fieldComparer(table.columns);
      const recordOf = async (record: string) => recordsIn(json((await call(`GET ${base}${record}/`)).text))[0];
      const save = async ({ before, first, second, strictness }: AcceptedCase, tally: Tally) => {
        sandbox.setBehaviour({ droppedFields: [] });
        await call.json(`DELETE ${base}`);
        await call.json(`POST ${base}`, { body: { string: 'kept', ...(plain(storable(before)) as object) } }, 201);
        sandbox.setBehaviour({ droppedFields: strictness.dropped });
        const page = await new PageDocument(service, table).open();
        await saveTwice({ page, same, recordOf }, { first, second }, tally);
      };
      const [one = assert.fail(), other = assert.fail()] = files;
      await tryVariedCases(casesOr(25), (each, tally) => save(withFiles(each, one.id, other.id), tally));
    }));

  it('asks about a field that somebody else changed between the write and the read', () =>
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

  it('reports a write as unknown when it cannot be read back, and has nothing left to write once it can', () =>
    withRecord(async ({ page, server, afterWrite }) => {
      page.edit(([only]) => only?.set('string', 'mine'));
      afterWrite(() => assert.fail('no connection'));
      assert.equal((await page.save())[0]?.outcome.status, 'unknown');
      assert.ok(!page.saved);
      assert.equal([...server.records.values()][0]?.get('string'), 'mine');
      assert.deepEqual(await page.save(), []);
      assert.ok(page.saved);
    }));

  it('compares a column that a condition cannot contain right before the write, because changes may share a second', () =>
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

  it('reverts only the stored fields, not the refused ones', () =>
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

  it('reverts a field that the service stored with another value than the sent one', () =>
    withRecord(
      async ({ page, server, record, service }) => {
        const before = '2018-09-26T08:00:00+08:00';
        server.update(record, new Map([['date', before]]), new Map());
        await page.open();
        page.edit(([only]) => only?.set('date', '2018-09-26T11:22:51.123456+08:00'));
        const outcomes = await page.save();
        assert.deepEqual(
          [outcomes[0]?.outcome.status, record.get('date')],
          ['partly', '2018-09-26T11:22:51.123000+08:00'],
        );
        await save(service, planOf(strictTable, await mergeWithServer(service, strictTable, revertEdits(outcomes))));
        assert.equal(record.get('date'), before);
      },
      { roundsDates: true },
    ));
});

/** Returns the number of cases, with six saves each. `HYDROGEN_ACCEPTED_CASES=1700` runs more than 10,000 saves. */
function casesOr(usual: number): number {
  return Number(process.env['HYDROGEN_ACCEPTED_CASES'] ?? usual);
}

/**
 * Tries random cases, and further ones until each outcome occurred in more than a fifth of `count`: a few cases alone can
 * lack one.
 */
async function tryVariedCases(count: number, run: (each: AcceptedCase, tally: Tally) => Promise<void>): Promise<void> {
  const tally: Tally = { edits: 0, saved: 0, partly: 0, refused: 0 };
  const isVaried = () => Math.min(tally.saved, tally.partly, tally.refused) > count / 5;
  for (let rounds = 0; rounds < 5 && !isVaried(); rounds += 1) {
    await fc.assert(
      fc.asyncProperty(acceptedCase, each => run(each, tally)),
      { numRuns: count },
    );
  }
  assert.ok(tally.edits >= count * 6 && isVaried(), JSON.stringify(tally));
  if (process.env['HYDROGEN_ACCEPTED_CASES'] !== undefined) process.stdout.write(`${JSON.stringify(tally)}\n`);
}

/** Replaces file IDs by those of existing files, because the sandbox stores no others. */
function withFiles(each: AcceptedCase, one: string, other: string): AcceptedCase {
  const real = (text: string) => text.replaceAll('"id":"f"', `"id":"${one}"`).replaceAll('"id":"g"', `"id":"${other}"`);
  const fields = (list: AcceptedCase['before']) => list.map(([name, value]) => [name, real(value)] as const);
  return { ...each, before: fields(each.before), first: fields(each.first), second: real(each.second) };
}

interface OneRecord {
  page: PageDocument;
  server: StrictServer;
  record: ReturnType<StrictServer['create']>;
  /** Runs `act` once, before the first read after a write. */
  afterWrite: (act: () => void) => void;
  requests: string[];
  service: DataService;
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
  const service = serviceOf(gated);
  const page = await new PageDocument(service, strictTable).open();
  await body({ page, server, record, requests, service, afterWrite: act => (planned = act) });
}
