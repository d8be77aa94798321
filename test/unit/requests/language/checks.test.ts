import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parseDocument } from '../../../../src/requests/document/parse';
import { complete } from '../../../../src/requests/language/complete';
import { diagnose } from '../../../../src/requests/language/diagnose';
import { nodeAt } from '../../../../src/requests/language/nodeAt';

const list = 'GET /hserve/v1/content/category/?content_group_id=1';

describe('checks in the editor', () => {
  const found = (line: string, request = list) =>
    diagnose(parseDocument(`${request}\n\n${line}`), { environmentVariables: {} }).map(({ code }) => code);

  it('have a quick fix for a subject that is written as in other tools', () => {
    const [problem] = diagnose(parseDocument(`${list}\n\n?? body.meta exists`), { environmentVariables: {} });
    const range = { start: list.length + 5, end: list.length + 14 };
    assert.deepEqual(problem?.fix, { kind: 'replace', range, text: 'body meta' });
  });

  it('have a quick fix that removes the quotes around a value', () => {
    const [problem] = diagnose(parseDocument(`${list}\n\n?? status != "404"`), { environmentVariables: {} });
    const range = { start: list.length + 15, end: list.length + 20 };
    assert.deepEqual(problem?.fix, { kind: 'replace', range, text: '404' });
  });

  const wrong: Record<string, string[]> = {
    unknownSubject: ['?? state == 200', '?? js response exists'],
    malformedCheck: [
      '?? snapshot == 1',
      '?? same',
      '?? same Staging',
      '?? same as',
      '?? status',
      '?? status = 200',
      '?? status === 200',
      '?? documented == 1',
      '??',
    ],
    badCheckPath: ['?? header == a', '?? header a b == c', '?? body objects[0. exists', '?? status code == 200'],
    missingExpected: ['?? status >', '?? body includes'],
    badPattern: ['?? body matches ['],
    undocumentedPath: [
      '?? body object[0].id exists',
      '?? body objects[0].title == a',
      '?? body total exists',
      '?? body objects.name == a',
    ],
    neverHolds: [
      ...['?? status == 20', '?? status == ok', '?? status > 599', '?? status isString', '?? duration < 0'],
      ...[
        '?? header a isNumber',
        '?? body isArray',
        '?? body objects[0].name isNumber',
        '?? body objects isString',
        '?? body objects.length isString',
        '?? body objects.length == many',
        '?? status < abc',
      ],
    ],
    delimitedValue: [
      '?? body objects[0].name != "Shop"',
      `?? body objects[0].name == 'Shop'`,
      '?? status == "200"',
      '?? duration < "2s"',
    ],
    undefinedVariable: ['?? body objects[0].name == {{nothing}}'],
  };
  for (const [code, lines] of Object.entries(wrong)) {
    for (const line of lines) it(`have the diagnostic ${code}: ${line}`, () => assert.deepEqual(found(line), [code]));
  }

  for (const line of [
    ...['?? status == 404', '?? documented', '?? body meta.total_count > 0', '?? body objects.length == 0'],
    ...[
      '?? body objects[0].name == 商品',
      '?? body objects[0].id exists',
      '?? header x-any == 1',
      '?? body includes a',
    ],
    ...['?? snapshot', '?? same as Staging', '?? same as Test == 1'],
    ...['?? header etag == "1"', '?? body == "a"', '?? body objects[0].name includes "a"'],
    ...['?? body objects[0].name matches {{$guid}}', '?? status < {{$randomInt 1 2}}', '# why'],
  ]) {
    it(`have no diagnostic: ${line}`, () => assert.deepEqual(found(line), []));
  }

  it('have no diagnostic for columns of the application', () => {
    for (const request of [
      'GET /hserve/v2.2/table/a/record/b/',
      'GET /hserve/v2.5/user/info/1/',
      'GET /oserve/v2.2/content/1/text/2/',
    ]) {
      assert.deepEqual(found('?? body price == 1', request), [], request);
    }
    assert.deepEqual(found('?? body price == 1', 'GET /hserve/v2.2/table/a/record/'), ['undocumentedPath']);
    assert.deepEqual(found('?? body price == 1', 'GET /hserve/v2.2/content/group/1/'), ['undocumentedPath']);
  });

  it('have a diagnostic for documented without documentation', () => {
    assert.deepEqual(found('?? documented', 'GET /hserve/v1/nothing/'), ['unknownPath']);
    assert.deepEqual(found('?? body a == 1', 'GET https://other.example.com/'), ['otherOrigin']);
  });

  it('have a diagnostic for responses that cannot be compared', () => {
    const codes = (text: string) =>
      diagnose(parseDocument(text), {
        environmentVariables: {},
        environments: [{ name: 'Staging', envId: 'env-1' }],
      }).map(({ code }) => code);
    assert.deepEqual(codes(`${list}\n\n?? same as staging\n?? same as Production`), []);
    assert.deepEqual(codes(`${list}\n\n?? same as Test`), ['unknownEnvironment']);
    assert.deepEqual(codes('POST /hserve/v2.0/session/destroy/\n\n?? same as Staging'), ['notRead']);
    assert.deepEqual(codes('POST /hserve/v1/nothing/\n\n?? same as Staging'), ['unknownPath', 'notRead']);
    assert.deepEqual(codes('HEAD /hserve/v1/nothing/\n\n?? same as Staging'), ['unknownPath']);
    const two = `### a\n${list}\n\n?? snapshot\n`;
    assert.deepEqual(codes(`${two}${two}`), ['ambiguousSnapshot', 'ambiguousSnapshot']);
    assert.deepEqual(codes(`${two}${two.replace('a', 'b')}`), []);
  });

  it('have a diagnostic for other text below them', () => {
    assert.deepEqual(found('?? status == 200\n\ntext\n\n?? status == 200\nmore'), ['textAfterCheck']);
  });

  it('are completed with subjects, paths and operators', () => {
    const labels = (written: string, below = '') => {
      const text = `${list}\n${below}${written}`;
      const context = { environmentVariables: {}, applications: [], environments: ['Test 1'], values: {}, secrets: [] };
      return complete(parseDocument(text), text.length, context);
    };
    assert.deepEqual(
      labels('??').map(({ insert }) => insert),
      [' status == 200', ' body ', ' header ', ' duration < ', ' documented', ' snapshot', ' same as '],
    );
    const paths = labels('?? body ', '\n').map(({ label }) => label);
    assert.ok(paths.includes('objects.length') && paths.includes('objects[0].name') && paths.includes('=='));
    assert.ok(labels('?? header ', '\n').some(({ label }) => label === 'content-type'));
    const operators = labels('?? body objects[0].name is', '\n');
    assert.deepEqual(operators.find(({ label }) => label === 'isString')?.range, {
      start: list.length + 2 + '?? body objects[0].name '.length,
      end: list.length + 2 + '?? body objects[0].name is'.length,
    });
    assert.deepEqual(labels('?? body objects[0].name == a', '\n'), []);
    assert.deepEqual(
      labels('?? same as Test ', '\n').map(({ label, range }) => [label, range.end - range.start]),
      [
        ['Production', 5],
        ['Test 1', 5],
      ],
    );
  });

  it('have the right node at a position', () => {
    const text = `${list}\n\n?? status == 200`;
    const node = nodeAt(parseDocument(text), text.length - 2);
    assert.equal(node?.kind === 'check' ? node.check.text : node?.kind, '?? status == 200');
  });
});
