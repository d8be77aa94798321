import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Secret } from '../../../../src/api/secret';
import { checkInputOf, evaluateChecks } from '../../../../src/requests/checks/evaluate';
import type { Verdict } from '../../../../src/requests/checks/verdict';
import { parseDocument } from '../../../../src/requests/document/parse';
import type { RequestError } from '../../../../src/requests/document/requestError';
import { executeRequest, type ExecutionContext } from '../../../../src/requests/sending/executeRequest';
import { contextFor, target } from '../fixture';
import { json, useServer } from '../server';

const product = {
  name: '商品',
  price: 12.5,
  sold: 0,
  empty: '',
  on: true,
  off: false,
  none: null,
  big: 9007199254740993n,
  tags: ['a', 'b'],
  maker: { name: 'Ann', 'first-name': 'Ann' },
};
// JSON.stringify does not support bigint, so insert the digits afterwards.
const body = JSON.stringify({ meta: { total_count: 1 }, objects: [{ ...product, big: 0 }] }).replace(
  '"big":0',
  `"big":${product.big}`,
);

describe('checks of a response', () => {
  const server = useServer();

  const verdicts = async (
    lines: string | string[],
    {
      method = 'GET',
      path = '/a/',
      variables = '',
      milliseconds,
      ...changes
    }: Partial<ExecutionContext> & { method?: string; path?: string; variables?: string; milliseconds?: number } = {},
  ): Promise<Verdict[]> => {
    const here = { ...target, serverDomain: server.origin, authUrl: server.origin };
    const context = contextFor(`${variables}\n${method} ${path}\n\n${[lines].flat().join('\n')}`, {
      target: here,
      ...changes,
    });
    const [request] = context.document.requests;
    assert.ok(request !== undefined);
    const { resolved, result, error } = await executeRequest(request, context);
    assert.ok(resolved !== undefined && result !== undefined, String(error));
    const input = checkInputOf(resolved, result);
    return evaluateChecks({ ...input, milliseconds: milliseconds ?? input.milliseconds });
  };
  const passes = async (line: string, changes: Parameters<typeof verdicts>[1] = {}): Promise<boolean> =>
    (await verdicts(line, changes))[0]?.passed ?? assert.fail('no verdict');
  const answer = (text: string, type = 'application/json', status = 200, headers: Record<string, string> = {}) => {
    server.handler = (_, response) => void response.writeHead(status, { 'Content-Type': type, ...headers }).end(text);
  };

  const holding = [
    ...['status == 200', 'status != 404', 'status >= 200', 'status < 300', 'status startsWith 2', 'status isNumber'],
    ...['header content-type includes json', 'header Content-Type == application/json', 'header x-none isFalse'],
    ...['duration < 30000', 'duration > 0', 'body includes 商品', 'body isString', 'body startsWith {'],
    ...['body objects[0].name == 商品', "body objects[0]['name'] matches ^商.$", 'body objects.length == 1'],
    ...['body objects[0].price == 12.5', 'body objects[0].price > 12', 'body objects[0].price <= 12.50'],
    ...['body objects[0].on == true', 'body objects[0].off == false', 'body objects[0].off isBoolean'],
    ...['body objects[0].none == null', 'body objects[0].missing == undefined', 'body objects[0].missing isFalse'],
    ...['body objects[0].tags == ["a", "b"]', 'body objects[0].tags includes b', 'body objects[0].tags isArray'],
    ...[
      'body objects[0].maker == {"name":"Ann","first-name":"Ann"}',
      "body objects[0].maker['first-name'] endsWith nn",
    ],
    ...['body objects[0].empty ==', 'body objects[0].name.length == 2', 'body objects[0].name contains 商'],
    ...['body objects[0].tags.length equals 2', 'body objects[0].on isTrue', 'body objects[0].big == 9007199254740993'],
    ...['body objects[0].big isNumber', 'body objects[0].big > 9007199254740992', 'body meta.total_count exists'],
  ];
  for (const check of holding) {
    it(`pass: ${check}`, async () => {
      answer(body);
      assert.deepEqual(await passes(`?? ${check}`), true);
    });
  }

  const failing = [
    ...['status == 201', 'status > 200', 'status isString', 'header content-type == text/plain', 'duration < 0'],
    ...[
      'header x-none exists',
      'body objects[0].name == goods',
      'body objects[0].sold exists',
      'body objects[1].name == a',
    ],
    ...['body objects[0].none.deeper != 1', 'body objects[0].empty exists', 'body objects[0].tags includes z'],
    ...['body objects[0].big == 9007199254740992', 'body objects[0].name > 1', 'body objects[0].toString exists'],
    ...['body objects[0].price matches ^13', 'body objects[0].missing == null', 'body md5 x'],
  ];
  for (const check of failing) {
    it(`fail: ${check}`, async () => {
      answer(body);
      assert.deepEqual(await passes(`?? ${check}`), false);
    });
  }

  it('read JSON with upper and lower case letters in its Content-Type', async () => {
    for (const type of ['Application/JSON; charset=utf-8', 'application/Problem+JSON']) {
      answer(body, type);
      assert.equal(await passes('?? body meta.total_count == 1'), true, type);
    }
  });

  it('keep the digits of numbers beyond 2^53 in lists and objects', async () => {
    answer(`{"objects":[${product.big},{"id":-${product.big}}]}`);
    const compared = [product.big, product.big - 1n].map(
      async big => (await verdicts(`?? body objects == [${big},{"id":-${big}}]`))[0],
    );
    const [same, other] = await Promise.all(compared);
    assert.deepEqual([same?.passed, other?.passed], [true, false]);
    assert.equal(other?.actual, `[${product.big},{"id":-${product.big}}]`);
  });

  it('have the expected and the actual value', async () => {
    answer(body);
    const [one, two, three] = await verdicts(
      ['?? body objects[0].name == {{wanted}}', '?? body objects[0].tags isString', '?? body objects[3].name exists'],
      { variables: '@wanted = goods' },
    );
    assert.deepEqual([one?.title, one?.expected, one?.actual], ['body objects[0].name == {{wanted}}', 'goods', '商品']);
    assert.deepEqual([two?.expected, two?.actual], [undefined, '["a","b"]']);
    assert.deepEqual([three?.failure, three?.detail], ['missingValue', 'objects.3']);
  });

  it('show the status in a `code`', async () => {
    answer('{"code":"500","pin":"500"}');
    const [code, pin] = await verdicts(['?? body code == 0', '?? body pin == 0']);
    assert.deepEqual([code?.expected, code?.actual, pin?.actual], ['0', '500', '•••']);
  });

  it('compare with the values of the request', async () => {
    server.handler = (_, response, { url }) =>
      json({ id: url.split('=')[1] })(undefined as never, response, undefined as never);
    const [verdict] = await verdicts('?? body id == {{id}}', { path: '/a/?id={{id}}', variables: '@id = {{$guid}}' });
    assert.equal(verdict?.passed, true);
  });

  it('end a regular expression that would not end', async () => {
    answer(JSON.stringify({ text: `${'a'.repeat(60)}!` }));
    const [verdict] = await verdicts('?? body text matches ^(a+)+$');
    assert.deepEqual([verdict?.passed, verdict?.failure], [false, 'tooSlow']);
  });

  it('treat a body that is not JSON as a text', async () => {
    answer('<p>gone</p>', 'text/html', 502);
    const all = await verdicts([
      '?? body includes gone',
      '?? body objects[0].name == a',
      '?? body code isFalse',
      '?? status == 502',
    ]);
    assert.deepEqual(
      all.map(({ passed, failure }) => [passed, failure]),
      [
        [true, undefined],
        [false, 'missingValue'],
        [true, undefined],
        [true, undefined],
      ],
    );
    const [one] = await verdicts('?? body code == 5');
    assert.equal(one?.failure, 'notJson');
  });

  it('compare a duration with a value that has a unit', async () => {
    answer(body);
    const lines = ['duration < 2s', 'duration < 1 m', 'duration > 1500ms', 'duration < 1s', 'duration < 1998'];
    const all = await verdicts(
      lines.map(line => `?? ${line}`),
      { milliseconds: 1999 },
    );
    assert.deepEqual(
      all.map(({ passed }) => passed),
      [true, true, true, false, false],
    );
  });

  it('say which sign around a value lets them fail', async () => {
    answer(body);
    const [verdict] = await verdicts('?? body objects[0].name == "商品"');
    assert.deepEqual([verdict?.passed, verdict?.failure, verdict?.detail], [false, 'delimitedValue', '"']);
  });

  it('are validated before the request is sent', async () => {
    answer(body);
    const lines = [
      '?? state == 200',
      '?? status is 200',
      '?? body a..b == 1',
      '?? status > ',
      '?? body matches [',
      '?? status === 200',
      '??',
    ];
    const codes = [];
    for (const line of lines) {
      const document = parseDocument(`GET /a/\n\n${line}`);
      const [request = assert.fail()] = document.requests;
      const { error } = await executeRequest(request, { ...contextFor(''), document });
      codes.push((error as RequestError).code);
    }
    assert.deepEqual(codes, [
      'unknownSubject',
      'malformedCheck',
      'badCheckPath',
      'missingExpected',
      'badPattern',
      'malformedCheck',
      'malformedCheck',
    ]);
    assert.deepEqual(server.received, []);
  });

  it('show no credential, neither of the response nor of the expected value', async () => {
    const token = 'f3a9c0ffee0123456789abcdef0123456789abcd';
    answer(JSON.stringify({ token, again: `x ${token}`, pin: 'short-pin' }), 'application/json', 200, {
      'Set-Cookie': 'session=abcdefgh12345678',
    });
    const all = await verdicts(
      [
        '?? body token == wrong-token-value',
        '?? body again == other',
        '?? body includes nothing-of-it',
        '?? body pin == {{$secret pin}}',
        '?? header set-cookie == session=other',
      ],
      { secret: async () => new Secret('the-secret-pin') },
    );
    assert.deepEqual(
      all.map(({ passed }) => passed),
      [false, false, false, false, false],
    );
    const told = JSON.stringify(all);
    for (const secret of [token, 'wrong-token-value', 'the-secret-pin', 'abcdefgh12345678']) {
      assert.ok(!told.includes(secret), `${secret} in ${told}`);
    }
  });

  it('show none of many credentials, including those that are found only in the body', async () => {
    const tokens = Array.from({ length: 1_500 }, (_, index) => `token.of.a.user.${index + 1_000_000}`);
    const copies = tokens.map(token => `of ${token}`);
    answer(JSON.stringify({ users: tokens.map(token => ({ token })), copies }), 'application/json');
    const told = JSON.stringify(await verdicts(['?? body copies[0] == x', '?? body copies[1499] == x']));
    assert.doesNotMatch(told, /token\.of/);
    assert.equal(told.split('"of •••"').length, 3);
  });

  it('compare a response with its documented shape', async () => {
    const path = '/hserve/v1/content/category/?content_group_id=1';
    const good = { meta: { limit: 20 }, objects: [{ id: 1, name: 'a', have_children: false }] };
    answer(JSON.stringify(good));
    const [fine] = await verdicts('?? documented', { path });
    answer(JSON.stringify({ ...good, objects: [{ id: 1, name: 7, have_children: false }] }));
    const [wrong] = await verdicts('?? documented', { path });
    assert.deepEqual([fine?.differences, wrong?.passed], [[], false]);
    assert.deepEqual(
      wrong?.differences.map(({ code, path: at }) => `${code} ${at}`),
      ['wrongType objects[].name'],
    );
    answer('{"meta": {}, "objects": [{"id": 9007199254740993, "name": 9007199254740993, "have_children": false}]}');
    const [long] = await verdicts('?? documented', { path });
    assert.deepEqual(
      long?.differences.map(({ path: at, received }) => [at, received]),
      [['objects[].name', 'number']],
    );
    const deletion = { method: 'DELETE', path: '/hserve/v2.4/table/1/record/2/' };
    answer('');
    assert.equal(await passes('?? documented', deletion), true);
    answer('<html>Sign in</html>', 'text/html');
    assert.equal(await passes('?? documented', deletion), false);
    answer('');
    assert.equal(await passes('?? documented', { method: 'HEAD', path }), true);
    answer('', 'application/json', 404);
    const [missing] = await verdicts('?? documented', { method: 'HEAD', path });
    assert.deepEqual([missing?.passed, missing?.actual], [false, '404']);
    const [unknown] = await verdicts('?? documented');
    assert.equal(unknown?.failure, 'notDocumented');
  });
});
