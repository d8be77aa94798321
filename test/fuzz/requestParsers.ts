import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Secret } from '../../src/api/secret';
import { exportCurl, exportCurlCmd, exportCurlPowerShell, quote } from '../../src/api/http/curl';
import { convertDocument } from '../../src/requests/convert/convert';
import { importCurl } from '../unit/requests/convert/importCurl';
import { requestText } from '../../src/requests/convert/requestText';
import { convertHurl } from '../../src/requests/convert/hurl';
import { evaluateChecks, type CheckInput } from '../../src/requests/checks/evaluate';
import { snapshotText } from '../../src/requests/checks/snapshot';
import { suggestChecks } from '../../src/requests/checks/suggest';
import { checkProblem } from '../../src/requests/document/checkLine';
import type { RequestDocument } from '../../src/requests/document/syntax';
import { formatDocument, printCheck } from '../../src/requests/document/format';
import { isJsonFieldName, jsonFieldNames, jsonProblem } from '../../src/json/tokens';
import { multipartOf } from '../../src/requests/document/multipart';
import { foldingRanges, outline } from '../../src/requests/document/outline';
import { parseDocument } from '../../src/requests/document/parse';
import { RequestError } from '../../src/requests/document/requestError';
import { complete } from '../../src/requests/language/complete';
import { diagnose } from '../../src/requests/language/diagnose';
import { nodeAt } from '../../src/requests/language/nodeAt';
import { responseValue } from '../../src/requests/document/responseReference';
import { resolver } from '../../src/requests/document/variables';
import { indentJson } from '../../src/ui/requests/responses/indentJson';
import { cmdArguments, optionsText, optionWords } from '../unit/requests/shells';
import { jsonOf, textOf } from './texts';
import { own, parsed, parser, type Parser } from './parser';

const documents = textOf(
  '###', '\n###\n', '# @name a\n', '# @as user\n', '# @environment x\n', '# @timeout 5s\n', '// ', '@a = ', '@b = {{a}}\n', '{{', '}}', '{{a}}',
  '{{$prompt x}}', '{{$secret a}}', '{{$randomInt 1 2}}', '{{a.response.body.token}}', 'GET ', 'POST ', '/hserve/v2.1/login/email/', 'https://a.example',
  ' HTTP/1.1', '?', '&', '=', 'limit=1', '\nContent-Type: application/json\n', '\nContent-Type: multipart/form-data; boundary=b\n', '\n--b\n', '--b--',
  '\n?? ', '?? status == 200\n', '?? body a[0].b', '?? header a ', ' == ', ' matches ', 'isString', '\n?? documented\n', '\n?? snapshot\n', '\n?? same as x\n',
  'Content-Disposition: form-data; name="a"\n', '\n\n', '< ./a.txt', '<@ ./b', '{', '}', '[', ']', '"email":', 'X-A: b\n', '\ufeff', ':', ',',
); // oxfmt-ignore

const commands = textOf(
  'curl ', '-X ', '-H ', '-d ', '-F ', '-G ', '-u ', '-b ', '--json ', '--data-raw ', '--data-urlencode ', '--form-string ', '--url ', '-XPOST', "$'", '\\u0041',
  '\\\n', '^\n', '`\n', '^', '`', '""', 'https://a.example/', 'Content-Type: text/plain', 'a=b', '@file', ';type=', ';filename=', '### x', '\n\n', '-', '|', '$', '&',
); // oxfmt-ignore

const checks = textOf(
  '\n?? ', 'status', 'header content-type', 'body', 'body ', 'duration', ' == ', ' != ', ' > ', ' matches ', ' includes ', ' isArray', ' exists', ' md5 ',
  '\n?? documented', '\n?? snapshot', '\n?? same as ', 'items', 'token', '[0]', ".length", "['a']", '200', 'null', '{"a":1}', '(a+)+', '[', '999999999999999999',
); // oxfmt-ignore

const scripts = textOf(
  '> {%', '%}', '\n%}\n', '< {%', '###\n', 'GET /', '\n\n', 'client.test("a", function () {', 'client.assert(', 'response.status', 'response.body.a', ' === ',
  '200', ', "a"', ')', ');', '})', '/a/.test(', '!', ' && ', 'if (a) {', '}', '\n?? js ', '\n?? status == 200\n', '//', '/*', '`',
); // oxfmt-ignore

const hurls = textOf(
  'GET https://a.example/\n', '\nPOST /a\n', 'HTTP 200\n', '\nHTTP *\n', '[Asserts]\n', '[Query]\n', '[Form]\n', '[Captures]\n', 'a: b\n', 'status == 200\n',
  'jsonpath "$.a" ', 'count ', '== 1\n', 'exists\n', 'header "a" ', '```', '{', '}', '[', ']', '`', '# a\n', '{{a}}',
); // oxfmt-ignore

const nothing: CheckInput = {
  checks: [],
  method: 'GET',
  operation: undefined,
  query: '',
  status: 200,
  ok: true,
  truncated: false,
  milliseconds: 1,
  headers: [['content-type', 'application/json']],
  snapshot: undefined,
  otherResponses: {},
  body: '',
  credentials: [],
};

const checksOf = ({ requests }: RequestDocument) => requests.flatMap(request => request.checks.map(printCheck));

/** Asserts that a converted document has no invalid check. */
function checked(text: string): void {
  const wrong = parseDocument(text).requests.flatMap(request => request.checks.filter(checkProblem));
  assert.deepEqual(wrong, []);
}

const names = ['token', 'access_token', 'password', 'code', 'session_key', 'id', 'name', 'items'];
const credentials = jsonOf(...names);

const plainRequests = fc.record(
  {
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    url: fc.webUrl({ withQueryParameters: true }),
    headers: fc.array(
      fc.tuple(
        fc.constantFrom('X-A', 'Accept', 'x-b'),
        textOf('a', '"', '%PATH%', '&').map(text => text.replace(/[^\x20-\x7e]/g, '').trim()),
      ),
      { maxLength: 3 },
    ),
    text: fc.option(
      commands.map(text => text.replace(/[\0\r\ud800-\udfff]/g, '')),
      { nil: undefined },
    ),
  },
  { noNullPrototype: true },
);

const expression = { start: 0, end: 0, text: '' };
const context = {
  environmentVariables: { x: '{{y}}' },
  environments: ['x'],
  applications: [],
  values: {},
  secrets: ['a'],
};

export const requestParsers: Parser[] = [
  parser('JSON of a body', jsonOf('a'), text => {
    const problem = jsonProblem(text);
    if (!text.includes('{{')) assert.equal(problem === undefined, parsed(text) !== undefined);
    assert.ok(problem === undefined || (problem.start >= 0 && problem.end <= text.length));
    const token = { start: 0, end: text.length, text };
    for (const { start, end } of jsonFieldNames(token)) assert.ok(start >= 0 && start < end && end <= text.length);
    isJsonFieldName(token, Math.floor(text.length / 2));
  }),
  parser('JSON of a response', jsonOf('a'), text => {
    const indented = indentJson(text);
    assert.deepEqual(parsed(indented ?? ''), parsed(text));
    if (indented !== undefined) assert.equal(indentJson(indented), indented);
  }),
  parser('request documents', documents, text => {
    const document = parseDocument(text);
    const ranges = [...document.requests, ...document.references, ...document.variables, ...document.problems];
    for (const { start, end } of [...ranges, ...foldingRanges(document)]) {
      assert.ok(start >= 0 && start <= end && end <= text.length);
    }
    outline(document);
    document.requests.forEach(request => multipartOf(request));
    const formatted = formatDocument(text);
    assert.equal(formatDocument(formatted), formatted);
    assert.deepEqual(checksOf(parseDocument(formatted)), checksOf(document));
    for (const { subject, path, operator, expected, ...line } of document.requests.flatMap(({ checks }) => checks)) {
      for (const part of [subject, path, operator, expected].filter(one => one !== undefined)) {
        assert.ok(part.start >= line.start && part.end <= line.end);
        assert.equal(text.slice(part.start, part.end), part.text);
      }
    }
  }),
  parser('request documents while they are written', fc.tuple(documents, fc.nat()), ([text, number]) => {
    const document = parseDocument(text);
    const offset = number % (text.length + 1);
    for (const { range } of complete(document, offset, context))
      assert.ok(range.start <= offset && range.end >= offset);
    nodeAt(document, offset);
    for (const { range } of diagnose(document, { ...context, environments: [{ name: 'x', envId: 'e' }] }))
      assert.ok(range.start >= 0 && range.end <= text.length);
  }),
  parser('values of variables', documents, async text => {
    const document = parseDocument(text);
    const resolve = resolver({
      document,
      environmentVariables: context.environmentVariables,
      responses: new Map([['a', { status: 200, headers: [], text: new Secret('{"token":"abcdefgh"}') }]]),
      now: () => 0,
      prompt: question => Promise.resolve(question),
      secret: () => Promise.resolve(new Secret('x')),
      machineValue: () => Promise.resolve(new Secret('x')),
    });
    for (const { value } of document.variables) {
      await resolve(value, 'variable').catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
      });
    }
  }),
  parser(
    'places in responses',
    fc.tuple(credentials, textOf('body', '.', '[0]', "['a']", '.$', 'headers', 'status', ...names)),
    ([text, path]) => {
      const response = { status: 200, headers: [['a', 'b']] as [string, string][], text: new Secret(text) };
      own(RequestError, () => responseValue(response, path, expression));
    },
  ),
  parser('cURL commands', commands, text => {
    const request = importCurl(text);
    if (request === undefined) return;
    assert.equal(parseDocument(`###\n${requestText(request)}`).requests.length, 1);
  }),
  parser('cURL commands that were copied', plainRequests, ({ text, ...rest }) => {
    const request = { ...rest, body: text === undefined ? undefined : { kind: 'text' as const, text } };
    const read = [
      exportCurl(request),
      cmdArguments(exportCurlCmd(request) ?? assert.fail())
        .map(quote)
        .join(' '),
      `curl ${optionWords(optionsText(exportCurlPowerShell(request)))
        .map(quote)
        .join(' ')}`,
    ];
    for (const command of read) assert.deepEqual(importCurl(command), request);
  }),
  parser('documents of other tools', fc.oneof(documents, scripts), text => {
    const { text: converted, dropped } = convertDocument(text, {
      all: [
        { name: 'a', clientId: 'b', serverDomain: 'https://a.example', authUrl: 'https://b.example', environments: [] },
      ],
      selected: undefined,
      explain: ({ id }) => id,
    });
    checked(converted);
    for (const { line } of dropped) assert.ok(line >= 0 && line <= text.length);
  }),
  parser('files of Hurl', hurls, text => {
    const { text: converted, dropped } = convertHurl(text);
    parseDocument(converted);
    for (const { line } of dropped) assert.ok(line >= 0 && line <= text.length);
  }),
  parser('checks of a response', fc.tuple(checks, credentials), ([lines, body]) => {
    const { requests } = parseDocument(`GET /a/\n\n${lines}`);
    const response = { ...nothing, body, credentials: ['abcdefgh'] };
    const all =
      requests[0]?.checks.map(check => ({ check, expected: check.expected?.text ?? '', maskedExpected: '' })) ?? [];
    const verdicts = evaluateChecks({ ...response, checks: all });
    assert.equal(verdicts.length, all.length);
    for (const { passed, failure } of verdicts) assert.ok(!passed || failure === undefined);
    assert.equal(snapshotText(response).includes('abcdefgh'), false);
    const suggested = suggestChecks(response);
    assert.deepEqual(checksOf(parseDocument(`GET /a/\n\n${suggested.join('\n')}`)), suggested);
  }),
];
