import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { terminalLine as plain } from '../../../src/api/terminalLine';
import { json, useServer } from '../requests/server';
import { useProgram } from './program';

// The parts of third-party formats that the tests use, because one of the packages has no types.
interface Details {
  message: string;
  inner: string;
}
interface Case {
  name: string;
  classname: string;
  failure?: Details[];
  error?: Details[];
  skipped?: { message: string }[];
}
interface Suites {
  tests: number;
  failures: number;
  errors: number;
  testsuite: { name: string; tests: number; failures: number; errors: number; skipped: number; testcase: Case[] }[];
}
interface Totals {
  total: number;
  passed: number;
  failed: number;
  errors: number;
  skipped: number;
}
interface Result extends Totals {
  suites: (Totals & { name: string; cases: { name: string; status: string; failure: string }[] })[];
}
interface Tap {
  ok: boolean;
  count: number;
  pass: number;
  fail: number;
  skip: number;
  plan: { start: number; end: number };
}
interface TapParser {
  on(event: 'assert', listener: (point: { ok: boolean; name: string; skip?: string | true }) => void): void;
  on(event: 'comment' | 'extra', listener: (line: string) => void): void;
  on(event: 'complete', listener: (results: Tap) => void): void;
  end(text: string): void;
}

async function reader<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}

const hostile = `]]><!--&amp; "quote" 'one'<b> %41 \\ # SKIP商品`;
const control = 'a\u0000b\u0007c\u202Ed\u001B[31me\uFFFEf';

const document = `### good
GET /a/

?? status == 200

### ${hostile}
GET /a/

?? body name == ${hostile}
?? body control == x
?? status == 201

### left out
# @skip ${hostile}
GET /b/

### no check
GET /wrong/

### not to be sent
GET /{{nothing}}/
`;

describe('the reports of hydrogen check, read by others', () => {
  const server = useServer();
  const { path, settings, write, read, run } = useProgram();

  beforeEach(async () => {
    const { origin } = server;
    await settings({ serverDomain: origin, authUrl: origin });
    server.handler = (request, response, received) =>
      json({ name: '<商品>', control }, received.url === '/wrong/' ? 500 : 200)(request, response, received);
    await write('one/a.hydrogen.http', document);
    await write('two/b.hydrogen.http', '### 商品 alone\nGET /a/\n');
  });

  const failure = `body name == ${hostile}: Expected ${hostile}, but it is <商品>.`;
  const second = `body control == x: Expected x, but it is ${plain(control).replace('\uFFFE', '\uFFFD')}.`;
  const third = 'status == 201: Expected 201, but it is 200.';
  const at = (line: number) => `one/a.hydrogen.http:${line}`;

  it('are written into a new folder', async () => {
    const { code, errors } = await run(['two', '--env', 'Staging', '--junit', 'reports/today/junit.xml']);
    assert.deepEqual([code, errors], [0, '']);
    assert.match(await read('reports/today/junit.xml'), /tests="1" failures="0"/);
  });

  it('name the requests of a file differently, also those that are titled like a second one', async () => {
    await write(
      'two/b.hydrogen.http',
      ['a', 'a', 'a (2)', 'a', 'a (2)'].map(label => `### ${label}\nGET /a/\n`).join(''),
    );
    await run(['two', '--env', 'Staging', '--junit', 'report.xml']);
    const names = [...(await read('report.xml')).matchAll(/ name="(a.*?)"/g)].map(match => match[1]);
    assert.deepEqual(names, ['a', 'a (3)', 'a (2)', 'a (4)', 'a (2) (2)']);
  });

  it('have the same counts, names, failures and letters in junit2json, which uses xml2js', async () => {
    const { code } = await run(['one', 'two', '--env', 'Staging', '--junit', 'report.xml']);
    assert.equal(code, 2);
    const { parse } = await reader<{ parse: (xml: string) => Promise<Suites> }>('junit2json');
    const { testsuite: suites, ...totals } = await parse(await read('report.xml'));
    assert.deepEqual([totals.tests, totals.failures, totals.errors], [6, 2, 1]);
    assert.deepEqual(
      suites.map(({ name, tests, failures, errors, skipped }) => [name, tests, failures, errors, skipped]),
      [
        ['one/a.hydrogen.http', 5, 2, 1, 1],
        ['two/b.hydrogen.http', 1, 0, 0, 0],
      ],
    );
    const cases = suites.flatMap(({ testcase }) => testcase);
    assert.deepEqual(
      cases.map(({ name }) => name),
      ['good', `${hostile}`, 'left out', 'no check', 'not to be sent', '商品 alone'],
    );
    assert.equal(cases[1]?.classname, 'one/a.hydrogen.http');
    assert.equal(cases[1]?.failure?.[0]?.message, failure);
    assert.equal(
      cases[1].failure[0].inner,
      [`${at(9)} ${failure}`, `${at(10)} ${second}`, `${at(11)} ${third}`].join('\n'),
    );
    assert.equal(cases[2]?.skipped?.[0]?.message, hostile);
    assert.equal(cases[3]?.failure?.[0]?.message, 'It has no checks, and its status is 500.');
    assert.match(cases[4]?.error?.[0]?.message ?? '', /nothing/);
    assert.deepEqual([cases[0]?.failure, cases[0]?.skipped, cases[5]?.failure], [undefined, undefined, undefined]);
  });

  it('have the same content in test-results-parser, which uses fast-xml-parser', async () => {
    await run(['one', 'two', '--env', 'Staging', '--junit', 'report.xml']);
    const { parse } = await reader<{ parse: (options: object) => Result }>('test-results-parser');
    const result = parse({ type: 'junit', files: [path('report.xml')] });
    // The parser's total excludes skipped tests.
    const counts = ({ total, passed, failed, errors, skipped }: Totals) => [total, passed, failed, errors, skipped];
    assert.deepEqual(counts(result), [5, 2, 2, 1, 1]);
    assert.deepEqual(
      result.suites.map(suite => [suite.name, ...counts(suite)]),
      [
        ['one/a.hydrogen.http', 4, 1, 2, 1, 1],
        ['two/b.hydrogen.http', 1, 1, 0, 0, 0],
      ],
    );
    const cases = result.suites.flatMap(suite => suite.cases);
    assert.deepEqual(
      cases.map(({ status }) => status),
      ['PASS', 'FAIL', 'SKIP', 'FAIL', 'FAIL', 'PASS'],
    );
    // The parser decodes entities once more after the XML reader.
    const twice = (text: string) => text.replaceAll('&amp;', '&');
    assert.equal(cases[1]?.failure, twice(failure));
    assert.equal(cases[1].name, `${hostile}`);
  });

  it('have the same counts, names and reasons in tap-parser, which confuses no line', async () => {
    const { out } = await run(['one', 'two', '--env', 'Staging', '--tap']);
    const { Parser } = await reader<{ Parser: new (options: object) => TapParser }>('tap-parser');
    const parser = new Parser({ strict: true });
    const points: { ok: boolean; name: string; skip?: string | true }[] = [];
    const [comments, extra]: string[][] = [[], []];
    parser.on('assert', point => points.push(point));
    parser.on('comment', line => comments?.push(line.trim()));
    parser.on('extra', line => extra?.push(line));
    const results = await new Promise<Tap>(resolve => {
      parser.on('complete', resolve);
      parser.end(out);
    });
    assert.deepEqual(extra, []);
    const { ok, count, pass, fail, skip, plan } = results;
    assert.deepEqual([ok, count, pass, fail, skip, plan.start, plan.end], [false, 6, 3, 3, 1, 1, 6]);
    assert.deepEqual(
      points.map(point => [point.ok, point.name]),
      [
        [true, 'one/a.hydrogen.http good'],
        [false, `one/a.hydrogen.http ${hostile}`],
        [true, 'one/a.hydrogen.http left out'],
        [false, 'one/a.hydrogen.http no check'],
        [false, 'one/a.hydrogen.http not to be sent'],
        [true, 'two/b.hydrogen.http 商品 alone'],
      ],
    );
    assert.equal(points[2]?.skip, hostile);
    assert.deepEqual(comments?.slice(0, 3), [
      `# ${at(9)} ${failure}`,
      `# ${at(10)} body control == x: Expected x, but it is ${plain(control)}.`,
      `# ${at(11)} ${third}`,
    ]);
  });
});
