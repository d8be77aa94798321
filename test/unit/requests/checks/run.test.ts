import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ApiError } from '../../../../src/api/errors';
import { Secret } from '../../../../src/api/secret';
import { runChecks } from '../../../../src/requests/checks/run';
import type { CheckRunOptions } from '../../../../src/requests/checks/runHost';
import type { RequestResult } from '../../../../src/requests/checks/result';
import { RequestError } from '../../../../src/requests/document/requestError';
import { parseDocument } from '../../../../src/requests/document/parse';
import { executeRequest, type ExecutionContext } from '../../../../src/requests/sending/executeRequest';
import { contextFor, target } from '../fixture';
import { json, useServer } from '../server';

describe('a run of checks', () => {
  const server = useServer();
  const never = new AbortController().signal;

  const run = async (
    texts: string | Record<string, string>,
    options: Partial<CheckRunOptions> & Pick<ExecutionContext, 'permit' | 'renew'> & { waits?: number[] } = {},
  ): Promise<RequestResult[]> => {
    const named = typeof texts === 'string' ? { 'a.http': texts } : texts;
    const files = Object.entries(named).map(([name, text]) => ({ name, document: parseDocument(text) }));
    const here = { ...target, serverDomain: server.origin, authUrl: server.origin };
    return runChecks(
      files,
      {
        execute: (file, request, { responsesOf, signal, mayRenew }) =>
          executeRequest(request, {
            ...{ ...contextFor('', { target: here }), document: file.document, responses: responsesOf(''), signal },
            ...(options.permit && { permit: options.permit }),
            ...(mayRenew && options.renew && { renew: options.renew }),
          }),
        describe: error => ({
          code: error instanceof RequestError || error instanceof ApiError ? error.code : 'unknown',
          text: 'why',
        }),
        wait: async milliseconds => void options.waits?.push(milliseconds),
      },
      { signal: never, ...options },
    );
  };
  const outcomes = (results: readonly RequestResult[]) =>
    results.map(({ label, outcome, problem }) => [label, outcome, problem?.code].filter(Boolean).join(' '));
  const sent = () => server.received.map(({ url }) => url);

  it('passes by the checks, and without checks by the status', async () => {
    server.handler = (request, response, received) =>
      json({ a: 1 }, received.url === '/missing/' ? 404 : 200)(request, response, received);
    const results = await run(
      [
        '### one\nGET /a/\n\n?? body a == 1',
        '### two\nGET /a/\n\n?? body a == 2\n?? status == 200',
        '### three\nGET /missing/\n\n?? status == 404',
        '### four\nGET /missing/',
        '### five\nGET /a/',
      ].join('\n'),
    );
    assert.deepEqual(outcomes(results), [
      'one passed',
      'two failed',
      'three passed',
      'four failed status',
      'five passed',
    ]);
    assert.deepEqual(
      results[1]?.verdicts.map(({ passed }) => passed),
      [false, true],
    );
    assert.deepEqual(
      results.map(({ line, index }) => [line, index]),
      [
        [1, 0],
        [5, 1],
        [10, 2],
        [14, 3],
        [16, 4],
      ],
    );
  });

  it('sends the dependencies of a request first, once, wherever they are', async () => {
    server.handler = json({ id: 7 });
    const text = [
      '@id = {{make.response.body.id}}',
      '### use\nGET /use/{{id}}/',
      '### again\nGET /again/{{make.response.body.id}}/',
      '### make\n# @name make\nPOST /make/\n\n{}',
    ].join('\n');
    assert.deepEqual(outcomes(await run(text)), ['use passed', 'again passed', 'make passed']);
    assert.deepEqual(sent(), ['/make/', '/use/7/', '/again/7/']);
    server.received.length = 0;
    const chosen = await run(text, { isChosen: (_, { index }) => index === 1 });
    assert.deepEqual(outcomes(chosen), ['again passed', 'make passed']);
    assert.deepEqual(sent(), ['/make/', '/again/7/']);
  });

  it('reports a cycle, and sends none of its requests', async () => {
    const text = [
      '### one\n# @name one\nGET /{{two.response.body.a}}/',
      '### two\n# @name two\nGET /{{one.response.body.a}}/',
      '### three\nGET /{{one.response.body.a}}/',
      '### four\nGET /four/',
    ].join('\n');
    const results = await run(text);
    assert.deepEqual(outcomes(results), ['one failed cycle', 'two failed cycle', 'three failed needs', 'four passed']);
    assert.equal(results[0]?.problem?.detail, 'one → two → one');
    assert.deepEqual(sent(), ['/four/']);
  });

  it('sets up first and tears down last, even after a failure', async () => {
    server.handler = json({ id: 7 });
    const text = [
      '### test\nGET /test/\n\n?? status == 500',
      '### down\n# @teardown\nDELETE /down/{{up.response.body.id}}/',
      '### up\n# @setup\n# @name up\nPOST /up/\n\n{}',
    ].join('\n');
    assert.deepEqual(outcomes(await run(text)), ['test failed', 'down passed', 'up passed']);
    assert.deepEqual(sent(), ['/up/', '/test/', '/down/7/']);
    server.received.length = 0;
    server.handler = json({}, 500);
    assert.deepEqual(outcomes(await run(text)), ['test skipped setup', 'down failed error', 'up failed status']);
    assert.deepEqual(sent(), ['/up/']);
  });

  it('leaves out skipped requests, and those beside # @only', async () => {
    const text =
      '### one\n# @skip later\nGET /one/\n### two\nGET /two/\n### three\n# @name b\n# @skip\nGET /b/\n### four\nGET /{{b.response.status}}/';
    const results = await run(text);
    assert.deepEqual(outcomes(results), ['one skipped skip', 'two passed', 'b skipped skip', 'four failed needs']);
    assert.equal(results[0]?.problem?.detail, 'later');
    server.received.length = 0;
    const only = await run({ 'a.http': '### one\nGET /one/', 'b.http': '### two\n# @only\nGET /two/' });
    assert.deepEqual(outcomes(only), ['one skipped notOnly', 'two passed']);
    assert.deepEqual(sent(), ['/two/']);
  });

  it('asks only once about a declined request, even if it could be repeated', async () => {
    let asked = 0;
    const permit = async () => {
      asked += 1;
      throw new Error('declined');
    };
    const [result] = await run('### one\n# @retry 100\nDELETE /hserve/v1/table/1/record/1/', { permit });
    assert.deepEqual([asked, result?.attempts, result?.outcome], [1, 1, 'failed']);
    assert.deepEqual(sent(), []);
  });

  it('renews an access token once for all attempts of a request', async () => {
    server.handler = json({}, 401);
    let renewed = 0;
    const renew = async () => new Secret(`renewed-token-${(renewed += 1)}`);
    const [result] = await run('### one\n# @retry 5\nGET /oserve/v2.2/server/time/', { renew });
    assert.equal(result?.attempts, 6);
    assert.equal(renewed, 1);
  });

  it('sends again until the checks pass, up to the limit', async () => {
    let count = 0;
    server.handler = (request, response, received) => json({ n: ++count })(request, response, received);
    const waits: number[] = [];
    const text = '### one\n# @retry 3 every 2s\nGET /one/\n\n?? body n == {{n}}';
    const [good] = await run(`@n = 3\n${text}`, { waits });
    assert.deepEqual([good?.outcome, good?.attempts, waits], ['passed', 3, [2000, 2000]]);
    const [bad] = await run(`@n = 3\n${text}`);
    assert.deepEqual([bad?.outcome, bad?.attempts], ['failed', 4]);
    assert.equal(count, 7);
  });

  it('stops at the first failure on request', async () => {
    const text = '### one\nGET /one/\n\n?? status == 500\n### two\nGET /two/\n### down\n# @teardown\nGET /down/';
    assert.deepEqual(outcomes(await run(text, { bail: true })), ['one failed', 'two skipped bail', 'down passed']);
    assert.deepEqual(sent(), ['/one/', '/down/']);
  });

  it('can be cancelled in the middle, and tears down', async () => {
    const controller = new AbortController();
    server.handler = (_, response, { url }) => (url === '/one/' ? controller.abort() : void response.end('{}'));
    const text =
      '### up\n# @setup\nGET /up/\n### one\nGET /one/\n### two\nGET /two/\n### down\n# @teardown\nGET /down/';
    const results = await run(text, { signal: controller.signal });
    assert.deepEqual(outcomes(results), ['up passed', 'one cancelled error', 'two cancelled', 'down passed']);
    assert.deepEqual(sent(), ['/up/', '/one/', '/down/']);
  });

  it('reports that a cancelled write may have been received, unless it was not sent', async () => {
    const [sending, asking] = [new AbortController(), new AbortController()];
    server.handler = () => sending.abort();
    const all = await run('### one\nPOST /one/\n\n{}\n### two\nPOST /two/\n\n{}', { signal: sending.signal });
    all.push(...(await run('### no\nPOST /no/\n\n{}', { signal: asking.signal, permit: async () => asking.abort() })));
    assert.deepEqual(outcomes(all), ['one cancelled received', 'two cancelled', 'no cancelled error']);
  });

  it('sends no teardown if it was cancelled before it began', async () => {
    const results = await run('GET /one/\n### down\n# @teardown\nDELETE /down/', { signal: AbortSignal.abort() });
    assert.deepEqual([outcomes(results), sent()], [['GET /one/ cancelled', 'down cancelled'], []]);
  });

  it('does not abort a running teardown when it is cancelled', async () => {
    const controller = new AbortController();
    server.handler = (_, response, { url }) => {
      if (url === '/down/') controller.abort();
      setImmediate(() => response.end('{}'));
    };
    const results = await run('GET /one/\n### down\n# @teardown\nGET /down/', { signal: controller.signal });
    assert.deepEqual(outcomes(results), ['GET /one/ passed', 'down passed']);
  });

  it('tears down in the order of dependencies, and sends nothing else for it', async () => {
    server.handler = json({ id: 7 });
    const text = [
      '### last\n# @teardown\nDELETE /last/{{first.response.body.id}}/',
      '### first\n# @teardown\n# @name first\nDELETE /first/',
      '### other\n# @teardown\nDELETE /other/{{unasked.response.body.id}}/',
      '### unasked\n# @name unasked\nGET /unasked/',
      '### test\nGET /test/',
    ].join('\n');
    const results = await run(text, { isChosen: (_, { title }) => title?.text === 'test' });
    assert.deepEqual(outcomes(results), ['last passed', 'first passed', 'other skipped needs', 'test passed']);
    assert.deepEqual(sent(), ['/test/', '/first/', '/last/7/']);
  });

  it('explains why a request was not sent', async () => {
    const [result] = await run('### one\nGET /{{nothing}}/\n\n?? status == 200');
    assert.deepEqual(result?.problem, { code: 'error', error: 'undefinedVariable', detail: 'why', line: 1 });
    assert.deepEqual([result?.outcome, result?.attempts, result?.verdicts], ['failed', 1, []]);
  });

  it('sends nothing of a file with an invalid check', async () => {
    const results = await run(
      '### one\nDELETE /a/\n\n?? status == 200\n### two\nGET /b/\n\n?? state == 1\n### down\n# @teardown\nGET /c/',
    );
    assert.deepEqual(server.received, []);
    assert.deepEqual(
      results.map(({ outcome, problem }) => [outcome, problem?.code, problem?.line]),
      [
        ['skipped', 'wrongCheck', undefined],
        ['failed', 'error', 7],
        ['skipped', 'wrongCheck', undefined],
      ],
    );
  });

  it('continues after a response that nests a hundred thousand levels deep, and tears down', async () => {
    server.handler = (_, response, { url }) => {
      const deep = url === '/deep/' ? `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}` : '{}';
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(deep);
    };
    const checks = ['body == 1', 'body a == {}', 'body [0] exists', 'body [0] == {"a": 1}', 'documented', 'snapshot'];
    const lines = checks.map(check => `?? ${check}`).join('\n');
    const results = await run(
      `### deep\n# @name deep\nGET /deep/\n\n${lines}\n### next\nPOST /next/\n\n{{deep.response.body[0]}}\n### last\nGET /last/\n### down\n# @teardown\nGET /down/`,
    );
    assert.deepEqual(
      results.map(({ label, outcome }) => [label, outcome]),
      [
        ['deep', 'failed'],
        ['next', 'failed'],
        ['last', 'passed'],
        ['down', 'passed'],
      ],
    );
    assert.ok(results[0]?.verdicts.some(({ failure }) => failure === 'tooDeep'));
  });

  it('runs the given number of files in parallel, each in its own order', async () => {
    let open = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    server.handler = (_, response, { url }) => {
      most = Math.max(most, ++open);
      const answer = () => {
        open--;
        response.end('{}');
      };
      // The first requests of both files are answered only when both have arrived.
      if (url.startsWith('/first')) waiting.push(answer);
      else answer();
      if (waiting.length === 2) waiting.splice(0).forEach(one => one());
    };
    const text = (name: string) => `### one\nGET /first/${name}/\n### two\nGET /second/${name}/`;
    const results = await run({ a: text('a'), b: text('b') }, { jobs: 2 });
    assert.deepEqual(
      results.map(({ file, label }) => `${file} ${label}`),
      ['a one', 'a two', 'b one', 'b two'],
    );
    assert.equal(most, 2);
  });

  it('orders thousands of dependent requests', async () => {
    const count = 3000;
    const text = Array.from({ length: count }, (_, index) => {
      const after = index + 1 < count ? `{{r${index + 1}.response.status}}` : '200';
      return `### r\n# @name r${index}\n# @skip\nGET /${after}/`;
    });
    const results = await run(text.join('\n'));
    assert.equal(results.length, count);
    assert.equal(results.filter(({ outcome }) => outcome === 'skipped').length, count);
  });
});
