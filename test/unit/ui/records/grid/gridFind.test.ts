import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { valueOf, writeJson, type Json } from '../../../../../src/json/json';
import { shownCell } from '../../../../../src/records/document/cells';
import { filterText, readFilter } from '../../../../../src/records/filter/filter';
import { searchRecords } from '../../../../../src/records/saving/readRecords';
import { getTable } from '../../../../../src/records/table/schema';
import type { GridContent } from '../../../../../src/ui/records/grid/gridContent';
import { findInCells, searchQuery } from '../../../../../src/ui/records/grid/gridFind';
import { withService } from '../../../records/fixture';
import { withSandbox } from '../../../sandbox/fixture';

const columns = [
  { name: 'text', type: 'string', system: false },
  { name: 'pieces', type: 'integer', system: false },
  { name: 'made', type: 'string', system: true },
].map(column => ({ name: column.name, type: column.type, column }));

/** Creates the content of a grid with one record, whose values are in the order of `columns`. */
const contentOf = (...values: Json[]) => {
  const fields = new Map(values.map((value, at) => [columns[at]?.name ?? '', value]));
  const cells = [columns.map(column => shownCell(column, fields.get(column.name)))];
  return { columns, cells, fields: [fields] } as unknown as GridContent;
};

describe('the search in truncated cells', () => {
  const long = 'x'.repeat(400);

  it('finds the end of a text as displayed, with quotes and line ends', () => {
    assert.deepEqual(findInCells(contentOf(`${long} He said "Hello".\nBye`), 'SAID "hello".\nbye'), [[0, 'text']]);
    assert.deepEqual(findInCells(contentOf(`${long} said "hello"`), 'nothing'), []);
  });

  it('finds a quoted text, which is copied in another form', () => {
    assert.deepEqual(findInCells(contentOf(`"${long} end"`), ' END"'), [[0, 'text']]);
  });

  it('finds JSON as in the cell and as in its editor', () => {
    const value = valueOf(`{"a":"${long}","b":"end"}`) ?? null;
    assert.deepEqual(findInCells(contentOf('', value), '"b": "end"'), [[0, 'pieces']]);
    assert.deepEqual(findInCells(contentOf('', value), '"b":"end"'), [[0, 'pieces']]);
  });

  it('leaves complete cells to the page', () => {
    assert.deepEqual(findInCells(contentOf('short'), 'short'), []);
  });

  it('becomes a query for the whole table: the ID, or a part of a text column', () => {
    const address = { clientId: 'c', authUrl: 'u', table: '1', kind: 'page', limit: 20, offset: 40, orderBy: '-made' };
    const query = searchQuery(address as never, contentOf(), 'Red "x"') as Record<string, unknown>;
    assert.deepEqual(query, { ...address, offset: undefined, where: query['where'] });
    assert.deepEqual(JSON.parse(String(query['where'])), {
      $or: [{ id: { $eq: 'Red "x"' } }, { text: { $icontains: 'Red "x"' } }],
    });
  });

  it('finds a user by a typed ID, as a filter does, although the IDs of users are numbers', () =>
    withSandbox(async (_, shop) =>
      withService(shop, async service => {
        const users = await getTable(service, '_userprofile');
        const [user = assert.fail('no user')] = await searchRecords(service, users.id, { limit: '1' });
        const id = writeJson(user.get('id') ?? null);
        const columns = users.columns.map(column => ({ name: column.name, type: column.type, column }));
        const { where } = searchQuery({ table: users.id } as never, { columns }, id) as { where: string };
        for (const condition of [where, readFilter(`id = ${id}`, users.columns).where]) {
          const found = await searchRecords(service, users.id, { where: condition });
          assert.deepEqual(
            found.map(record => writeJson(record.get('id') ?? null)),
            [id],
          );
        }
        assert.equal(filterText(`{"id":{"$eq":${id}}}`, users.columns), `id = ${id}`);
      }),
    ));
});
