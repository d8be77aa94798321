import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { formatDocument } from '../../../../src/requests/document/format';
import type { Meter } from '../../../../src/requests/document/lines';
import { foldingRanges, outline } from '../../../../src/requests/document/outline';
import { parseDocument } from '../../../../src/requests/document/parse';
import {
  directive,
  header,
  methodOf,
  targetText,
  type Range,
  type RequestDocument,
  type RequestNode,
} from '../../../../src/requests/document/syntax';
import { cases } from '../../cases';
import { expected, meaningOf, meanings, write } from '../generated';

function firstRequest(text: string): RequestNode {
  const { requests } = parseDocument(text);
  assert.equal(requests.length, 1);
  return requests[0] as RequestNode;
}

/** Returns all ranges and tokens in the parsed document. */
function rangesIn(value: unknown): (Range & { text?: string; kind?: string })[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(rangesIn);
  return 'start' in value && 'end' in value ? [value as Range, ...inner] : inner;
}

function checkPositions(document: RequestDocument): void {
  const { text } = document;
  for (const range of rangesIn({ ...document, text: '' })) {
    assert.ok(0 <= range.start && range.start <= range.end && range.end <= text.length);
    if (range.text !== undefined && range.kind !== 'text') {
      assert.equal(text.slice(range.start, range.end), range.text);
    }
  }
}

describe('the parser of request documents', () => {
  it('reads every part of a request', () => {
    const request = firstRequest(
      [
        '@group = 42',
        '### The categories',
        '# for the shop',
        '// @name categories',
        '# @environment Staging',
        '# @as anonymous',
        '# @timeout 10s',
        'post /hserve/v1/content/category/',
        '  ?content_group_id={{group}}',
        '  &limit=5',
        'X-One: 1',
        '# between',
        'X-Two:2',
        '',
        '{ "a": "{{ group }}" }',
        '',
        '',
      ].join('\n'),
    );
    assert.equal(methodOf(request), 'POST');
    assert.equal(targetText(request), '/hserve/v1/content/category/?content_group_id={{group}}&limit=5');
    assert.equal(request.name, 'categories');
    assert.equal(request.title?.text, 'The categories');
    assert.equal(directive(request, 'environment')?.value.text, 'Staging');
    assert.equal(directive(request, 'as')?.value.text, 'anonymous');
    assert.equal(directive(request, 'timeout')?.value.text, '10s');
    assert.equal(header(request, 'x-two')?.value.text, '2');
    assert.deepEqual(
      request.headerComments.map(({ text }) => text),
      ['# between'],
    );
    assert.equal(request.body?.text, '{ "a": "{{ group }}" }');
  });

  const lines: [line: string, method: string, target: string, version?: string][] = [
    ['/a/', 'GET', '/a/'],
    ['GET /a/', 'GET', '/a/'],
    ['get\t/a/ HTTP/1.1', 'GET', '/a/', 'HTTP/1.1'],
    ['https://example.com/a', 'GET', 'https://example.com/a'],
    ['{{base}}/a', 'GET', '{{base}}/a'],
    ['GET /a/?where={"b": 1}', 'GET', '/a/?where={"b": 1}'],
    ['BREW /a/', 'BREW', '/a/'],
    ['DELETE', 'DELETE', ''],
    ['word', 'GET', 'word'],
  ];
  for (const [line, method, target, version] of lines) {
    it(`reads the request line ${line}`, () => {
      const request = firstRequest(line);
      assert.equal(methodOf(request), method);
      assert.equal(targetText(request), target);
      assert.equal(request.version?.text, version);
    });
  }

  it('reads the version at the end of a query that has lines of its own', () => {
    const request = firstRequest('GET /a/\n    ?b=1\n    &c=2 HTTP/1.1\nD: e');
    assert.deepEqual([targetText(request), request.version?.text], ['/a/?b=1&c=2', 'HTTP/1.1']);
    assert.equal(request.headers.length, 1);
  });

  it('distinguishes a body file from markup', () => {
    const bodyOf = (text: string) => firstRequest(`POST /a/\n\n${text}`).body;
    assert.equal(bodyOf('< ./a b.json')?.kind, 'file');
    const substituted = bodyOf('<@ ./a.json');
    assert.ok(substituted?.kind === 'file' && substituted.substitute && substituted.path.text === './a.json');
    assert.equal(bodyOf('<a>b</a>')?.kind, 'text');
    assert.equal(bodyOf('< ./a\nmore')?.kind, 'text');
  });

  it('sends no comments as a body, except with a Content-Type', () => {
    const comments = '\n# a note\n\n// another\n';
    const request = firstRequest(`GET /a/\nX: 1\n${comments}`);
    assert.equal(request.body, undefined);
    assert.deepEqual(
      request.checkComments.map(({ kind, text }) => [kind, text]),
      [
        ['comment', '# a note'],
        ['comment', '// another'],
      ],
    );
    assert.equal(formatDocument(`GET /a/\n${comments}`), 'GET /a/\n\n# a note\n// another\n');
    assert.equal(firstRequest(`PUT /a/\ncontent-type: text/markdown\n\n# Title\n`).body?.text, '# Title');
    assert.equal(firstRequest(`POST /a/\n\n# Title\nText\n`).body?.text, '# Title\nText');
  });

  it('reports unknown lines, and continues', () => {
    const document = parseDocument('@a b\n@a = 1\nGET\nnonsense\nX: 1\n###\n');
    assert.deepEqual(
      document.problems.map(({ code, start, end }) => [code, document.text.slice(start, end)]),
      [
        ['malformedVariable', '@a b'],
        ['missingTarget', 'GET'],
        ['malformedHeader', 'nonsense'],
      ],
    );
    assert.equal(document.requests.length, 1);
    assert.equal(document.variables.length, 1);
  });

  it('keeps every line when formatting, including unknown lines', () => {
    const text = '@a b\n@a = 1\n### x\nGET /a/\nnonsense\nX: 1\n\nbody\n';
    assert.equal(formatDocument(text), '@a b\n@a = 1\n\n### x\nGET /a/\nnonsense\nX: 1\n\nbody\n');
  });

  it('finds references, even beside the braces of JSON', () => {
    const { references } = parseDocument('@a = {{b}}\nPOST /{{c}}/\nX: {{ d }}\n\n{"e":{{f}},"g":{{{h}}}\n{{open\n}}');
    assert.deepEqual(
      references.map(({ expression, inside }) => [expression.text, inside]),
      [
        ['b', 'variable'],
        ['c', 'target'],
        ['d', 'header'],
        ['f', 'body'],
        ['h', 'body'],
      ],
    );
  });

  it('computes outline and folding', () => {
    const document = parseDocument('@a = 1\n### Two\n# @name b\nGET /b/?c\n\n{\n}\n\n###\nGET /d/\n');
    assert.deepEqual(
      outline(document).map(({ name, detail }) => [name, detail]),
      [
        ['a', '1'],
        ['b', 'GET /b/'],
        ['GET /d/', 'GET /d/'],
      ],
    );
    const folded = foldingRanges(document).map(({ start, end }) => document.text.slice(start, end));
    assert.deepEqual(folded, ['### Two\n# @name b\nGET /b/?c\n\n{\n}', '{\n}', '###\nGET /d/']);
  });
});

describe('any request document', () => {
  const noise = fc.record({
    lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
    space: fc.constantFrom('', ' ', '\t', '   '),
    slashes: fc.boolean(),
  });

  const documents = cases(10_000);

  it(`is read as it was written, and the same after formatting: ${documents} documents`, () => {
    fc.assert(
      fc.property(meanings, noise, (meaning, how) => {
        const text = write(meaning, how);
        const document = parseDocument(text);
        assert.deepEqual(meaningOf(document), expected(meaning));
        const formatted = formatDocument(text);
        assert.deepEqual(unindented(meaningOf(parseDocument(formatted))), unindented(expected(meaning)));
        assert.equal(formatDocument(formatted), formatted);
      }),
      { numRuns: documents },
    );
  });

  const pieces = [
    '###',
    '# @',
    '@',
    '=',
    '{{',
    '}}',
    '{',
    '"',
    '\\',
    '\n',
    '\r',
    '\r\n',
    ' ',
    ':',
    '< ',
    '/',
    '?',
    '&',
    'GET',
    '\u0000',
    '\ufeff',
    '💡',
    '\ud800',
  ];
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map(parts => parts.join('')),
  );

  it('is parsed with ranges inside of it, and formatting is idempotent', () => {
    fc.assert(
      fc.property(anything, text => {
        const document = parseDocument(text);
        checkPositions(document);
        for (const range of [...outline(document), ...foldingRanges(document)].flatMap(rangesIn)) {
          assert.ok(range.start >= 0 && range.end <= text.length);
        }
        const formatted = formatDocument(text);
        assert.equal(formatDocument(formatted), formatted);
        const characters = (one: string): string[] => [...one.replace(/[\s\ufeff#/]/g, '').toUpperCase()].sort();
        assert.deepEqual(characters(formatted), characters(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('may have more comments and headers than a call can have arguments', () => {
    const comments = '#\n'.repeat(200_000);
    for (const text of [`GET /a\n\n${comments}?? status == 200\n${comments}`, `GET /a\n${'a:b\n'.repeat(200_000)}`])
      assert.equal(formatDocument(text).length > text.length / 2, true);
  });

  const long: [name: string, make: (size: number) => string][] = [
    ['requests', size => '### a\nGET /b/?c={{d}}\nE: f\n\n{"g": 1}\n\n'.repeat(size / 40)],
    ['spaces', size => ' '.repeat(size)],
    ['open braces', size => `GET /a\n\n${'{{'.repeat(size / 2)}`],
    ['open braces on lines', size => `GET /a\n\n${'{{\n'.repeat(size / 3)}`],
    ['closed braces', size => `GET /a\n\n${'}}'.repeat(size / 2)}`],
    ['references', size => `GET /a\n\n${'{{a}}'.repeat(size / 5)}`],
    ['separators', size => '###\n'.repeat(size / 4)],
    ['hashes', size => '#'.repeat(size)],
    ['line breaks', size => '\r\n'.repeat(size / 2)],
    ['a version that never comes', size => `GET ${' HTTP/1'.repeat(size / 7)}x`],
    ['variables', size => '@a = {{a}}\n'.repeat(size / 11)],
  ];
  for (const [name, make] of long) {
    it(`is scanned in linear time for ${name}`, () => {
      const stepsFor = (size: number): number => {
        const meter: Meter = { steps: 0 };
        parseDocument(make(size), meter);
        return meter.steps;
      };
      // Counts steps instead of time, so that a short text proves the linear growth.
      const steps = stepsFor(100_000);
      assert.ok(stepsFor(200_000) <= 2.1 * steps);
      assert.ok(steps <= 310_000);
    });
  }
});

/** Removes the indentation of JSON bodies, which is the only change by formatting. */
function unindented(meaning: ReturnType<typeof meaningOf>): unknown {
  return meaning.requests.map(one => ({ ...one, body: compact(one.body) }));
}

function compact(body: string | undefined): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body ?? ''));
  } catch {
    return body;
  }
}
