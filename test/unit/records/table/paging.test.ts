import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { JsonObject } from '../../../../src/json/json';
import { RecordBase } from '../../../../src/records/document/recordBase';
import { RecordDocument } from '../../../../src/records/document/recordDocument';
import { planOf } from '../../../../src/records/saving/plan';
import { pagePosition, totalWithoutCounting, turnPage, withPageSize } from '../../../../src/records/table/paging';
import { sortedBy, type PageQuery } from '../../../../src/records/table/query';
import { getTable } from '../../../../src/records/table/schema';
import { mergeWithServer, countRecords, readRecords } from '../../../../src/records/saving/readRecords';
import { save } from '../../../../src/records/saving/save';
import { writeRecordsText } from '../../../../src/records/text/recordsText';
import { withSandbox } from '../../sandbox/fixture';
import { withService } from '../fixture';
import { openRecords } from '../openText';

const query: PageQuery = { kind: 'page', table: '5001' };
const plain = (value: object) => JSON.parse(JSON.stringify(value)) as object;

describe('a page of records', () => {
  it('shows its position, and whether more can be loaded', () => {
    const position = (limit: number, offset: number, shown: number, counted?: number) => {
      const { from, to, total, hasPrevious, hasNext, loadable } = pagePosition(
        { ...query, limit, offset },
        shown,
        counted,
        shown,
      );
      return [from, to, total, hasPrevious, hasNext, loadable];
    };
    assert.deepEqual(position(100, 0, 100), [1, 100, undefined, false, true, 10_000]);
    assert.deepEqual(position(100, 0, 100, 2345), [1, 100, 2345, false, true, 2345]);
    assert.deepEqual(position(100, 0, 100, 100), [1, 100, 100, false, false, undefined]);
    assert.deepEqual(position(100, 100, 100, 20_000), [101, 200, 20_000, true, true, 10_000]);
    assert.deepEqual(position(100, 2300, 45, 2345), [2301, 2345, 2345, true, false, 2345]);
    assert.deepEqual(position(10_000, 0, 10_000, 20_000), [1, 10_000, 20_000, false, true, undefined]);
    assert.deepEqual(position(100, 0, 0), [0, 0, 0, false, false, undefined]);
    assert.deepEqual(position(100, 900, 0, 50).slice(0, 4), [0, 900, 900, true]);
  });

  it('needs no counting when it is not full', () => {
    assert.equal(totalWithoutCounting(query, 6, 6), 6);
    assert.equal(totalWithoutCounting({ ...query, offset: 200 }, 6, 6), 206);
    assert.equal(totalWithoutCounting(query, 100, 100), undefined);
    assert.equal(totalWithoutCounting({ ...query, offset: 200 }, 0, 0), undefined);
  });

  it('is not the last one because a saved deletion made it shorter', () => {
    const { total, hasNext, loadable } = pagePosition(query, 99, 149, 100);
    assert.deepEqual([total, hasNext, loadable], [149, true, 149]);
    assert.deepEqual(pagePosition(query, 0, undefined, 100).hasNext, true);
    assert.equal(totalWithoutCounting(query, 99, 100), undefined);
    assert.equal(totalWithoutCounting(query, 5, 6), 5);
    assert.equal(turnPage({ ...query, offset: 100 }, 'next', 99).offset, 199);
    assert.equal(turnPage(query, 'next', 101).offset, 100);
    assert.equal(turnPage({ ...query, offset: 100 }, 'next', 0).offset, 100, 'the next records are here now');
  });

  it('can have a next page when the number of records that were read is unknown', () => {
    assert.equal(totalWithoutCounting(query, 99), undefined);
    assert.equal(pagePosition(query, 99, undefined).hasNext, true);
    assert.deepEqual(
      [99, 249].map(total => pagePosition(query, 99, total).hasNext),
      [false, true],
    );
  });

  it('skips no record at a turn after records were deleted and added', () =>
    withSandbox(
      async (_, shop) =>
        withService(shop, async service => {
          const table = await getTable(service, '5001');
          const page: PageQuery = { ...query, orderBy: ['created_at'], limit: 20 };
          const { records } = await readRecords(service, page);
          const editor = openRecords(table, records);
          const { document } = editor;
          document.readIds = new RecordBase(records).ids;
          const saveRows = async (rows: readonly JsonObject[]) => {
            editor.replace(writeRecordsText(rows, 'page'));
            const plan = planOf(
              table,
              await mergeWithServer(service, table, document.beginSave(document.text).edits ?? []),
            );
            const outcomes = await save(service, plan);
            assert.ok(outcomes.every(({ outcome }) => outcome.status === 'saved'));
            editor.replace(document.endSave({ decisions: plan.decisions, outcomes, chosen: undefined }).text ?? '');
          };
          const following = async (model = document) => {
            const next = turnPage(page, 'next', model.base?.countIn(model.readIds));
            return [next.offset, (await readRecords(service, next)).records[0]?.get('id')];
          };
          const expected = (await readRecords(service, { ...page, offset: 20 })).records[0]?.get('id');
          const added = [1, 2, 3].map(at => new Map([['sku', `new ${at}`]]));
          await saveRows([...records.slice(3), ...added]);
          assert.equal(document.base?.records.length, 20);
          assert.deepEqual(await following(), [17, expected], 'the added records are at the end of the list');
          const reloaded = new RecordDocument('page');
          reloaded.restore(document.storedBase() ?? assert.fail());
          assert.deepEqual(await following(reloaded), [17, expected], 'after a reload of the window');
          await saveRows([]);
          assert.deepEqual(await following(), [0, expected]);
        }),
      { scale: 50 },
    ));

  it('can be turned, and keeps its first record when the size changes', () => {
    assert.deepEqual(plain(turnPage({ ...query, offset: 250 }, 'previous')), { ...query, offset: 150 });
    assert.deepEqual(plain(turnPage({ ...query, offset: 50 }, 'previous')), { ...query, offset: 0 });
    assert.deepEqual(plain(turnPage(query, 'next')), { ...query, offset: 100 });
    assert.deepEqual(plain(turnPage({ ...query, offset: 50 }, 'first')), query);
    assert.deepEqual(plain(turnPage({ ...query, offset: 50 }, 'all')), { ...query, limit: 10_000 });
    assert.deepEqual(plain(withPageSize({ ...query, offset: 250 }, 100)), { ...query, limit: 100, offset: 200 });
  });

  it('can be sorted by several columns, each once and in its order', () => {
    const orders = (...steps: [string, 'ascending' | 'descending' | undefined, boolean][]) =>
      steps.reduce((page, [column, direction, isAdded]) => sortedBy(page, column, direction, isAdded), query).orderBy;
    assert.deepEqual(orders(['a', 'ascending', false], ['b', 'descending', true]), ['a', '-b']);
    assert.deepEqual(orders(['a', 'ascending', true], ['b', 'ascending', true], ['a', 'descending', true]), [
      '-a',
      'b',
    ]);
    assert.deepEqual(orders(['a', 'ascending', true], ['b', 'ascending', true], ['a', undefined, true]), ['b']);
    assert.deepEqual(orders(['a', 'ascending', true], ['b', 'ascending', false]), ['b']);
    assert.equal(orders(['a', 'ascending', true], ['a', undefined, true]), undefined);
  });

  it('is read and counted, even if it is larger than one response', () =>
    withSandbox(
      async (sandbox, shop) =>
        withService(shop, async service => {
          const requests = () => sandbox.requests.filter(({ path }) => path.includes('/record/')).length;
          const from = requests();
          const { records, nextOffset } = await readRecords(service, { ...query, limit: 2100, offset: 50 });
          assert.deepEqual([records.length, nextOffset, requests() - from], [2100, 2150, 3]);
          assert.equal(new Set(records.map(record => record.get('id'))).size, 2100);
          const all = await readRecords(service, turnPage(query, 'all'));
          assert.deepEqual([all.records.length, all.nextOffset, requests() - from], [2500, undefined, 6]);
          const where = '{"stock":{"$eq":7}}';
          const matching = await readRecords(service, { ...query, where, limit: 1000 });
          assert.equal(await countRecords(service, { ...query, where }), matching.records.length);
          assert.equal(requests() - from, 8);
        }),
      { scale: 2500 },
    ));
});
