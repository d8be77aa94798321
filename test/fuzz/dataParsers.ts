import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Secret } from '../../src/api/secret';
import { redact } from '../../src/api/masking/text';
import { proxyAddress } from '../../src/api/http/proxy';
import { parseAddress } from '../../src/applications/address';
import { parseApplications, withApplication } from '../../src/applications/applicationList';
import { parseCliProfile } from '../../src/applications/cliProfile';
import { findClientIds } from '../../src/applications/discovery';
import { exportText, planImport, ApplicationFileError } from '../../src/applications/transfer';
import { filterSuggestions } from '../../src/records/filter/complete';
import { filterText, readFilter } from '../../src/records/filter/filter';
import { parseDuration } from '../../src/requests/document/directiveValues';
import { readHistory } from '../../src/requests/history/history';
import { maskFields } from '../../src/api/masking/fields';
import { credentialBytes } from '../../src/api/masking/bytes';
import { headerSecrets, maskHeader } from '../../src/api/masking/headers';
import { maskResponse } from '../../src/api/masking/text';
import { decode } from '../../src/requests/sending/receive';
import { readCsv, writeCsv } from '../../src/sandbox/database/csv';
import { readValue } from '../../src/sandbox/database/values';
import { HttpError } from '../../src/sandbox/http/httpError';
import { readKeys } from '../../src/sandbox/query/keys';
import { readOrder } from '../../src/sandbox/query/order';
import { readUpdate } from '../../src/sandbox/query/update';
import { readWhere } from '../../src/sandbox/query/where';
import { previewBody } from '../../src/ui/documents/preview/sanitizedHtml';
import { csvHeader, csvRow } from '../../src/ui/explorer/export/csv';
import { fileName } from '../../src/ui/messages/fileName';
import { codeBlock, defuse, plainText } from '../../src/ui/messages/plainText';
import { acceptedCase, saveAcceptedCase } from '../unit/records/acceptedEdits';
import { jsonOf, textOf, valueOf } from './texts';
import { columns as filterColumns } from '../unit/records/filter/columns';
import { own, parser, type Parser } from './parser';

const names = ['token', 'access_token', 'password', 'code', 'session_key', 'id', 'name', 'items'];
const credentials = jsonOf(...names);

const anySettings = valueOf(
  'name', 'clientId', 'serverDomain', 'authUrl', 'environments', 'envId', 'contentGroups', 'sessionOnly', 'guard', 'id', 'client_secret', 'applications', 'format', 'version',
); // oxfmt-ignore

const name = textOf('Shop', '[x](command:y)', '$(key)');
const id = fc.oneof(fc.string({ unit: fc.constantFrom(...'ab0-'), minLength: 1, maxLength: 4 }), name);
const guard = fc.constantFrom('confirm', 'type the name', 'readOnly', 'never');
const address = fc.constantFrom('https://a.example', 'a.example', 'http://localhost:3000/x', 'http://a.example', '');
const entry = fc.record(
  {
    name,
    clientId: id,
    serverDomain: address,
    authUrl: address,
    environments: fc.array(fc.record({ name, envId: id, guard }, { requiredKeys: ['name', 'envId'] }), {
      maxLength: 2,
    }),
    contentGroups: fc.array(fc.record({ id: fc.oneof(id, fc.nat()), name }, { requiredKeys: ['id'] }), {
      maxLength: 2,
    }),
    sessionOnly: fc.boolean(),
    guard,
    client_secret: name,
  },
  { requiredKeys: ['name', 'clientId', 'serverDomain'] },
);
const settings = fc.oneof(
  anySettings,
  fc.array(fc.oneof({ weight: 4, arbitrary: entry }, anySettings), { maxLength: 4 }),
);

const operator = fc.constantFrom(
  '$eq', '$ne', '$gt', '$in', '$nin', '$all', '$range', '$isnull', '$exists', '$contains', '$icontains', '$has_key', '$within', '$center', '$nearsphere',
); // oxfmt-ignore
const condition = fc
  .tuple(fc.constantFrom('a', 'b', 'a.b', 'id'), operator, valueOf('type', 'coordinates', 'radius'))
  .map(([field, name, value]) => ({ [field]: { [name]: value } }));
const joined = fc
  .tuple(fc.constantFrom('$and', '$or'), fc.array(condition, { maxLength: 3 }))
  .map(([name, parts]) => ({ [name]: parts }));
const conditions = fc.oneof(
  fc.oneof(condition, joined).map(value => JSON.stringify(value)),
  jsonOf('$and', '$or', '$eq', '$regex', '$options', 'a', 'a.b', 'id', 'created_at'),
);

const filters = textOf(
  ...filterColumns.map(({ name }) => `${name} `),
  ...['= ', '!= ', '> ', '<= ', 'is ', 'not ', 'null ', 'empty ', 'missing ', 'exists ', 'between ', 'and ', 'or ', 'in (', 'has '],
  ...['all (', 'any ', 'key ', 'contains ', 'matches /', '/i ', '(', ')', '[', ']', ',', '{', '}', '`', '“', '”', '＝', '！', '&&', '||'],
  ...['衬衫 ', '20 ', '-1.5e3 ', 'true ', '2024-01-31 ', '2024-01-31T10:00:00+08:00 ', '5a2fa9b008443e59e0e67829 ', '"a" '],
); // oxfmt-ignore

const historyEntry = fc.record(
  {
    id: name,
    at: fc.double(),
    application: fc.record({ name, clientId: name, serverDomain: address, authUrl: address }),
    label: name,
    request: name,
    status: fc.nat(),
    headers: fc.array(fc.tuple(name, name), { maxLength: 2 }),
    response: name,
    shortened: fc.boolean(),
  },
  { requiredKeys: ['id', 'at', 'application', 'label', 'request', 'shortened'] },
);

const columns = new Map([
  ['a', { name: 'a', type: 'string' }],
  ['b', { name: 'b', type: 'integer' }],
  ['c', { name: 'c', type: 'object' }],
]);

const known = [new Secret('s3cret-value-0123456789')];
const invisible = /[\u061c\u200b\u200e-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

// A minimal backend without files.
const nothing = { store: { in: () => new Map() } } as never;

export const dataParsers: Parser[] = [
  parser('settings', settings, value => {
    const { applications } = parseApplications(value);
    for (const application of applications) withApplication(value, undefined, application);
    const text = exportText(applications);
    const plan = planImport(text, applications);
    assert.deepEqual([plan.added, plan.updated, plan.problems], [[], [], []]);
    assert.equal(plan.unchanged.length, applications.length);
  }),
  parser(
    'imports',
    fc.oneof(
      settings.map(value => JSON.stringify(value)),
      jsonOf('format', 'applications'),
    ),
    text => {
      own(ApplicationFileError, () => planImport(text, []));
    },
  ),
  parser(
    'profiles and code of a project',
    textOf('client_id=', 'tokens=', 'a:b,', '{"client_id":', 'BaaS.init(', "'0123456789abcdef0123'", '[x]', ';'),
    text => {
      for (const clientId of parseCliProfile(text).clientIds) assert.match(clientId, /^[\w-]+$/);
      for (const { line } of findClientIds(text, 'a.js')) assert.ok(line >= 1);
    },
  ),
  parser(
    'addresses and durations',
    textOf('https://', 'http:', 'localhost', '[::1]', '127.0.0.1', '@', ':', '/', '.', '?', '#', '5', 's', 'm'),
    text => {
      const { origin } = parseAddress(text);
      if (origin !== undefined) assert.equal(new URL(origin).origin, origin);
      own(TypeError, () => proxyAddress(text));
      const duration = parseDuration(text);
      assert.ok(duration === undefined || duration > 0);
    },
  ),
  parser(
    'bytes and character sets',
    fc.tuple(fc.uint8Array({ maxLength: 60 }), textOf('text/plain', '; charset=', 'utf-8', 'utf-16le', 'gbk', '"')),
    ([bytes, type]) => {
      const { text } = decode(Uint8Array.from(Object.values(bytes)), type);
      assert.ok(text === undefined || text.length <= bytes.length);
    },
  ),
  parser(
    'headers and cookies',
    fc.tuple(
      fc.constantFrom('set-cookie', 'authorization', 'location', 'x-a', 'content-type'),
      textOf('a=b', ';', ',', 'Bearer ', 'token=', 'Path=/', 'code:'),
    ),
    ([name, value]) => {
      const secrets = [...known, ...headerSecrets(name, value)];
      const shown = maskHeader(name, `${value} s3cret-value-0123456789`, secrets);
      assert.equal(shown.includes('s3cret-value'), false);
    },
  ),
  parser('credentials of responses', fc.tuple(credentials, fc.nat()), ([text, number]) => {
    const at = number % (text.length + 1);
    const whole = `${text.slice(0, at)}s3cret-value-0123456789${text.slice(at)}`;
    for (const shown of [maskResponse(whole, known), redact(whole, known), redact(maskFields(whole), known)]) {
      assert.equal(shown.includes('s3cret-value'), false);
    }
    assert.equal(credentialBytes(Buffer.from(whole), known)?.includes(1), true);
  }),
  parser(
    'the history',
    fc.array(fc.oneof(historyEntry, valueOf('id', 'at', 'application', 'label')), { maxLength: 4 }),
    value => {
      const read = readHistory(value);
      assert.ok(read.length <= value.length);
      assert.deepEqual(readHistory(read), read);
    },
  ),
  parser('where', fc.tuple(conditions, valueOf('a', 'b', 'id')), ([text, doc]) => {
    const where = own(HttpError, () => readWhere(text));
    if (where !== undefined && where.patterns.length === 0 && typeof doc === 'object' && doc !== null)
      where.matches(doc as never);
  }),
  parser(
    'filters',
    fc.tuple(fc.oneof({ weight: 4, arbitrary: filters }, conditions), fc.boolean(), fc.nat()),
    ([text, isKnown, number]) => {
      const known = isKnown ? filterColumns : undefined;
      const { where, problems } = readFilter(text, known);
      for (const { start, end } of problems) assert.ok(start >= 0 && start <= end && end <= text.length);
      assert.ok(where === undefined || problems.every(({ isWarning }) => isWarning === true));
      const shown = filterText(where, known);
      assert.equal(filterText(readFilter(shown, known).where, known), shown);
      filterText(text, known);
      for (const { start, end } of filterSuggestions(text, number % (text.length + 1), filterColumns, new Date(0))) {
        assert.ok(start >= 0 && start <= end && end <= text.length);
      }
    },
  ),
  parser('keys and order', textOf('a', '-', ',', '.', '+', 'created_at', '__proto__'), text => {
    own(HttpError, () => readKeys(text, () => true));
    own(HttpError, () => readOrder(text, () => true));
  }),
  parser(
    'updates',
    valueOf('$set', '$unset', '$incr_by', '$append', '$remove', '$append_unique', '$pop', 'a', 'b'),
    value => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      const changes = own(HttpError, () => readUpdate(value as Record<string, unknown>));
      for (const change of changes?.values() ?? []) own(HttpError, () => change([1, 'a']));
    },
  ),
  parser(
    'records',
    fc.tuple(
      fc.constantFrom(
        'string',
        'integer',
        'number',
        'boolean',
        'array',
        'object',
        'file',
        'date',
        'geojson',
        'reference',
        'id',
        'x',
      ),
      valueOf('id', 'type', 'coordinates', 'name', 'size'),
    ),
    ([type, value]) => {
      own(HttpError, () => readValue(nothing, { name: 'a', type, items: { type: 'string' } }, value));
    },
  ),
  parser('CSV', textOf(',', '"', '""', '\r\n', 'a,b,c\n', '1', '{}', '=1+1'), text => {
    own(HttpError, () => readCsv(text, columns));
    const rows = [{ a: `${text}x`, d: `-${text}` }];
    assert.deepEqual(readCsv(writeCsv(['a', 'd'], rows), columns), rows);
    const exported = csvHeader(['a']) + csvRow({ a: text }, ['a']);
    const [cell = {}] = readCsv(`${exported.trimEnd()}`, new Map());
    assert.doesNotMatch(JSON.stringify(cell['a'] ?? ''), /^"[=+@-]/);
  }),
  parser(
    'HTML of contents',
    textOf(
      '<',
      '>',
      '<script>',
      '</script>',
      '<img src=',
      '<a href=',
      'javascript:',
      'onerror=',
      '<style>',
      '<!--',
      '-->',
      '<svg',
      '&#',
      'data:',
      'https://a.example',
    ),
    text => {
      const { html } = previewBody(text, { images: true, imageText: alt => alt, linkTo: address => address });
      assert.doesNotMatch(
        html,
        /<(?:script|style|iframe|svg|form)|<[^>]+\son\w+\s*=|(?:href|src)="(?!https?:|mailto:)/i,
      );
    },
  ),
  parser('plain text', textOf('[', '](', ')', '$(', 'command:', '```', '`', '~~~', '/', '..'), text => {
    const plain = defuse(text);
    assert.doesNotMatch(plain, /\]\(|\$\(/);
    assert.doesNotMatch(plain, invisible);
    assert.equal(defuse(plain), plain);
    assert.ok([...plainText(text, 20)].length <= 20);
    assert.doesNotMatch(fileName(text), /[\\/\n]/);
    assert.ok(codeBlock(plain, 'text').endsWith('`\n'));
  }),
  parser('saving values of every column type', acceptedCase, each => saveAcceptedCase(each)),
];
