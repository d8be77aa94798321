import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { operationById } from '../../../../src/api/operations/catalogue';
import { mask, Secret } from '../../../../src/api/secret';
import { differences } from '../../../../src/requests/checks/documented';
import {
  addToHistory,
  byDay,
  historyEntry,
  inFlight,
  latestOfEach,
  readHistory,
  type HistoryEntry,
} from '../../../../src/requests/history/history';
import { parseDocument } from '../../../../src/requests/document/parse';
import { resolveRequest } from '../../../../src/requests/sending/resolve';
import { keptText } from '../../../../src/requests/sending/keptText';
import { secretsOfRequest } from '../../../../src/requests/sending/resolvedRequest';
import { runRequest } from '../../../../src/requests/sending/runRequest';
import { contextFor, target } from '../fixture';
import { json, useServer } from '../server';

describe('the history', () => {
  const server = useServer();
  const token = 'abcdefghijklmnopqrstuvwxyz012345';

  async function record(text: string): Promise<HistoryEntry> {
    const here = { ...target, serverDomain: server.origin, authUrl: server.origin };
    const context = contextFor(text, {
      target: here,
      secret: async () => new Secret('shop-secret'),
      readFile: async () => Buffer.from('content'),
    });
    const request = await resolveRequest(context.document.requests[0] ?? assert.fail(), context);
    const application = { name: 'Shop', ...here };
    const result = await runRequest(request, context);
    const { text: received } = result.report;
    const body = received === undefined ? undefined : keptText(received, secretsOfRequest(request));
    return historyEntry({ id: '1', at: 1000, application, request, outcome: { result, body } });
  }

  it('shows a request without a response until its outcome is written', async () => {
    const entry = await record('GET /hserve/v2.2/server/time/');
    const { status: _, milliseconds: _ms, response: _body, headers: _headers, ...common } = entry;
    const begun: HistoryEntry = { ...common, at: 1, failure: inFlight };
    const other: HistoryEntry = { ...begun, id: '2' };
    assert.deepEqual(readHistory([begun]), [begun]);
    assert.deepEqual(latestOfEach([begun, other]), [begun, other]);
    assert.deepEqual(latestOfEach([begun, other, entry]), [entry, other]);
    // The lines of several windows may be in any order.
    assert.deepEqual(latestOfEach([entry, begun]), [entry]);
  });

  it('contains requests and responses without credentials', async () => {
    server.handler = json({ token, id: 7, note: `Bearer ${token}` }, 201, { 'Set-Cookie': 'a=b' });
    const text =
      '# @name login\n# @environment Staging\nPOST /hserve/v2.1/login/email/?a=b\nX-A: {{$secret shop}}\n\n{"email":"a@b.c","password":"a password"}';
    const entry = await record(text);
    const written = JSON.stringify(entry);
    for (const secret of [token, 'shop-secret', 'a password', 'a=b"']) assert.ok(!written.includes(secret), secret);
    assert.equal(entry.label, 'login');
    assert.deepEqual(entry.environment, { name: 'Staging', envId: 'env-staging' });
    assert.equal(entry.status, 201);
    assert.match(entry.response ?? '', /"id":7/);
    const [again] = parseDocument(entry.request).requests;
    assert.equal(again?.target[0]?.text, '/hserve/v2.1/login/email/?a=b');
    assert.ok(!entry.request.includes('X-Hydrogen'));
    assert.deepEqual(readHistory([entry, { id: 2 }, null, 'x']), [entry]);
  });

  it('masks all but harmless headers, and fields by their names at any depth', async () => {
    server.handler = json({ apiKey: ['hush-1'], deep: [{ secret: { a: 'hush-2' } }], jwt: 'hush-3', id: 7 }, 200, {
      'Set-Cookie': 'a=hush-4; b=hush-5',
      'X-Session': 'hush-6',
      'X-Request-Id': 'r-1',
    });
    const headers = 'Cookie: a=hush-7; b=hush-8\nX-Api-Key: hush-9\nX-Auth: Custom hush-10\nAccept: text/plain';
    const json1 = await record(
      `POST /a/?api_key=hush-11&p%61sswd=hush-12&b=2\n${headers}\n\n{"passw\\u006frd":"hush-13","n":1}`,
    );
    const form = await record(
      'POST /a/\nContent-Type: application/x-www-form-urlencoded\n\nname=ada&passwd=hush-14&p%61ssword=hush-15',
    );
    const parts = await record(
      'POST /a/\nContent-Type: multipart/form-data; boundary=x\n\n--x\nContent-Disposition: form-data; name="pwd"\n\nhush-16\n--x--',
    );
    const foreign = await record(
      `GET ${server.origin.replace('127.0.0.1', 'localhost')}/\nAuthorization: AWS4 hush-17 hush-18`,
    );
    const written = JSON.stringify([json1, form, parts, foreign]);
    assert.deepEqual(written.match(/hush-\d+/g), null);
    for (const kept of ['b=2', 'Accept: text/plain', 'name=ada', 'r-1', '\\"id\\"'])
      assert.ok(written.includes(kept), kept);
  });

  it('keeps the status in a `code`, and masks the codes of users', async () => {
    const text = '{"code":0,"data":{"error_code": -17 },"list":[{"status_code":404}],"inner":"{\\"code\\":200}"}';
    server.handler = (_, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
    const entry = await record(`POST /a/\n\n${text}`);
    assert.equal(entry.response, text);
    assert.ok(entry.request.includes(text), entry.request);
    const { request } = await record('POST /a/\n\n{"code":"hush-21","smscode":481516,"pin":123}');
    assert.doesNotMatch(request, /hush-21|481516|123/);
  });

  it('keeps all digits of numbers beside credentials', async () => {
    const body =
      '{"password":"a password","owner":9007199254740993,"inner":"{\\"token\\":\\"abc\\",\\"id\\":9007199254740995}"}';
    server.handler = (_, response) =>
      void response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(`{"token":"${token}","id":-9007199254740997}`);
    const entry = await record(`POST /a/\n\n${body}`);
    assert.deepEqual(entry.request.match(/\d{16}/g), ['9007199254740993', '9007199254740995']);
    assert.equal(entry.response, `{"token":"${mask}","id":-9007199254740997}`);
  });

  it('contains a multipart body with its type and the headers of its parts', async () => {
    const parts = [
      '--b\nContent-Type: application/json\nContent-ID: <1>\n\n{"name":"ada","password":"hush-19"}',
      '--b\nX-Key: hush-20\n\n< ./a.txt',
      '--b\n\ntext',
    ];
    const body = `${parts.join('\n')}\n--b--`;
    const { request } = await record(`POST /a/\nContent-Type: multipart/related; boundary=b; start="<1>"\n\n${body}`);
    const written = body.replace('hush-19', mask).replace('hush-20', mask).replaceAll('--b', '--boundary');
    assert.equal(request, `POST /a/\nContent-Type: multipart/related; start="<1>"; boundary=boundary\n\n${written}\n`);
  });

  it('is short for a response of any length', async () => {
    server.handler = json({ text: 'word '.repeat(20_000) });
    const entry = await record('GET /hserve/v2.2/server/time/');
    assert.equal(entry.response?.length, 20_000);
    assert.equal(entry.shortened, true);
  });

  it('has limits for number and size, and is grouped by day', async () => {
    const entry = await record('GET /hserve/v2.2/server/time/');
    const entries = Array.from({ length: 10 }, (_, index) => ({ ...entry, id: String(index), at: index }));
    const size = JSON.stringify({ ...entry, at: 1 }).length;
    assert.deepEqual(
      addToHistory(entries, { ...entry, id: 'x' }, { entries: 3, size: 1e6 }).map(({ id }) => id),
      ['x', '0', '1'],
    );
    assert.ok(addToHistory(entries, entry, { entries: 100, size: 3.5 * size }).length <= 3);
    const days = byDay(entries, at => (at < 5 ? 'old' : 'new'));
    assert.deepEqual([...days.keys()], ['new', 'old']);
    assert.deepEqual(
      days.get('old')?.map(({ at }) => at),
      [4, 3, 2, 1, 0],
    );
  });
});

describe('the differences from the documented shape', () => {
  const of = (id: string) => operationById(id) ?? assert.fail(id);
  const list = (...objects: unknown[]) => ({ meta: { limit: 20 }, objects });
  const category = { id: 1, name: 'a', have_children: false };
  const cases: [name: string, id: string, body: unknown, expected: object[]][] = [
    ['are empty for a response as documented', 'contentCategory.list', list(category, category), []],
    ['accept null for any type', 'contentCategory.list', list({ ...category, name: null }), []],
    [
      'contain a field with another name',
      'contentCategory.list',
      list({ id: 1, name: 'a', has_children: true }, category),
      [{ code: 'missing', path: 'objects[].have_children', expected: 'boolean' }],
    ],
    [
      'contain a wrong type once for all objects',
      'contentCategory.list',
      list({ ...category, id: '1' }, { ...category, id: '2' }),
      [{ code: 'wrongType', path: 'objects[].id', expected: 'integer', received: 'string' }],
    ],
    [
      'contain an array instead of an object',
      'contentCategory.list',
      [],
      [{ code: 'wrongType', path: '', expected: 'object', received: 'array' }],
    ],
    [
      'contain missing objects',
      'contentCategory.list',
      { meta: {} },
      [{ code: 'missing', path: 'objects', expected: 'array' }],
    ],
    [
      'contain a missing meta',
      'contentCategory.list',
      { objects: [] },
      [{ code: 'missing', path: 'meta', expected: 'object' }],
    ],
    [
      'contain an undocumented field',
      'serverTime.get',
      { time: 'x', zone: 8 },
      [{ code: 'undocumented', path: 'zone', received: 'number' }],
    ],
    [
      'contain no columns of a table',
      'record.get',
      { id: 'x', created_by: 1, created_at: 1, updated_at: 1, read_perm: [], write_perm: [], own: 1 },
      [],
    ],
    ['are empty for an empty response as documented', 'record.delete', undefined, []],
    [
      'contain a body where none is documented',
      'record.delete',
      { id: 1 },
      [{ code: 'undocumented', path: '', received: 'object' }],
    ],
  ];
  for (const [name, id, body, expected] of cases) {
    it(name, () => assert.deepEqual(differences(body, of(id), new URLSearchParams()), expected));
  }

  it('contain no missing fields that were not requested', () => {
    assert.deepEqual(differences(list({}), of('record.list'), new URLSearchParams('keys=name')), []);
  });
});
