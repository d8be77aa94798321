import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { findOperation } from '../../../../src/api/operations/catalogue';
import type { CheckInput } from '../../../../src/requests/checks/evaluate';
import { checksEdit, suggestChecks } from '../../../../src/requests/checks/suggest';
import { parseDocument } from '../../../../src/requests/document/parse';

const response: CheckInput = {
  ...{
    checks: [],
    method: 'GET',
    operation: undefined,
    query: '',
    status: 200,
    ok: true,
    truncated: false,
    milliseconds: 1,
  },
  ...{ headers: [['Content-Type', 'application/json; charset=utf-8']], body: '{}', credentials: [] },
  ...{ snapshot: undefined, otherResponses: {} },
};
const common = ['?? status == 200', '?? header content-type includes application/json'];
const suggested = (body: unknown, changes: Partial<CheckInput> = {}) =>
  suggestChecks({ ...response, body: typeof body === 'string' ? body : JSON.stringify(body), ...changes });

describe('checks that are suggested for a response', () => {
  it('check the types of fields with a path, of the first item of a list, and not of null', () => {
    const fields = { id: 1, name: 'a', on: false, tags: [], maker: {}, none: null, 'first-name': 'a', "a'b": 1 };
    const of = (path: string, first: string) => [
      `?? body ${path}${first}id isNumber`,
      `?? body ${path}${first}name isString`,
      `?? body ${path}${first}on isBoolean`,
      `?? body ${path}${first}tags isArray`,
      `?? body ${path}${first}maker exists`,
      `?? body ${path}['first-name'] isString`,
      `?? body ${path}["a'b"] isNumber`,
    ];
    assert.deepEqual(suggested(fields), [...common, ...of('', '')]);
    assert.deepEqual(suggested([fields]), [...common, ...of('[0]', '.')]);
    assert.deepEqual(suggested({ objects: [fields] }), [
      ...common,
      '?? body objects isArray',
      ...of('objects[0]', '.'),
    ]);
    assert.deepEqual(suggested({ objects: [] }), [...common, '?? body objects isArray']);
    assert.equal(suggested(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`a${at}`, 1]))).length, 12);
  });

  it('check the documented shape if it matches, and leave out checks that this response fails', () => {
    const match = findOperation('GET', '/hserve/v1/content/category/', {});
    assert.ok(match.kind === 'found');
    const { operation } = match;
    const list = { meta: { limit: 20 }, objects: [{ id: 1, name: 'a', have_children: false }] };
    assert.deepEqual(suggested(list, { operation }), [...common, '?? documented']);
    assert.deepEqual(suggested({ ...list, objects: [{ id: 1 }] }, { operation }), common);
    assert.deepEqual(suggested({ error_msg: 'no' }, { operation, status: 404, ok: false }).slice(0, 1), [
      '?? status == 404',
    ]);
    assert.deepEqual(suggested('<p>', { headers: [] }), ['?? status == 200']);
    assert.deepEqual(suggested({ a: 1 }, { truncated: true }), common);
  });

  const [status = '', type = ''] = common;
  const placed = (text: string) => {
    const document = parseDocument(text);
    const added = checksEdit(document.requests[0] ?? assert.fail(), document, common) ?? assert.fail('nothing to add');
    return text.slice(0, added.offset) + added.text + text.slice(added.offset);
  };

  it('are inserted above a body that ends like a comment, which is still sent', () => {
    for (const body of ['a\n\n# b', 'a\r\n// b']) {
      const above = placed(`POST /a/\n\n${body}\n`);
      assert.equal(above, `POST /a/\n\n${status}\n${type}\n\n${body}\n`);
      assert.equal(parseDocument(above).requests[0]?.body?.text, body);
    }
  });

  it('are inserted below the request, without existing ones', () => {
    assert.equal(placed('GET /a/'), `GET /a/\n\n${status}\n${type}`);
    assert.equal(placed('POST /a/\n\n{}\n\n\n###\nGET /b/'), `POST /a/\n\n{}\n\n${status}\n${type}\n\n\n###\nGET /b/`);
    assert.equal(
      placed('###\nGET /b/\n\n??  status == 200\n# why\n'),
      `###\nGET /b/\n\n??  status == 200\n# why\n${type}\n`,
    );
    const full = parseDocument(`GET /a/\n\n${status}\n${type}`);
    assert.equal(checksEdit(full.requests[0] ?? assert.fail(), full, common), undefined);
  });
});
