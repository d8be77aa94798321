import assert from 'node:assert/strict';
import fc from 'fast-check';
import { operations, risks, type Operation, type Risk } from '../../src/api/operations/catalogue';
import { parseDocument } from '../../src/requests/document/parse';
import { RequestError } from '../../src/requests/document/requestError';
import { resolveRequest } from '../../src/requests/sending/resolve';
import { contextFor } from '../unit/requests/fixture';
import { parser, type Parser } from './parser';

// Requests that look harmless, but that a server may execute as an operation that does more than read.

const dangerous = operations.filter(({ risk }) => risk !== 'reads');
const refresh = operations.find(({ id }) => id === 'authorization.refreshToken') as Operation;
const overrides = ['X-Hydrogen-Request-Method', 'X-HTTP-Method-Override', 'x_http_method', 'X-Method-Override'];

const operation = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...dangerous) }, fc.constant(refresh));
const id = fc.constantFrom('1', 'abc', '5001', '{{id}}', '%31', 'a%2Fb', 'ü', 'record');

/** Changes of a path that a server may ignore when it looks up the operation. */
const pathChanges: readonly ((path: string) => string)[] = [
  path => path,
  path => path.replace(/[a-z]/, letter => `%${letter.charCodeAt(0).toString(16)}`),
  path => path.replace(/_/, '%255f'),
  path => path.replace(/\/(?=.)/, '//'),
  path => path.replace(/(?<=.)\//, '//'),
  path => path.replace(/\/$/, ''),
  path => path.replace(/\/$/, ';a=b/'),
  path => path.toUpperCase().replace(/^\/\w+/, start => start.toLowerCase()),
  path => path.replace(/v\d+(\.\d+)?/, 'v9.9'),
  path => `${path}?grant_type=authorization_code`,
  path => path.replace(/([a-z])\/$/, '{{end}}/'),
];

const types = fc.array(
  fc.constantFrom(
    'application/json', 'Application/JSON; charset=utf-8', 'application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=utf-16',
    'application/x-www-form-urlencoded; as=application/json', 'application/json, application/x-www-form-urlencoded', '{{type}}', 'multipart/json',
  ),
  { maxLength: 2 },
); // oxfmt-ignore

/** Bodies that a server may read as the renewal of a token. */
const renewals = fc.constantFrom(
  '{"grant_type":"refresh_token"}', '{"grant_type":"authorization_code","grant_type":"refresh_token"}',
  '{"grant_type":"refresh_token","grant_type":"authorization_code"}', '{"grant\\u005ftype":"refresh_token"}',
  'grant_type=refresh_token', '{"a":"&grant_type=refresh_token&"}', '{{body}}', '[{"grant_type":"refresh_token"}]', '{', '{"Grant_Type":"refresh_token"}',
); // oxfmt-ignore

interface Case {
  operation: string;
  method: string;
  ids: string[];
  changes: number[];
  override: string | undefined;
  types: string[];
  body: string;
}

const cases: fc.Arbitrary<Case> = fc.record({
  operation: operation.map(one => one.id),
  method: fc.constantFrom('itself', 'itself', 'itself', 'GET', 'HEAD', 'POST', 'OPTIONS'),
  ids: fc.array(id, { minLength: 4, maxLength: 4 }),
  changes: fc.array(fc.nat(pathChanges.length - 1), { maxLength: 3 }),
  override: fc.option(fc.constantFrom(...overrides), { nil: undefined }),
  types,
  body: renewals,
});

/** Returns the document, and the risk of the operation that a server may execute. */
function written({ operation: name, method, ids, changes, override, types, body }: Case): [text: string, least: Risk] {
  const { method: own, path, risk } = operations.find(one => one.id === name) as Operation;
  let left = ids;
  const filled = path.replace(/:\w+/g, () => {
    const [first = '1', ...rest] = left;
    left = rest;
    return first;
  });
  const target = changes.reduce((before, change) => pathChanges[change]?.(before) ?? before, filled);
  // If the request line has another method, only a header with the operation's method makes the server execute it.
  const isHidden = method !== 'itself' && method !== own;
  const headers = [
    ...(isHidden || override !== undefined ? [`${override ?? overrides[0]}: {{method}}`] : []),
    ...types.map(value => `Content-Type: ${value}`),
  ];
  const variables = [
    `@method = ${own.toLowerCase()}`, '@id = 7', '@end = n', '@type = application/x-www-form-urlencoded', '@body = {"grant_type":"refresh_token"}',
  ]; // oxfmt-ignore
  const sent = method === 'itself' ? own : method;
  const lines = [...variables, `${sent} ${target}`, ...headers, ...(own === 'GET' ? [] : ['', body])];
  return [lines.join('\n'), risk];
}

/** True if path changes or IDs may turn the dangerous operation into another one, or into an unknown call. */
const isUncertain = ({ changes, ids }: Case) => changes.length > 1 || ids.some(one => /%|\{|ü|record/.test(one));

const risk = parser('risk of requests', cases, async one => {
  const [text, risk] = written(one);
  const document = parseDocument(text);
  const [request] = document.requests;
  if (request === undefined) assert.fail(text);
  const resolved = await resolveRequest(request, contextFor(text)).catch((error: unknown) => {
    if (error instanceof RequestError) return undefined;
    throw error;
  });
  if (resolved === undefined) return;
  assert.notEqual(resolved.risk, 'reads', text);
  const isRefresh = one.operation === refresh.id && one.changes.every(change => ![8, 10].includes(change));
  if (isRefresh && !isUncertain(one)) {
    assert.deepEqual([resolved.risk, resolved.environment?.name], ['endsTokens', 'Production'], text);
  }
  if (one.changes.length === 0 && !isUncertain(one) && one.operation !== 'authorization.accessToken') {
    assert.ok(risks.indexOf(resolved.risk) >= risks.indexOf(risk), `${resolved.risk} ${risk}\n${text}`);
  }
});

export const guardParser: Parser = { ...risk, weight: 50 };
