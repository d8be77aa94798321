import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { convertCondition } from '../../../../src/requests/convert/assertions';
import { convertDocument } from '../../../../src/requests/convert/convert';
import { convertAssert, convertHurl } from '../../../../src/requests/convert/hurl';
import { parseDocument } from '../../../../src/requests/document/parse';
import { target } from '../fixture';
import { bodyOf } from '../resolving';

describe('assertions of other tools', () => {
  const conditions: Record<string, string[] | undefined> = {
    'response.status === 200': ['?? status == 200'],
    'response.status >= 200 && response.status < 300': ['?? status >= 200', '?? status < 300'],
    'response.body.name === "商品"': ['?? body name == 商品'],
    "response.body.items[0]['first-name'] !== 'a'": ["?? body items[0]['first-name'] != a"],
    'response.body.items.length > 0': ['?? body items.length > 0'],
    'response.body.a === null': ['?? body a == null'],
    'response.body.a == undefined': ['?? body a == undefined'],
    'response.headers.valueOf("X-A") === "b c"': ['?? header X-A == b c'],
    'response.contentType.mimeType === "application/json"': ['?? header content-type startsWith application/json'],
    'typeof response.body.a === "string"': ['?? body a isString'],
    'Array.isArray(response.body.items)': ['?? body items isArray'],
    'response.body.a.includes("x")': ['?? body a includes x'],
    '/^\\d+$/.test(response.body.a)': ['?? body a matches ^\\d+$'],
    'response.body.token': ['?? body token exists'],
    '!response.body.a': ['?? body a isFalse'],
    // No check is equivalent.
    'response.status === 200 || response.status === 201': undefined,
    'response.body.a === other': undefined,
    'response.body.a > "b"': undefined,
    'response.body.items.some(item => item.a === 1)': undefined,
    'response.body.a === "b == c"': undefined,
    'response.body.a === "{{b}}"': undefined,
    'response.body.a === " b"': undefined,
    'typeof response.body === "object"': undefined,
    'check(response)': undefined,
  };
  for (const [condition, checks] of Object.entries(conditions)) {
    it(`are converted from JetBrains: ${condition}`, () => assert.deepEqual(convertCondition(condition), checks));
  }

  it('are converted from a JetBrains script; its other lines are reported', () => {
    const text = [
      ...['GET /a/', '', '> {%', '  // why', '  client.test("it works", function () {'],
      ...['    client.assert(response.status === 200, "status, and more");', '    client.log(response);', '  });'],
      ...['  client.test("again", () => {', '    client.assert(response.body.a === 1)', '  })'],
      ...['  if (response.body.b) {', '    client.assert(response.body.c === 1);', '  }', '%}'],
      ...['### next', 'GET /b/', '', '> {% client.assert(response.status === 404); %}'],
      ...['### last', 'GET /c/', '', '> ./check.js', '> {% client.global.set("a", response.body.a); %}'],
    ].join('\n');
    const converted = convertDocument(text);
    const { requests, problems } = parseDocument(converted.text);
    assert.deepEqual(
      requests.map(({ checks }) => checks.map(check => check.text)),
      [['?? status == 200', '?? body a == 1'], ['?? status == 404'], []],
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      converted.dropped.map(({ line }) => line + 1),
      [7, 12, 13, 14, 23, 24],
    );
  });

  it('are kept from httpYac, with JavaScript converted if possible, and invalid ones reported', () => {
    const { text, dropped } = convertDocument(
      [
        ...['GET /a/', '', '?? status == 200', '?? js response.parsedBody.a[0] == b', '?? js Date.now() > 5'],
        ...['?? xpath //a == b', '?? body a isTrue'],
      ].join('\n'),
    );
    assert.deepEqual(
      parseDocument(text).requests[0]?.checks.map(check => check.text),
      ['?? status == 200', '?? body a[0] == b', '?? body a isTrue'],
    );
    assert.deepEqual(
      dropped.map(({ line }) => line + 1),
      [5, 6],
    );
  });

  it('are kept from httpYac without the scripts around them', () => {
    const { text, dropped } = convertDocument(
      [
        ...['{{+', '  exports.a = 1;', '}}', '###', 'GET /a/', '', '?? status == 200', '{{', '  test();', '}}'],
        ...[
          '###',
          'POST /b/',
          '',
          '{"a": {{a}}}',
          '',
          '{{',
          'exports.b = 1;',
          '}}',
          '###',
          'POST /c/',
          '',
          '{{',
          'c',
          '### d',
          '}}',
        ],
      ].join('\n'),
    );
    const { requests, problems } = parseDocument(text);
    assert.deepEqual(
      requests.map(({ checks, body }) => [checks.length, body?.text.trim()]),
      [
        [1, undefined],
        [0, '{"a": {{a}}}'],
        [0, '{{\nc'],
        [0, undefined],
      ],
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      dropped.map(({ line }) => line + 1),
      [1, 2, 3, 8, 9, 10, 16, 17, 18],
    );
  });

  const asserts: Record<string, string | undefined> = {
    'status == 200': '?? status == 200',
    'status < 300 # why': '?? status < 300',
    'header "Content-Type" contains "json"': '?? header Content-Type includes json',
    'header "X-A" not exists': '?? header X-A == undefined',
    'jsonpath "$.a[0].name" == "Felix # 1"': '?? body a[0].name == Felix # 1',
    'jsonpath "$[\'first-name\']" != null': "?? body ['first-name'] != null",
    'jsonpath "$.items" count == 3': '?? body items.length == 3',
    'jsonpath "$" count > 0': '?? body length > 0',
    'jsonpath "$.a" exists': '?? body a != undefined',
    'jsonpath "$.a" isString': '?? body a isString',
    'jsonpath "$.a" isList': '?? body a isArray',
    'jsonpath "$.a" matches /^\\d{4}\\/x$/': '?? body a matches ^\\d{4}/x$',
    'jsonpath "$.a" == {{a}}': '?? body a == {{a}}',
    'body contains "x"': '?? body includes x',
    'duration < 1000': '?? duration < 1000',
    // No check is equivalent.
    'jsonpath "$..a" == 1': undefined,
    'jsonpath "$.a[*].b" count == 1': undefined,
    'jsonpath "$.a" nth 2 == 1': undefined,
    'jsonpath "$.a" isInteger': undefined,
    'jsonpath "$.a" not contains "b"': undefined,
    'jsonpath "$.a" == "b\\n"': undefined,
    'jsonpath "$.a" == "b > c"': undefined,
    'jsonpath "$" exists': undefined,
    'xpath "//a" exists': undefined,
    'sha256 == hex,0123;': undefined,
  };
  for (const [line, check] of Object.entries(asserts)) {
    it(`are converted from Hurl: ${line}`, () => assert.equal(convertAssert(line), check));
  }

  it('are converted from Hurl requests with query, form and body; the rest is reported', () => {
    const { text, dropped } = convertHurl(
      [
        ...['# first', `GET ${target.serverDomain}/hserve/v1/a/`, 'Accept: */*', '[Query]', 'q: a b', 'id: {{id}}'],
        ...['HTTP 200', 'Content-Type: application/json', '[Captures]', 'token: jsonpath "$.token"', '[Asserts]'],
        ...['jsonpath "$.a" == 1', 'xpath "//a" exists', '', 'POST https://other.example.com/b', '{', '  "a": {{b}},'],
        ...['', '  "c": [1]', '}', 'HTTP/1.1 *', '[Asserts]', 'status >= 400', ''],
        ...[
          'PUT https://other.example.com/c',
          '[BasicAuth]',
          'ann: secret',
          'POST /form',
          '[Form]',
          'a: 1',
          'HTTP 201',
        ],
        ...['{"a": 1}'],
      ].join('\n'),
    );
    assert.deepEqual(text.split('\n'), [
      ...['###', '# first', `GET ${target.serverDomain}/hserve/v1/a/?q=a%20b&id={{id}}`, 'Accept: */*', ''],
      ...['?? status == 200', '?? header Content-Type == application/json', '?? body a == 1', '', ''],
      ...['###', 'POST https://other.example.com/b', '', '{', '  "a": {{b}},', '', '  "c": [1]', '}', ''],
      ...['?? status >= 400', '', ''],
      ...['###', 'PUT https://other.example.com/c', '', ''],
      ...['###', 'POST /form', 'Content-Type: application/x-www-form-urlencoded', '', 'a=1', '', '?? status == 201'],
      ...['', '', ''],
    ]);
    assert.deepEqual(
      dropped.map(({ line }) => line + 1),
      [9, 10, 13, 26, 27, 32],
    );
    assert.deepEqual(parseDocument(text).problems, []);
  });

  it('leave a Hurl body unchanged, whatever its lines look like in a document', async () => {
    const lines = ['### next', 'DELETE /hserve/v1/a/', '?? status == 1', '> quoted', '<> quoted', '{{a}}'];
    for (const body of [lines.join('\n'), '< ./.env', '?? status']) {
      const source = ['POST /hserve/v1/b/', 'Content-Type: text/plain', '```', body, '```', 'HTTP 200'];
      const { text, dropped } = convertHurl(source.join('\n'), { all: [], selected: undefined, explain: () => '' });
      assert.deepEqual(dropped, []);
      const { requests } = parseDocument(text);
      assert.deepEqual([requests.length, requests[0]?.checks.length], [1, 1], text);
      assert.equal(await bodyOf(text, { environmentVariables: { a: 'b' } }), body.replace('{{a}}', 'b'));
    }
  });
});
