import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { pathSteps } from '../../../../src/requests/document/bodyPath';
import { checkSubjects, operatorOf, validSubject } from '../../../../src/requests/document/checkLine';
import { formatDocument } from '../../../../src/requests/document/format';
import { parseDocument } from '../../../../src/requests/document/parse';

const firstRequest = (text: string) => parseDocument(text).requests[0] ?? assert.fail('no request');

describe('checks in request documents', () => {
  const parts = (line: string) => {
    const [check] = firstRequest(`GET /a/\n${line}`).checks;
    assert.ok(check !== undefined);
    return [check.subject.text, check.path?.text, operatorOf(check), check.expected?.text];
  };

  it('have subject, path, operator and value', () => {
    assert.deepEqual(parts('?? status == 200'), ['status', undefined, '==', '200']);
    assert.deepEqual(parts('??header  content-type includes json'), ['header', 'content-type', 'includes', 'json']);
    assert.deepEqual(parts('  ?? body a.b[0] isString'), ['body', 'a.b[0]', 'isString', undefined]);
    assert.deepEqual(parts('?? body name == 商 品'), ['body', 'name', '==', '商 品']);
    assert.deepEqual(parts('?? documented'), ['documented', undefined, undefined, undefined]);
    assert.deepEqual(parts('?? body n >=5'), ['body', 'n', '>=', '5']);
    assert.deepEqual(parts('?? body n contains 5'), ['body', 'n', 'includes', '5']);
  });

  it('use the last operator of a line, like httpYac', () => {
    assert.deepEqual(parts('?? body name == a > b'), ['body', 'name == a', '>', 'b']);
  });

  it('have a valid form of a subject that is written as in other tools', () => {
    const valid: Record<string, string> = {
      'body.id': 'body id',
      'body[0].id': 'body [0].id',
      'response.body.objects[0]': 'body objects[0]',
      '$.meta.total_count': 'body meta.total_count',
      'body.$.id': 'body id',
      'json.id': 'body id',
      'response.status': 'status',
      statusCode: 'status',
      status_code: 'status',
      'headers.etag': 'header etag',
      'response.headers["Content-Type"]': 'header Content-Type',
      responseTime: 'duration',
    };
    for (const [written, subject] of Object.entries(valid)) assert.equal(validSubject(written), subject, written);
    for (const other of ['state', 'js', 'body..a', 'body.', 'bodyId', 'body.a()', 'headers', ''])
      assert.equal(validSubject(other), undefined, other);
    for (const written of checkSubjects)
      assert.ok([undefined, String(written)].includes(validSubject(written)), written);
  });

  it('split a path into its steps', () => {
    assert.deepEqual(pathSteps("objects[0].名字['a.b'].c"), ['objects', '0', '名字', 'a.b', 'c']);
    assert.deepEqual(pathSteps('[0].id'), ['0', 'id']);
    for (const bad of ['', '.a', 'a..b', 'a.', 'a b', 'a[', 'a[x]', 'a-b', 'a()'])
      assert.equal(pathSteps(bad), undefined, bad);
  });

  it('are separate from address, headers and body', () => {
    const request = firstRequest(
      'POST /a/\n  ?b=1\nX-One: 1\n?? status == 201\n# why\n?? body exists\n\n{ "c": 1 }\n\n?? duration < 5\n',
    );
    assert.equal(request.target.length, 2);
    assert.deepEqual(
      request.headers.map(({ name }) => name.text),
      ['X-One'],
    );
    assert.equal(request.body?.text, '{ "c": 1 }');
    assert.deepEqual(
      request.checks.map(({ text }) => text),
      ['?? status == 201', '?? body exists', '?? duration < 5'],
    );
  });

  it('leave a comment before the body to the body', () => {
    assert.equal(firstRequest('POST /a/\n\n# not a comment\ntext').body?.text, '# not a comment\ntext');
    assert.equal(
      firstRequest('POST /a/\n?? status == 1\n\n# text\ntext\n\n# why\n?? status == 2').body?.text,
      '# text\ntext',
    );
  });

  it('have a diagnostic for text below them, which is not sent', () => {
    const { problems, requests } = parseDocument('POST /a/\n\none\n?? status == 200\ntwo\n');
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['textAfterCheck'],
    );
    assert.equal(requests[0]?.body?.text, 'one');
  });

  it('above the body end at an empty line: text directly below them is neither a header nor the body', () => {
    const read = (text: string) => {
      const { problems, requests } = parseDocument(text);
      const lines = problems.map(({ code, start, end }) => `${code} ${text.slice(start, end)}`);
      return [...lines, requests[0]?.body?.text];
    };
    const wrong = ['textAfterCheck X-One: 1', undefined];
    assert.deepEqual(read('GET /a/\n?? status == 200\nX-One: 1'), wrong);
    assert.deepEqual(read('GET /a/\n\n?? status == 200\nX-One: 1\n?? documented'), wrong);
    const text = 'POST /a/\n?? status == 200\n# why\nX-One: 1\n\n{}';
    assert.deepEqual(read(text), ['textAfterCheck X-One: 1', '{}']);
    assert.deepEqual(read(formatDocument(text)), ['textAfterCheck X-One: 1', '{}']);
    assert.deepEqual(read('POST /a/\n?? status == 200\n# why\n\n{}'), ['{}']);
  });

  it('are formatted at their position, above or below the body, without changing their meaning', () => {
    const text =
      'post /a/\n??  status ==   200\n# why\n  ?? documented\n\n{"a":1}\n?? body a == {{b}}\n### next\nGET /b/';
    const formatted = formatDocument(text);
    assert.equal(
      formatted,
      'POST /a/\n\n?? status == 200\n# why\n?? documented\n\n{ "a": 1 }\n\n?? body a == {{b}}\n\n### next\nGET /b/\n'.replace(
        '{ "a": 1 }',
        firstRequest(formatted).body?.text ?? '',
      ),
    );
    assert.equal(formatDocument(formatted), formatted);
  });

  it('can contain variables', () => {
    const { references } = parseDocument('@b = 1\nGET /a/\n\n?? body a == {{b}}');
    assert.deepEqual(
      references.map(({ inside, expression }) => [inside, expression.text]),
      [['check', 'b']],
    );
  });
});
