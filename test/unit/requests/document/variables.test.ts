import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { Secret } from '../../../../src/api/secret';
import { RequestError, type RequestErrorCode } from '../../../../src/requests/document/requestError';
import { settingText } from '../../../../src/requests/document/environmentValues';
import { reveal, masked } from '../../../../src/requests/document/secretText';
import { resolver, variableProblems } from '../../../../src/requests/document/variables';
import type { ExecutionContext } from '../../../../src/requests/sending/executeRequest';
import { contextFor } from '../fixture';

/** Returns the value of an expression that a request after `before` uses. */
async function valueOf(expression: string, before = '', changes: Partial<ExecutionContext> = {}) {
  const text = `${before}\nGET /{{${expression}}}/\n`;
  const context = contextFor(text, changes);
  const token = context.document.requests.at(-1)?.target[0] ?? assert.fail('no request');
  const parts = await resolver(context)(token, 'target');
  return parts.flatMap(part => part.pieces).slice(1, -1);
}

async function failureOf(
  expression: string,
  before = '',
  changes: Partial<ExecutionContext> = {},
): Promise<RequestError> {
  try {
    await valueOf(expression, before, changes);
  } catch (error) {
    assert.ok(error instanceof RequestError);
    return error;
  }
  return assert.fail('no error');
}

const response = (body: unknown, headers: [string, string][] = []) =>
  new Map([['login', { status: 201, headers, text: new Secret(JSON.stringify(body)) }]]);
const login = '### a\n# @name login\nPOST /hserve/v2.1/login/email/\n\n{}\n###';

describe('variables of request documents', () => {
  it('come from any line of the document, otherwise from the environment', async () => {
    const environmentVariables = { b: 'environment', c: 'environment' };
    assert.equal(
      reveal(await valueOf('a', '@a = x{{b}}y{{c}}\n@b = document', { environmentVariables })),
      'xdocumentyenvironment',
    );
    assert.equal(reveal(await valueOf(' b ', '@b = one\n@b = two')), 'two');
  });

  const body = { token: 'user-token-0123', id: 7, nested: { 'a.b': [{ id: 'x' }] }, none: null, code: 0, list: [1, 2] };
  const values: [path: string, expected: string, secret: boolean][] = [
    ['body.id', '7', false],
    ['body.$.id', '7', false],
    ['body.nested["a.b"][0].id', 'x', false],
    ["body.nested['a.b'][0].id", 'x', false],
    ['body.none', 'null', false],
    ['body.code', '0', false],
    ['body.list', '[1,2]', false],
    ['body.list[1]', '2', false],
    ['status', '201', false],
    ['headers.x-one', 'first', false],
    ['headers.X-Two', 'a, b', false],
    ['headers.Set-Cookie', 'session=0123456789', true],
    ['body.token', 'user-token-0123', true],
    ['body', JSON.stringify(body), true],
    ['body.*', JSON.stringify(body), true],
  ];
  for (const [path, expected, secret] of values) {
    it(`come from an earlier response: ${path}`, async () => {
      const headers: [string, string][] = [
        ['X-One', 'first'],
        ['X-Two', 'a'],
        ['x-two', 'b'],
        ['set-cookie', 'session=0123456789'],
        ['set-cookie', 'language=en'],
      ];
      const pieces = await valueOf(`login.response.${path}`, login, { responses: response(body, headers) });
      assert.equal(reveal(pieces), expected);
      assert.equal(pieces[0] instanceof Secret, secret);
    });
  }

  it('keep an object with a token secret', async () => {
    const pieces = await valueOf('login.response.body.a', login, {
      responses: response({ a: { b: [{ token: 'x'.repeat(32) }] } }),
    });
    assert.ok(pieces[0] instanceof Secret);
  });

  it('keep all digits of whole numbers in an earlier response', async () => {
    const text = '{"id":9007199254740993,"objects":[{"id":-12345678901234567890,"n":1.5}]}';
    const responses = new Map([['login', { status: 200, headers: [], text: new Secret(text) }]]);
    const read = async (path: string) => reveal(await valueOf(`login.response.body.${path}`, login, { responses }));
    assert.equal(await read('id'), '9007199254740993');
    assert.equal(await read('objects[0].id'), '-12345678901234567890');
    assert.equal(await read('objects'), '[{"id":-12345678901234567890,"n":1.5}]');
  });

  it('can generate values', async () => {
    assert.match(reveal(await valueOf('$guid')), /^[0-9a-f-]{36}$/);
    assert.equal(reveal(await valueOf('$timestamp')), '1704164645');
    assert.equal(reveal(await valueOf('$datetime iso8601')), '2024-01-02T03:04:05.000Z');
    assert.equal(reveal(await valueOf('$datetime rfc1123')), 'Tue, 02 Jan 2024 03:04:05 GMT');
    const times: Record<string, string> = {
      '$timestamp -1 d': '1704078245',
      '$timestamp 2 h': '1704171845',
      '$datetime iso8601 +90 s': '2024-01-02T03:05:35.000Z',
      '$datetime iso8601 -5 ms': '2024-01-02T03:04:04.995Z',
      '$datetime rfc1123 -1 M': 'Sat, 02 Dec 2023 03:04:05 GMT',
      '$datetime iso8601 1 y': '2025-01-02T03:04:05.000Z',
      '$datetime iso8601 -9999 y': '-007975-01-02T03:04:05.000Z',
      '$timestamp 999999 w': '606503559845',
    };
    for (const [call, time] of Object.entries(times)) assert.equal(reveal(await valueOf(call)), time, call);
    const ends: [now: string, offset: string, time: string][] = [
      ['2024-03-31', '-1 M', '2024-02-29'],
      ['2023-01-31', '1 M', '2023-02-28'],
      ['2024-02-29', '1 y', '2025-02-28'],
      ['2024-12-31', '2 M', '2025-02-28'],
      ['2024-01-15', '-13 M', '2022-12-15'],
    ];
    for (const [now, offset, time] of ends) {
      const pieces = await valueOf(`$datetime iso8601 ${offset}`, '', { now: () => Date.parse(now) });
      assert.equal(reveal(pieces).slice(0, 10), time, `${now} ${offset}`);
    }
    for (let count = 0; count < 50; count++) {
      assert.ok(['-1', '0', '1'].includes(reveal(await valueOf('$randomInt -1 1'))));
    }
    assert.equal(reveal(await valueOf('$randomInt 5 5')), '5');
  });

  it('ask once per request, and keep generated values', async () => {
    const asked: string[] = [];
    const prompt = async (question: string) => String(asked.push(question));
    const pieces = await valueOf('a', '@a = {{b}}{{b}}{{$prompt How many?}}\n@b = {{$prompt How many?}}', { prompt });
    assert.equal(reveal(pieces), '111');
    assert.deepEqual(asked, ['How many?']);
  });

  it('keep a secret secret through every variable', async () => {
    const secret = async () => new Secret('shop-secret');
    const pieces = await valueOf('a', '@a = before {{b}}\n@b = {{$secret shop}} after', { secret });
    assert.equal(reveal(pieces), 'before shop-secret after');
    assert.equal(masked(pieces), 'before ••• after');
    assert.ok(!inspect(pieces).includes('shop-secret') && !JSON.stringify(pieces).includes('shop-secret'));
  });

  it('have no value where a setting cannot keep it, unless the document defines it', async () => {
    const settings = { id: 9007199254740992, big: 4.2e24, list: [1], safe: 9007199254740991, part: 1.5, on: true };
    const environmentVariables = Object.fromEntries(Object.entries(settings).map(([k, v]) => [k, settingText(v)]));
    for (const name of ['id', 'big', 'list']) {
      const error = await failureOf(name, '', { environmentVariables });
      assert.deepEqual([error.code, error.detail], ['unusableVariable', name]);
      const { document } = contextFor(`GET /{{${name}}}/`);
      const problems = variableProblems(document, () => environmentVariables);
      assert.deepEqual(
        problems.map(({ code, detail }) => [code, detail]),
        [['unusableVariable', name]],
      );
    }
    assert.equal(reveal(await valueOf('id', '@id = 9007199254740993', { environmentVariables })), '9007199254740993');
    const written = '{{safe}} {{part}} {{on}}';
    assert.equal(reveal(await valueOf('a', `@a = ${written}`, { environmentVariables })), '9007199254740991 1.5 true');
  });

  const wrong: [expression: string, before: string, code: RequestErrorCode, detail: string][] = [
    ['a', '', 'undefinedVariable', 'a'],
    ['toString', '', 'undefinedVariable', 'toString'],
    ['a', '@a = {{b}}\n@b = {{c}}\n@c = {{b}}', 'circularVariable', 'b → c → b'],
    ['a', '@a = {{a}}', 'circularVariable', 'a → a'],
    ['a', '@a = {{nothere/', 'unclosedReference', '{{nothere'],
    ['a', '@a = {{ 那里}', 'unclosedReference', '{{ 那里'],
    ['login.response.body.id', login, 'noResponse', 'login'],
    ['other.response.body.id', login, 'undefinedVariable', 'other.response.body.id'],
    ['$uid', '', 'unknownFunction', '$uid'],
    ['$toString', '', 'unknownFunction', '$toString'],
    ['$randomInt 2 1', '', 'badArguments', '$randomInt 2 1'],
    ['$guid x', '', 'badArguments', '$guid x'],
    ['$timestamp 1 day', '', 'badArguments', '$timestamp 1 day'],
    ['$timestamp 12345 y', '', 'badArguments', '$timestamp 12345 y'],
    ['$datetime -1 d', '', 'badArguments', '$datetime -1 d'],
  ];
  for (const [expression, before, code, detail] of wrong) {
    it(`fail with ${code} for {{${expression}}}${before === '' ? '' : ` after ${before.split('\n')[0]}`}`, async () => {
      const error = await failureOf(expression, before);
      assert.equal(error.code, code);
      assert.equal(error.detail, detail);
      assert.ok(error.range !== undefined && error.range.end > error.range.start);
    });
  }

  for (const path of [
    'body.nothing',
    'body.list[9]',
    'body.id.more',
    'headers.none',
    'other',
    'body.list[',
    'body.constructor',
  ]) {
    it(`have no value at ${path}`, async () => {
      const error = await failureOf(`login.response.${path}`, login, { responses: response(body) });
      assert.equal(error.code, 'noValue');
    });
  }

  it('have the status of a failed response with a missing value', async () => {
    const failed = new Map([['login', { status: 400, headers: [], text: new Secret('{}') }]]);
    const error = await failureOf('login.response.body.id', login, { responses: failed });
    assert.deepEqual([error.code, error.cause], ['noValue', 400]);
  });

  it('cannot grow without end', async () => {
    const before = Array.from({ length: 60 }, (_, index) => `@v${index} = {{v${index + 1}}}{{v${index + 1}}}`).join(
      '\n',
    );
    assert.equal((await failureOf('v0', `${before}\n@v60 = xxxxxxxx`)).code, 'tooLong');
    const chain = Array.from({ length: 20_000 }, (_, index) => `@v${index} = {{v${index + 1}}}`).join('\n');
    assert.equal((await failureOf('v0', chain)).code, 'tooLong');
  });

  it('are checked without resolving them, and give the same cycles and missing variables', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const lines = fc.array(fc.tuple(name, fc.array(name, { maxLength: 3 })), { maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(lines, name, async (definitions, variableName) => {
        const before = definitions
          .map(([one, needs]) => `@${one} = ${needs.map(need => `{{${need}}}`).join('')}`)
          .join('\n');
        const context = contextFor(`${before}\nGET /{{${variableName}}}/\n`);
        const problems = variableProblems(context.document, () => ({}));
        const here = problems.filter(({ reference }) => reference.inside === 'target').map(({ code }) => code);
        const outcome = await valueOf(variableName, before).then(
          () => [],
          (error: RequestError) => [error.code],
        );
        // If a variable refers to an undefined one, the problem is reported at that reference, not in the target.
        if (outcome[0] === 'undefinedVariable' && here.length === 0)
          assert.ok(problems.some(({ code }) => code === 'undefinedVariable'));
        else if (outcome[0] === 'undefinedVariable') assert.ok(here[0] !== undefined);
        else assert.deepEqual(here, outcome);
      }),
      { numRuns: 500 },
    );
  });
});
