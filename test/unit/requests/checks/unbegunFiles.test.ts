import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { runChecks } from '../../../../src/requests/checks/run';
import type { CheckRunOptions } from '../../../../src/requests/checks/runHost';
import { parseDocument } from '../../../../src/requests/document/parse';
import { executeRequest } from '../../../../src/requests/sending/executeRequest';
import { contextFor, target } from '../fixture';
import { json, useServer } from '../server';

describe('setups and teardowns', () => {
  const server = useServer();
  /** Runs files. Returns the outcome of each request with the code of its problem, and the paths that were sent. */
  const run = async (
    texts: readonly string[],
    options: Partial<CheckRunOptions> = {},
  ): Promise<{ outcomes: string[]; sent: string[] }> => {
    const here = { ...target, serverDomain: server.origin, authUrl: server.origin };
    const results = await runChecks(
      texts.map((text, index) => ({ name: `${index}.http`, document: parseDocument(text) })),
      {
        execute: ({ document }, request, { responsesOf, signal }) =>
          executeRequest(request, {
            ...contextFor('', { target: here }),
            document,
            responses: responsesOf(''),
            signal,
          }),
        describe: () => ({ code: 'unknown', text: 'why' }),
        wait: () => Promise.resolve(),
      },
      { signal: new AbortController().signal, ...options },
    );
    const outcomes = results.map(({ label, outcome, problem }) =>
      [label, outcome, problem?.code].filter(Boolean).join(' '),
    );
    return { outcomes, sent: server.received.map(({ url }) => url) };
  };
  const around = '### up\n# @setup\nPOST /up/\n\n{}\n### down\n# @teardown\nDELETE /down/';

  it('of files that have not begun are not sent after the first failure', async () => {
    const failing = '### one\nGET /one/\n\n?? status == 500';
    const { outcomes, sent } = await run([failing, `${around}\n### two\nGET /two/`], { bail: true });
    assert.deepEqual(outcomes, ['one failed', 'up skipped bail', 'down skipped bail', 'two skipped bail']);
    assert.deepEqual(sent, ['/one/']);
  });

  it('of a file whose setup is skipped do not count as failed', async () => {
    const skipped = around.replace('# @setup', '# @setup\n# @skip by hand');
    const { outcomes, sent } = await run([`${skipped}\n### two\nGET /two/`]);
    assert.deepEqual(outcomes, ['up skipped skip', 'down passed', 'two passed']);
    assert.deepEqual(sent, ['/two/', '/down/']);
  });

  it('of a file with text below a check are not sent', async () => {
    const { outcomes, sent } = await run([`${around}\n### two\nPOST /two/\n\n{}\n?? status == 200\ntext`]);
    assert.deepEqual(outcomes, ['up skipped wrongCheck', 'down skipped wrongCheck', 'two failed error']);
    assert.deepEqual(sent, []);
  });

  it('that are skipped send no dependencies', async () => {
    const text = [
      '### up\n# @setup\n# @skip\nGET /up/{{needed.response.body.id}}/',
      '### needed\n# @name needed\nPOST /needed/',
      '### two\nGET /two/',
    ].join('\n');
    const { outcomes, sent } = await run([text], { isChosen: (_, { title }) => title?.text === 'two' });
    assert.deepEqual(outcomes, ['up skipped skip', 'two passed']);
    assert.deepEqual(sent, ['/two/']);
  });

  it('run beside # @only with the requests that they take values from', async () => {
    server.handler = json({ id: 7 });
    const text = [
      '### up\n# @setup\nPOST /up/{{login.response.body.id}}/',
      '### down\n# @teardown\nDELETE /down/{{other.response.body.id}}/',
      '### Log in\n# @name login\nPOST /login/',
      '### Other\n# @name other\nPOST /other/',
      '### Base\n# @name base\nGET /base/',
      '### two\n# @only\nGET /two/{{base.response.body.id}}/',
    ].join('\n');
    const { outcomes, sent } = await run([text]);
    assert.deepEqual(outcomes, [
      ...['up passed', 'down skipped needs', 'login passed', 'other skipped notOnly', 'base passed', 'two passed'],
    ]);
    assert.deepEqual(sent, ['/login/', '/up/7/', '/base/', '/two/7/']);
  });

  it('of files without # @only are not sent beside one that has it', async () => {
    const only = `${around}\n### two\n# @only\nGET /two/`;
    const { outcomes, sent } = await run([`${around}\n### one\nGET /one/`, only]);
    assert.deepEqual(outcomes, [
      ...['up skipped notOnly', 'down skipped notOnly', 'one skipped notOnly'],
      ...['up passed', 'down passed', 'two passed'],
    ]);
    assert.deepEqual(sent, ['/up/', '/two/', '/down/']);
  });
});
