import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { queryTitle as titleOf } from '../../../../../src/ui/records/document/queryTitle';

const queryTitle = (query: Parameters<typeof titleOf>[0]) => titleOf(query, 48);
const page = { kind: 'page', table: '1' } as const;

describe('the title of a query', () => {
  it('shows condition, order, columns and position, and nothing for all records', () => {
    assert.equal(queryTitle(page), '');
    assert.equal(queryTitle({ ...page, offset: 0, limit: 5 }), '');
    assert.equal(
      queryTitle({ ...page, where: '{"price":{"$gte":20},"name":{"$ne":"衬衫"}}' }),
      'price ≥ 20 and name ≠ 衬衫',
    );
    assert.equal(queryTitle({ ...page, orderBy: ['-price', 'name'], offset: 100 }), '↓price ↑name · 101–');
    assert.equal(queryTitle({ ...page, keys: ['sku', 'price'] }), 'sku, price');
    assert.equal(queryTitle({ ...page, where: '{"location":{"$within":{}},"area":{"$center":{}}}' }), 'location, area');
  });

  it('keeps the position in the list beside a long condition', () => {
    const where = JSON.stringify({ name: { $contains: 'a'.repeat(100) } });
    assert.equal(titleOf({ ...page, where, offset: 200 }, 30), 'name contains aaaaaaaa… · 201–');
    assert.equal(titleOf({ ...page, where, offset: 200 }, -5), '201–');
  });

  it('contains no character of a link, an icon or a path, for any condition', () => {
    const hostile = queryTitle({
      ...page,
      where: JSON.stringify({ name: { $eq: '[Press](command:x) $(key) ../a/b <b>' } }),
    });
    assert.equal(hostile, 'name = Presscommandx key ..ab ＜b＞');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const title = queryTitle({ ...page, where: JSON.stringify({ name: { $contains: text } }) });
        assert.doesNotMatch(title, /[\][()$:/\\<>*?"|\n]/);
        assert.ok([...title].length <= 48);
      }),
    );
  });
});
