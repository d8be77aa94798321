import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { convertDocument } from '../../../../src/requests/convert/convert';
import { parseDocument } from '../../../../src/requests/document/parse';
import { targetText } from '../../../../src/requests/document/syntax';
import { target } from '../fixture';

const shop = { name: 'Shop', ...target };
const applications = { all: [shop], selected: shop, explain: ({ id }: { id: string }) => `unknown: ${id}` };

describe('converting documents of other tools', () => {
  it('keeps variables with the names of inherited properties', () => {
    const text = 'GET https://example.com/{{constructor}}/{{toString}}/{{__proto__}}\n';
    assert.equal(convertDocument(text).text, text);
  });

  it('converts a prompt of REST Client to a question', () => {
    const text =
      '### a\n# @prompt id Which record?\n# @prompt other\nGET https://example.com/{{id}}/?a={{other}}&b={{id}}\n\n### b\nGET https://example.com/{{id}}/\n';
    assert.equal(
      convertDocument(text).text,
      '### a\nGET https://example.com/{{$prompt Which record?}}/?a={{$prompt other}}&b={{$prompt Which record?}}\n\n### b\nGET https://example.com/{{id}}/\n',
    );
  });

  it('separates requests that begin after an empty line, as in httpYac', () => {
    const lines = [
      'GET /a/',
      '',
      'POST /b/',
      'X-A: b',
      '',
      '{"a": 1}',
      '',
      'DELETE {{host}}/c/ HTTP/1.1',
      '',
      'GET is a word',
    ];
    const { requests } = parseDocument(convertDocument(lines.join('\n')).text);
    assert.deepEqual(
      requests.map(({ method, body }) => [method?.text, body?.text.trim()]),
      [
        ['GET', undefined],
        ['POST', '{"a": 1}'],
        ['DELETE', 'GET is a word'],
      ],
    );
    const batch = 'POST /batch/\nContent-Type: multipart/mixed; boundary=a\n\n--a\n\nGET /b/ HTTP/1.1\n\n--a--\n';
    assert.equal(convertDocument(batch).text, batch);
  });

  it('joins the lines of a path, as in JetBrains', () => {
    const text = 'GET https://example.com\n    /a\n    /b\n    ?c=1\n    &d=2\nX-E: f\n\n/g\n';
    const [request = assert.fail()] = parseDocument(convertDocument(text).text).requests;
    assert.deepEqual([targetText(request), request.body?.text.trim()], ['https://example.com/a/b?c=1&d=2', '/g']);
    assert.deepEqual(request.headerComments, []);
  });

  it('converts own hosts to paths, keeps other hosts, renames functions, and leaves scripts out', () => {
    const text = [
      '@host = https://shop.example.com',
      '@other = https://other.example.com',
      '### a',
      '# @name login',
      '< {%',
      '  before();',
      '%}',
      'POST {{host}}/hserve/v2.1/login/email/?a={{$uuid}}',
      'X-Hydrogen-Client-ID: 123',
      'Authorization: {{token}}',
      'Content-Type: application/json',
      '',
      '{"id": "{{$random.uuid}}", "key": "{{$processEnv KEY}}", "own": "{{$dotenv %NAME}}"}',
      '',
      '> {% client.test() %}',
      '### b',
      'GET https://shop.example.com/hserve/v2.2/server/time/',
      '### c',
      'GET {{other}}/hserve/v2.2/server/time/',
      'X-Hydrogen-Client-ID: 123',
    ].join('\n');
    const converted = convertDocument(text, applications);
    const { requests } = parseDocument(converted.text);
    assert.deepEqual(requests.map(targetText), [
      '/hserve/v2.1/login/email/?a={{$guid}}',
      '/hserve/v2.2/server/time/',
      '{{other}}/hserve/v2.2/server/time/',
    ]);
    assert.deepEqual(
      requests.map(({ headers }) => headers.map(({ name }) => name.text)),
      [['Authorization', 'Content-Type'], [], ['X-Hydrogen-Client-ID']],
    );
    assert.equal(
      requests[0]?.body?.text,
      '{"id": "{{$guid}}", "key": "{{$processEnv KEY}}", "own": "{{$dotenv NAME}}"}',
    );
    assert.equal(requests[0].name, 'login');
    assert.deepEqual(
      converted.dropped.map(({ line }) => line),
      [4, 5, 6, 14],
    );
  });

  it('leaves out the headers of the connection, but no Host that decides where a request goes', () => {
    const headersOf = (text: string) =>
      parseDocument(convertDocument(text, applications).text).requests.map(({ headers }) =>
        headers.map(({ name }) => name.text),
      );
    const more = 'A: b\ncontent-length: 5\nConnection: close\n\na=b';
    assert.deepEqual(headersOf(`POST https://Example.com:81/a\nHost: example.com:81\n${more}`), [['A']]);
    assert.deepEqual(headersOf(`@h = example.com\nPOST https://{{h}}/a\nHost: {{h}}\n${more}`), [['A']]);
    assert.deepEqual(headersOf(`@h = https://example.com\nPOST {{h}}/a\nHost: example.com\n${more}`), [['A']]);
    assert.deepEqual(headersOf(`POST /a\nHost: example.com\n${more}`), [['Host', 'A']]);
    assert.deepEqual(headersOf(`POST https://example.com/a\nHost: example.org\n${more}`), [['Host', 'A']]);
  });

  it('reads any text without failing', () => {
    fc.assert(fc.property(fc.string(), text => void convertDocument(text, applications)));
  });
});
