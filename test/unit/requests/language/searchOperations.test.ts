import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { operations, type Operation } from '../../../../src/api/operations/catalogue';
import { searchOperations } from '../../../../src/requests/language/searchOperations';

const chinese: Record<string, string> = { 'record.update': '更新一条记录', 'record.create': '创建一条记录' };
const textsOf = ({ id, method, path, description }: Operation) => [method, path, id, description, chinese[id] ?? ''];
const search = (query: string) => searchOperations(operations, query, textsOf);

describe('searching the catalogue', () => {
  it('finds by words of the description, in any order and number', () => {
    for (const query of ['update record', 'record update', 'changes records', '更新记录']) {
      assert.ok(
        search(query).some(({ id }) => id === 'record.update'),
        query,
      );
    }
    assert.ok(!search('update record').some(({ id }) => id === 'record.create'));
    assert.deepEqual(search('nothing like this'), []);
    assert.equal(search('').length, operations.length);
  });

  it('lists the operation with the exact ID first, and finds payments by their providers', () => {
    for (const [query, id] of [
      ['upload file', 'file.upload'],
      ['file upload', 'file.upload'],
      ['wechat pay', 'order.create'],
      ['微信支付', 'order.create'],
    ] as const) {
      assert.equal(search(query)[0]?.id, id, query);
    }
  });

  it('finds records by the word of the service’s Chinese documentation', () => {
    const found = search('数据项').map(({ id }) => id);
    assert.ok(found.includes('record.update') && found.includes('openApi.record.list'));
    assert.ok(found.every(id => id.includes('record.')));
  });

  it('finds by method and path', () => {
    assert.ok(search('get /hserve/v2.2/server').some(({ id }) => id === 'serverTime.get'));
  });

  it('lists reading operations first, and deleting ones last', () => {
    const found = search('record').filter(({ deprecated }) => !deprecated);
    assert.equal(found[0]?.risk, 'reads');
    const firstWrite = found.findIndex(({ risk }) => risk !== 'reads');
    const firstDelete = found.findIndex(({ method }) => method === 'DELETE');
    assert.ok(firstWrite > 0 && firstDelete > firstWrite);
    assert.ok(found.slice(firstDelete).every(({ method }) => method === 'DELETE'));
    assert.ok(found.slice(firstWrite).every(({ risk }) => risk !== 'reads'));
  });
});
