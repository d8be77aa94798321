import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Candidate } from '../../../../src/requests/language/candidate';
import { complete } from '../../../../src/requests/language/complete';
import { directivesAt, nodeAt } from '../../../../src/requests/language/nodeAt';
import { parseDocument } from '../../../../src/requests/document/parse';
import { assertLinear } from '../../processorTime';

const context = {
  environmentVariables: { fromEnvironment: 'x' },
  applications: [
    { value: 'My Shop', label: 'My Shop' },
    { value: 'client-2', label: 'Twin' },
  ],
  environments: ['Staging', 'Load test'],
  values: { content_group_id: [{ value: '42', label: 'Products' }] },
  secrets: ['shop'],
};

/** Returns the candidates at `|` in a text, and a function that applies one. */
function at(text: string): { candidates: Candidate[]; apply: (label: string) => string } {
  const offset = text.indexOf('|');
  const whole = text.replace('|', '');
  const candidates = complete(parseDocument(whole), offset, context);
  const apply = (label: string): string => {
    const { range, insert } =
      candidates.find(one => one.label === label) ??
      assert.fail(`no ${label} in ${candidates.map(one => one.label).join()}`);
    return whole.slice(0, range.start) + insert + whole.slice(range.end);
  };
  return { candidates, apply };
}

describe('completion in request documents', () => {
  const applied: [text: string, label: string, expected: string][] = [
    ['|', 'GET', 'GET '],
    ['P|', 'POST', 'POST '],
    ['GET |', 'GET /hserve/v2.2/server/time/', 'GET /hserve/v2.2/server/time/'],
    ['GET /hserve/v1/con|', 'GET /hserve/v1/content/category/', 'GET /hserve/v1/content/category/?content_group_id='],
    ['GET /hserve/v1/con|?limit=5', 'GET /hserve/v1/content/category/', 'GET /hserve/v1/content/category/?limit=5'],
    [
      'GET /hserve/|old/?limit=1',
      'GET /hserve/v2.2/user/info/:user_id/',
      'GET /hserve/v2.2/user/info/{{user_id}}/?limit=1',
    ],
    ['/hserve/|', 'POST /hserve/v2.0/session/destroy/', 'POST /hserve/v2.0/session/destroy/'],
    ['GET /hserve/v1/content/category/?|', 'content_group_id', 'GET /hserve/v1/content/category/?content_group_id='],
    [
      'GET /hserve/v1/content/category/?content_group_id=|',
      'Products',
      'GET /hserve/v1/content/category/?content_group_id=42',
    ],
    ['GET /hserve/v1/content/category/?limit=5&|', 'offset', 'GET /hserve/v1/content/category/?limit=5&offset='],
    [
      'GET /hserve/v1/content/category/\n  ?limit=5\n  &of|',
      'offset',
      'GET /hserve/v1/content/category/\n  ?limit=5\n  &offset=',
    ],
    ['GET /hserve/v2.0/idp/pay/order/?status=|', 'pending', 'GET /hserve/v2.0/idp/pay/order/?status=pending'],
    ['GET /a/\nCon|', 'Content-Type', 'GET /a/\nContent-Type: '],
    ['GET /a/\nContent-Type: app|', 'application/json', 'GET /a/\nContent-Type: application/json'],
    [
      'POST /hserve/v2.1/login/email/\n\n{\n  |\n}',
      'password',
      'POST /hserve/v2.1/login/email/\n\n{\n  "password": \n}',
    ],
    [
      'POST /hserve/v2.1/login/email/\n\n{"email": "a", "pa|',
      'password',
      'POST /hserve/v2.1/login/email/\n\n{"email": "a", "password": ',
    ],
    ['POST /hserve/v2.1/login/email/\n\n{"pa|"}', 'password', 'POST /hserve/v2.1/login/email/\n\n{"password": }'],
    [
      'POST /hserve/v2.1/login/email/\n\n{\r\n"|"\r\n"email": "a"}',
      'password',
      'POST /hserve/v2.1/login/email/\n\n{\r\n"password": \r\n"email": "a"}',
    ],
    ['POST /hserve/v2.1/login/email/\n\n{"p|a": 1}', 'password', 'POST /hserve/v2.1/login/email/\n\n{"password": 1}'],
    [
      'POST /hserve/v2.1/login/email/\n\n{"|"email": "a"}',
      'password',
      'POST /hserve/v2.1/login/email/\n\n{"password": "email": "a"}',
    ],
    ['# @|\nGET /a/', '@name', '# @name \nGET /a/'],
    ['# @as |\nGET /a/', 'anonymous', '# @as anonymous\nGET /a/'],
    ['# @environment S|\nGET /a/', 'Staging', '# @environment Staging\nGET /a/'],
    ['# @environment Load t|\nGET /a/', 'Load test', '# @environment Load test\nGET /a/'],
    ['# @application My S|\nGET /a/', 'My Shop', '# @application My Shop\nGET /a/'],
    ['# @application |\nGET /a/', 'Twin', '# @application client-2\nGET /a/'],
    ['# @|', '@application', '# @application '],
    ['# @application |', 'My Shop', '# @application My Shop'],
    ['GET /a/\n\n### Next\n# @|', '@environment', 'GET /a/\n\n### Next\n# @environment '],
    ['@one = 1\nGET /{{|', 'one', '@one = 1\nGET /{{one}}'],
    ['@one = 1\nGET /{{o|}}/', 'one', '@one = 1\nGET /{{one}}/'],
    ['GET /{{ |', 'fromEnvironment', 'GET /{{ fromEnvironment}}'],
    ['@one = 1\nGET /{{ o| }}/', 'one', '@one = 1\nGET /{{ one }}/'],
    ['@one = 1\nGET /{{o|ther}}/', 'one', '@one = 1\nGET /{{one}}/'],
    ['@one = 1\nGET /{{o|.response.body.objects[0].id}}/', 'one', '@one = 1\nGET /{{one}}/'],
    ['GET /a/\nX: {{$ran| 1 5}}', '$randomInt 1 100', 'GET /a/\nX: {{$randomInt 1 100}}'],
    ['@one = 1\nPOST /a/\n\n{"a": {"b": "{{o|"}}', 'one', '@one = 1\nPOST /a/\n\n{"a": {"b": "{{one}}"}}'],
    ['GET /a/\nX: {{$|', '$secret shop', 'GET /a/\nX: {{$secret shop}}'],
    [
      '# @name login\nPOST /hserve/v2.1/login/email/\n\n{}\n###\nGET /a/\nX: {{lo|',
      'login.response.body.token',
      '# @name login\nPOST /hserve/v2.1/login/email/\n\n{}\n###\nGET /a/\nX: {{login.response.body.token}}',
    ],
  ];
  for (const [text, label, expected] of applied) {
    it(`suggests ${label} at ${text.replaceAll('\n', ' ⏎ ')}`, () => assert.equal(at(text).apply(label), expected));
  }

  it('suggests only operations of the method, with their description', () => {
    const { candidates } = at('DELETE |');
    assert.ok(candidates.length > 5 && candidates.every(({ operation }) => operation?.method === 'DELETE'));
  });

  const nested = [
    '{ "profile": { "|',
    '{ "profile": {\n  "|"\n} }',
    '{ "tags": [ "|',
    '{ "text": "one, |"',
    '{ "text": |',
    '{ "a": {{b}}, "c": { |',
    '{ "a": 1 } , |',
  ];
  for (const body of nested) {
    it(`suggests no field of the operation in ${body.replace('\n', ' ')}`, () => {
      const { candidates } = at(`POST /hserve/v2.1/login/username/\n\n${body}`);
      assert.deepEqual(candidates, []);
    });
  }

  for (const body of [
    '{ "|',
    '{ |',
    '{\n  "a": { "b": [1] },\n  "us|',
    '{ "a": {{b}}, "|',
    '{ "a": "{{b}}", "|',
    'us|',
  ]) {
    it(`suggests the fields of the operation in ${body.replaceAll('\n', ' ')}`, () => {
      const { candidates } = at(`POST /hserve/v2.1/login/username/\n\n${body}`);
      assert.deepEqual(candidates.map(({ label }) => label).sort(), ['password', 'username']);
    });
  }

  it('suggests no field twice, and no header that is set anyway', () => {
    const names = at('POST /hserve/v2.1/login/email/\n\n{"email": "a", |}').candidates.map(({ label }) => label);
    assert.deepEqual(names, ['password']);
    assert.ok(at('GET /a/\n|X: 1').candidates.every(({ label }) => !/hydrogen|authorization/i.test(label)));
  });

  it('suggests no directive where it would have no effect', () => {
    assert.deepEqual(at('GET /a/\nA: b\n# @|\n').candidates, []);
    assert.deepEqual(at('# write to me@|\nGET /a/').candidates, []);
  });

  it('works at any position of any text', () => {
    const pieces = [
      '###',
      '# @as ',
      '@a=',
      '{{',
      '}}',
      '"',
      '{',
      ':',
      '\n',
      '\n\n',
      ' ',
      'GET ',
      '/hserve/v2.1/login/email/',
      '?',
      '&',
      '=',
      'Content-Type: ',
    ];
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map(parts => parts.join(''));
    fc.assert(
      fc.property(texts, fc.nat(), (text, number) => {
        const offset = number % (text.length + 1);
        const document = parseDocument(text);
        for (const { range } of complete(document, offset, context)) {
          assert.ok(range.start >= 0 && range.start <= offset && range.end >= offset && range.end <= text.length);
        }
        const node = nodeAt(document, offset);
        assert.ok(node === undefined || (node.range.start <= offset && offset <= node.range.end));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('completion on a long line', () => {
  const lines: [what: string, line: (length: number) => string][] = [
    ['words', length => `GET /${'a '.repeat(length / 2)}`],
    ['a path', length => `GET /${'a'.repeat(length)}`],
    ['marks of parameters', length => `GET /a/?${'?='.repeat(length / 2)}&`],
    ['parameters', length => `GET /a/?${'a=b&'.repeat(length / 4)}`],
    ['spaces', length => ' '.repeat(length)],
    ['fields', length => `POST /hserve/v2.1/login/email/\n\n{${'"a": "b", '.repeat(length / 10)}`],
    ['references', length => `GET /a/\n\n${'{{a'.repeat(length / 3)}`],
  ];

  it('takes linear time', () => {
    for (const [what, line] of lines) {
      assertLinear(
        length => {
          const text = line(length);
          const document = parseDocument(text);
          return () => complete(document, text.length, context);
        },
        5000,
        what,
      );
    }
  });
});

describe('the node at a position', () => {
  const text = '@a = 1\n### x\n# @as user\nGET /hserve/v1/content/category/?content_group_id={{a}}\nX: {{ a }}\n';
  const document = parseDocument(text);
  const cases: [at: string, kind: string][] = [
    ['a = 1', 'variable'],
    ['@as', 'directive'],
    ['hserve', 'target'],
    ['content_group_id', 'field'],
    ['a}}', 'reference'],
    ['X:', 'header'],
  ];
  for (const [where, kind] of cases) {
    it(`is a ${kind} at ${where}`, () => assert.equal(nodeAt(document, text.indexOf(where))?.kind, kind));
  }

  it('is a directive even before there is a request line', () => {
    const unfinished = parseDocument('GET /a/\n\n###\n# @application Blog\n# @environment ');
    assert.equal(nodeAt(unfinished, unfinished.text.indexOf('Blog'))?.kind, 'directive');
    const names = directivesAt(unfinished, unfinished.text.length).map(({ name }) => name.text);
    assert.deepEqual(names, ['application', 'environment']);
    assert.deepEqual(directivesAt(unfinished, 0), []);
  });

  it('has its operation and definition', () => {
    const target = nodeAt(document, text.indexOf('hserve'));
    assert.ok(
      target?.kind === 'target' &&
        target.match?.kind === 'found' &&
        target.match.operation.id === 'contentCategory.list',
    );
    const reference = nodeAt(document, text.indexOf('a}}'));
    assert.ok(reference?.kind === 'reference' && reference.definition?.value.text === '1');
  });
});

describe('completion of paths', () => {
  it('marks outdated operations, and outdated versions', () => {
    const { candidates } = at('|');
    const isOld = (label: string) =>
      (candidates.find(one => one.label === label) ?? assert.fail(`no ${label}`)).isOld === true;
    for (const old of [
      'POST /oserve/v1/upload/',
      'GET /oserve/v1.9/miniapp/user_profile/',
      'GET /oserve/v1/user/info/',
    ])
      assert.ok(isOld(old), old);
    for (const current of ['POST /oserve/v2.1/upload/', 'GET /hserve/v2.2/idp/pay/order/'])
      assert.ok(!isOld(current), current);
  });
});
