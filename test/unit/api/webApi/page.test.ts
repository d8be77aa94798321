import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { PageRequest } from '../../../../src/api/webApi/page';
import { Secret } from '../../../../src/api/secret';
import {
  getContentCategory,
  listContentCategories,
  listContentGroups,
  listOrders,
  type WebApiTarget,
} from '../../../../src/api/webApi/webApi';
import { failure, fields } from '../failure';
import { useNetwork, type Reply } from '../network';

const nodes = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: index, name: `n${index}` }));

describe('lists', () => {
  const network = useNetwork();
  const targetOf = async (...replies: Reply[]): Promise<WebApiTarget> => ({
    serverDomain: (await network.server(replies)).origin,
    clientId: 'abc123',
  });

  const pages: [label: string, page: PageRequest, body: object, next: number | undefined, total: number | undefined][] =
    [
      ['a total that is reached', {}, { meta: { total_count: 3 }, objects: nodes(3) }, undefined, 3],
      ['a total that is not', {}, { meta: { total_count: 30, limit: 20 }, objects: nodes(20) }, 20, 30],
      ['the last page', { offset: 20 }, { meta: { total_count: 30, limit: 20 }, objects: nodes(10) }, undefined, 30],
      [
        '`next` that leads past the total',
        {},
        { meta: { total_count: 2, next: '/x' }, objects: nodes(2) },
        undefined,
        2,
      ],
      ['no `next` before the total', {}, { meta: { total_count: 9, next: null }, objects: nodes(2) }, 2, 9],
      ['no total, and a full page', {}, { meta: { limit: 5, next: null }, objects: nodes(5) }, 5, undefined],
      ['no total, and a page that is not full', {}, { meta: { limit: 5 }, objects: nodes(4) }, undefined, undefined],
      ['no total, and `next`', {}, { meta: { limit: 50, next: '/x' }, objects: nodes(4) }, 4, undefined],
      ['no total, and `next` after nothing', {}, { meta: { next: '/x' }, objects: [] }, undefined, undefined],
      ['a total, and nothing', { offset: 5 }, { meta: { total_count: 9 }, objects: [] }, undefined, 9],
      ['no meta', {}, { objects: nodes(3) }, undefined, undefined],
      ['no meta, and a full page', { limit: 3, offset: 6 }, { objects: nodes(3) }, 9, undefined],
      ['meta that is null', {}, { meta: null, objects: nodes(20) }, 20, undefined],
      [
        'meta of the wrong types',
        {},
        { meta: { total_count: '3', next: 5, limit: 'x' }, objects: [] },
        undefined,
        undefined,
      ],
    ];
  for (const [label, page, body, next, total] of pages) {
    it(`${label}: ${next === undefined ? 'the end' : `more from ${next}`}`, async () => {
      const target = await targetOf({ body });
      const { nextOffset, totalCount } = await listContentCategories(target, '42', page, network.context());
      assert.deepEqual([nextOffset, totalCount], [next, total]);
    });
  }

  it('keep every item that has an ID, including repeated ones, with all its fields', async () => {
    const objects = [
      { id: 1, name: 'One', have_children: true, colour: 'red' },
      { id: '2', name: null, have_children: null },
      { id: 1, name: 'One again', have_children: 'yes' },
      { id: 3, name: '  ' },
      { id: 9007199254740991, name: 5, children: [] },
    ];
    const target = await targetOf({ body: { objects } });
    const { items } = await listContentCategories(target, '42', {}, network.context());
    assert.deepEqual(
      items.map(({ id, name, haveChildren }) => [id, name, haveChildren]),
      [
        ['1', 'One', true],
        ['2', undefined, undefined],
        ['1', 'One again', undefined],
        ['3', undefined, undefined],
        ['9007199254740991', undefined, undefined],
      ],
    );
    assert.deepEqual(
      items.map(({ raw }) => raw),
      objects,
    );
  });

  it('leave out items without an ID, and count them as read', async () => {
    const objects = [null, 5, 'text', [], {}, { id: null }, { id: '' }, { id: {} }, { name: 'lost' }, { id: 1 }];
    const target = await targetOf({ body: { meta: { total_count: 20 }, objects } });
    const page = await listContentCategories(target, '42', {}, network.context());
    assert.deepEqual([page.items.map(({ id }) => id), page.nextOffset], [['1'], 10]);
  });

  it('are read with five thousand items', async () => {
    const target = await targetOf({ body: { meta: { total_count: 5000 }, objects: nodes(5000) } });
    const { items } = await listContentCategories(target, '42', {}, network.context());
    assert.equal(items.length, 5000);
  });

  it('end at two hundred thousand items, regardless of the reported total', async () => {
    const endless = { body: { meta: { total_count: 1e9 }, objects: nodes(500) } };
    const target = await targetOf(endless, endless);
    const last = await listContentCategories(target, '42', { offset: 199_500 }, network.context());
    assert.deepEqual([last.items.length, last.nextOffset], [500, 200_000]);
    const error = await failure(listContentCategories(target, '42', { offset: 200_000 }, network.context()));
    assert.deepEqual([error.code, error.expected], ['endless', '200000']);
  });

  it('are not read through pages of a single item', async () => {
    const target = await targetOf({ body: { meta: { total_count: 1e9, limit: 1 }, objects: nodes(1) } });
    const error = await failure(listContentCategories(target, '42', { limit: 500, offset: 1000 }, network.context()));
    assert.equal(error.code, 'endless');
  });

  for (const body of [{ meta: {} }, { objects: null }, { objects: { id: 1 } }, [], 5, null, '']) {
    it(`cannot be ${JSON.stringify(body)}`, async () => {
      const server = await network.server([{ body: body === '' ? '' : JSON.stringify(body) }]);
      const target = { serverDomain: server.origin, clientId: 'abc123' };
      const error = await failure(listContentCategories(target, '42', {}, network.context()));
      const url = `${server.origin}/hserve/v1/content/category/`;
      assert.deepEqual(fields(error), {
        code: 'unexpectedShape',
        method: 'GET',
        url,
        status: 200,
        expected: 'objects',
      });
    });
  }

  it('contain orders unchanged', async () => {
    const objects = [{ trade_no: '1', total_cost: '0.02' }, { id: 5 }, null, 'x', ['y']];
    const target = await targetOf({ body: { objects } });
    const { items } = await listOrders(target, new Secret('user-token'), {}, network.context());
    assert.deepEqual(items, objects.slice(0, 2));
  });

  it('contain a category with its direct children', async () => {
    const children = [{ id: 8, name: 'Child', have_children: false }, { name: 'lost' }, null];
    const target = await targetOf({ body: { id: 7, name: 'Parent', have_children: true, children } });
    const category = await getContentCategory(target, '7', network.context());
    assert.deepEqual(
      [category.id, category.name, category.haveChildren, category.children.map(({ id, name }) => [id, name])],
      ['7', 'Parent', true, [['8', 'Child']]],
    );
  });

  for (const children of [undefined, null, {}, 'none']) {
    it(`contain no children when these are ${JSON.stringify(children)}`, async () => {
      const target = await targetOf({ body: { id: 7, children } });
      assert.deepEqual((await getContentCategory(target, '7', network.context())).children, []);
    });
  }

  it('cannot contain a category without an ID', async () => {
    const target = await targetOf({ body: { name: 'Parent' } });
    const error = await failure(getContentCategory(target, '7', network.context()));
    assert.deepEqual([error.code, error.expected], ['unexpectedShape', 'id']);
  });
});

describe('the list of content groups', () => {
  const network = useNetwork();

  it('comes from v2.2 when v1 is gone, and requests its total', async () => {
    const server = await network.server([
      { status: 404, body: 'Not Found' },
      { body: { meta: { total_count: 9 }, objects: nodes(2) } },
    ]);
    const target = { serverDomain: server.origin, clientId: 'abc123', envId: 'staging-1' };
    const page = await listContentGroups(target, { limit: 2, offset: 4 }, network.context());
    assert.deepEqual([page.items.length, page.nextOffset], [2, 6]);
    assert.deepEqual(
      server.received.map(({ path, headers }) => `${path} ${String(headers['x-hydrogen-env-id'])}`),
      [
        '/hserve/v1/content/group/?limit=2&offset=4 staging-1',
        '/hserve/v2.2/content/group/?return_total_count=1&limit=2&offset=4 staging-1',
      ],
    );
  });

  it('fails when both are gone', async () => {
    const server = await network.server([{ status: 404 }, { status: 404 }]);
    const target = { serverDomain: server.origin, clientId: 'abc123' };
    const error = await failure(listContentGroups(target, {}, network.context()));
    assert.deepEqual([error.status, error.url], [404, `${server.origin}/hserve/v2.2/content/group/`]);
  });

  for (const status of [400, 401, 403, 500]) {
    it(`sends one request when the response is ${status}`, async () => {
      const server = await network.server([{ status, body: { error_msg: 'no' } }]);
      const target = { serverDomain: server.origin, clientId: 'abc123' };
      const error = await failure(listContentGroups(target, {}, network.context()));
      assert.deepEqual([error.status, error.serverMessage], [status, 'no']);
    });
  }
});
