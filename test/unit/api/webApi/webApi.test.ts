import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readServerTime } from '../../../../src/api/openApi/openApi';
import { Secret } from '../../../../src/api/secret';
import {
  destroySession,
  getContentCategory,
  listContentCategories,
  listContentGroups,
  listOrders,
  type WebApiTarget,
} from '../../../../src/api/webApi/webApi';
import { failure, fields } from '../failure';
import { useNetwork, type Received } from '../network';

const list = { body: { meta: { total_count: 0 }, objects: [] } };
const user = new Secret('user-token');

function special({ headers }: Received): Record<string, unknown> {
  const names = ['x-hydrogen-client-id', 'x-hydrogen-env-id', 'authorization', 'content-type'];
  return Object.fromEntries(names.filter(name => name in headers).map(name => [name, headers[name]]));
}

describe('requests of the Web API and Open API', () => {
  const network = useNetwork();

  const calls: {
    label: string;
    run: (target: WebApiTarget) => Promise<unknown>;
    reply: object;
    line: string;
    headers?: Record<string, string>;
  }[] = [
    {
      label: 'content groups',
      run: target => listContentGroups(target, { limit: 1000 }, network.context()),
      reply: list.body,
      line: 'GET /hserve/v1/content/group/?limit=1000',
    },
    {
      label: 'content categories',
      run: target => listContentCategories(target, '42', {}, network.context()),
      reply: list.body,
      line: 'GET /hserve/v1/content/category/?content_group_id=42',
    },
    {
      label: 'a later page of content categories',
      run: target => listContentCategories(target, '42', { limit: 20, offset: 40 }, network.context()),
      reply: list.body,
      line: 'GET /hserve/v1/content/category/?content_group_id=42&limit=20&offset=40',
    },
    {
      label: 'one category',
      run: target => getContentCategory(target, '7', network.context()),
      reply: { id: 7 },
      line: 'GET /hserve/v1/content/category/7/',
    },
    {
      label: 'orders',
      run: target => listOrders(target, user, {}, network.context()),
      reply: list.body,
      line: 'GET /hserve/v2.0/idp/pay/order/',
      headers: { authorization: 'Hydrogen-r1 user-token' },
    },
    {
      label: 'the end of a session',
      run: target => destroySession(target, user, network.context()),
      reply: { status: 'ok' },
      line: 'POST /hserve/v2.0/session/destroy/',
      headers: { authorization: 'Hydrogen-r1 user-token', 'content-type': 'application/json' },
    },
  ];
  for (const { label, run, reply, line, headers } of calls) {
    it(`are correct for ${label}, in production and in a test environment`, async () => {
      const server = await network.server([{ body: reply }, { body: reply }]);
      const target = { serverDomain: server.origin, clientId: 'abc123' };
      await run(target);
      await run({ ...target, envId: 'staging-1' });
      assert.deepEqual(
        server.received.map(({ method, path }) => `${method} ${path}`),
        [line, line],
      );
      assert.deepEqual(server.received.map(special), [
        { 'x-hydrogen-client-id': 'abc123', ...headers },
        { 'x-hydrogen-client-id': 'abc123', 'x-hydrogen-env-id': 'staging-1', ...headers },
      ]);
    });
  }

  it('carry a Bearer token and no ClientID in the Open API', async () => {
    const time = { body: { time: '2024-01-01T00:00:00+08:00' } };
    const server = await network.server([time, time]);
    const target = { authUrl: server.origin };
    const read = await readServerTime(target, new Secret('the-token'), network.context());
    await readServerTime({ ...target, envId: 'staging-1' }, new Secret('the-token'), network.context());
    assert.equal(read, '2024-01-01T00:00:00+08:00');
    assert.deepEqual(
      server.received.map(({ method, path }) => `${method} ${path}`),
      ['GET /oserve/v2.2/server/time/', 'GET /oserve/v2.2/server/time/'],
    );
    assert.deepEqual(server.received.map(special), [
      { authorization: 'Bearer the-token' },
      { authorization: 'Bearer the-token', 'x-hydrogen-env-id': 'staging-1' },
    ]);
  });

  it('report a server time that is not a date', async () => {
    const link = '2024-01-01T00:00:00Z [again](command:workbench.action.closeWindow)';
    const times = [{ time: 5 }, { time: link }, { time: '2024-13-01T00:00:00Z' }, { time: '' }, [], null];
    const server = await network.server(times.map(body => ({ body: JSON.stringify(body) })));
    const received = ['5', JSON.stringify(link), '"2024-13-01T00:00:00Z"', '""', '[]', 'null'];
    for (const text of received) {
      const error = await failure(readServerTime({ authUrl: server.origin }, user, network.context()));
      assert.deepEqual(fields(error), {
        code: 'unexpectedShape',
        method: 'GET',
        url: `${server.origin}/oserve/v2.2/server/time/`,
        status: 200,
        expected: 'time (a date)',
        received: text,
      });
    }
  });

  it('end a session with a JSON body, and accept any empty response', async () => {
    const server = await network.server([{ status: 201, body: { status: 'ok' } }, { status: 204 }]);
    const target = { serverDomain: server.origin, clientId: 'abc123' };
    await destroySession(target, user, network.context());
    await destroySession(target, user, network.context());
    assert.deepEqual(
      server.received.map(({ body }) => body),
      ['{}', '{}'],
    );
  });

  it('report an end of the session that is refused', async () => {
    const server = await network.server([{ status: 401, body: { error_msg: 'Please log in.' } }]);
    const target = { serverDomain: server.origin, clientId: 'abc123' };
    assert.deepEqual(fields(await failure(destroySession(target, user, network.context()))), {
      code: 'status',
      method: 'POST',
      url: `${server.origin}/hserve/v2.0/session/destroy/`,
      status: 401,
      serverMessage: 'Please log in.',
    });
  });

  for (const id of ['1&limit=5', 'a b', '分组', '#1', 'x=y', '100%', '+1', "'; --"]) {
    it(`send the group ID ${JSON.stringify(id)} as one value`, async () => {
      const server = await network.server([list]);
      const target = { serverDomain: server.origin, clientId: 'abc123' };
      await listContentCategories(target, id, { limit: 7 }, network.context());
      const { searchParams } = new URL(server.received[0]?.path ?? '', server.origin);
      assert.deepEqual(
        [...searchParams],
        [
          ['content_group_id', id],
          ['limit', '7'],
        ],
      );
    });
  }

  for (const id of ['a/b', 'a b', '分类', '?x=1', '#1', '100%']) {
    it(`keep the category ID ${JSON.stringify(id)} as one segment of the path`, async () => {
      const server = await network.server([{ body: { id } }]);
      await getContentCategory({ serverDomain: server.origin, clientId: 'abc123' }, id, network.context());
      const match = /^\/hserve\/v1\/content\/category\/([^/?#]+)\/$/.exec(server.received[0]?.path ?? '');
      assert.equal(decodeURIComponent(match?.[1] ?? ''), id);
    });
  }
});
