import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'mocha';
import { Secret } from '../../../../src/api/secret';
import { createApplicationTokens } from '../../../../src/auth/createApplicationTokens';
import { memoryStore } from '../../../../src/auth/memoryStore';
import {
  executeRequest,
  type ExecutedRequest,
  type ExecutionContext,
} from '../../../../src/requests/sending/executeRequest';
import { parseDocument } from '../../../../src/requests/document/parse';
import { contextFor, target } from '../fixture';
import { json, useServer } from '../server';
import { useFolder } from '../../folder';

describe('sending a request of a document', () => {
  const server = useServer();
  const text = [
    '### one\n# @name one\nPOST /a/\n\n{"n": 1}',
    '### two\nPOST /b/\n\n{"n": {{one.response.body.id}}}',
  ].join('\n');

  const go = async (changes: Partial<ExecutionContext> = {}) => {
    const here = { ...target, serverDomain: server.origin, authUrl: server.origin };
    const context = contextFor(text, { target: here, ...changes });
    const steps: ExecutedRequest[] = [];
    for (const request of context.document.requests) steps.push(await executeRequest(request, context));
    return steps;
  };

  it('passes its response on to the next', async () => {
    server.handler = json({ id: 7 });
    const steps = await go();
    assert.deepEqual(
      steps.map(step => step.result?.status),
      [200, 200],
    );
    assert.equal(server.received[1]?.body, '{"n": 7}');
  });

  it('passes no part of a response that is too large for memory', async () => {
    const page = 'line\n'.repeat(1000);
    server.handler = (_, response) => void response.writeHead(200, { 'Content-Type': 'text/plain' }).end(page);
    const whole = '### one\n# @name one\nGET /a/\n### two\nPUT /b/\n\n{{one.response.body}}';
    for (const sink of [undefined, async () => undefined]) {
      server.received.length = 0;
      const context = { document: parseDocument(whole), keepBytes: 2000, ...(sink && { sink }) };
      const [, two] = await go(context);
      assert.equal((two?.error as { code?: string } | undefined)?.code, 'valueCutOff');
      assert.deepEqual(
        server.received.map(({ url }) => url),
        ['/a/'],
      );
    }
    const [, status] = await go({
      document: parseDocument(whole.replace('response.body', 'response.status')),
      keepBytes: 2000,
    });
    assert.equal(status?.result?.status, 200);
  });

  it('reports why it could not be sent', async () => {
    server.handler = json({});
    const steps = await go();
    assert.deepEqual(
      steps.map(step => (step.error as { code?: string } | undefined)?.code),
      [undefined, 'noValue'],
    );
    assert.equal(server.received.length, 1);
  });

  it('asks first, with the exact request, and sends nothing without permission', async () => {
    const asked: string[] = [];
    const declined = new Error('declined');
    const permit: ExecutionContext['permit'] = async ({ method, url }) => {
      asked.push(`${method} ${url.pathname}`);
      throw declined;
    };
    const [step] = await go({ permit });
    assert.equal(asked[0], 'POST /a/');
    assert.equal(server.received.length, 0);
    assert.deepEqual([step?.result, step?.error], [undefined, declined]);
  });

  it('ends when a question is cancelled', async () => {
    const left = new Error('left');
    const here = { ...target, serverDomain: server.origin, authUrl: server.origin };
    for (const call of ['$prompt Name', '$secret shop']) {
      const leave = () => Promise.reject(left);
      const context = contextFor(`POST /a/\n\n{{${call}}}`, { target: here, prompt: leave, secret: leave });
      const [request] = context.document.requests;
      assert.ok(request !== undefined);
      assert.equal((await executeRequest(request, context)).error, left);
    }
    assert.equal(server.received.length, 0);
  });
});

describe('a request that is cancelled before it is sent', () => {
  const server = useServer();
  const inDirectory = useFolder();

  const execute = async (text: string, changes: Partial<ExecutionContext>) => {
    const here = { ...target, serverDomain: server.origin, authUrl: server.origin };
    const context = contextFor(text, { target: here, ...changes });
    return executeRequest(context.document.requests[0] ?? assert.fail(), context);
  };
  const cancelled = ({ error, milliseconds }: ExecutedRequest) => {
    assert.deepEqual([(error as { code?: string }).code, milliseconds], ['cancelled', undefined]);
  };
  const notAsked = () => assert.fail('nobody is asked about a cancelled request');

  it('ends during a renewal, which continues for the other requests', async () => {
    let release: (response: ServerResponse) => void = () => undefined;
    const authorizing = new Promise<ServerResponse>(resolve => (release = resolve));
    server.handler = (_, response, { url }) => {
      if (url.includes('/authorize/')) release(response);
      else response.end(JSON.stringify({ access_token: 'token-0123456789', refresh_token: 'refresh-0123456789' }));
    };
    const tokens = createApplicationTokens(
      { authUrl: server.origin, clientId: 'client-1', scope: server.origin },
      { store: memoryStore(), directory: inDirectory(), fetch: async () => fetch, now: Date.now, log: () => undefined },
    );
    await tokens.keep(new Secret('a client secret'));
    const here = {
      ...target,
      authUrl: server.origin,
      accessToken: () => tokens.accessToken(),
    };
    const text = 'POST /oserve/v2.4/table/1/record/\n\n{}';
    const abort = new AbortController();
    const first = execute(text, { target: here, signal: abort.signal, permit: async () => notAsked() });
    const second = execute(text, { target: here });
    const response = await authorizing;
    abort.abort();
    cancelled(await first);
    response.end(JSON.stringify({ code: 'code-0123456789' }));
    assert.equal((await second).result?.status, 200);
    assert.deepEqual(
      server.received.map(({ url }) => url.split('/')[1]),
      ['api', 'api', 'oserve'],
    );
  });

  it('asks no question when it was cancelled while its values were read', async () => {
    const abort = new AbortController();
    const prompt = async () => {
      abort.abort();
      return 'Name';
    };
    cancelled(
      await execute('POST /a/\n\n{{$prompt Name}}', { prompt, signal: abort.signal, permit: async () => notAsked() }),
    );
    assert.deepEqual(server.received, []);
  });

  it('counts as not sent when it was cancelled during the question', async () => {
    const abort = new AbortController();
    const permit = async () => abort.abort();
    const onSending = async () => assert.fail('it is not sent');
    cancelled(await execute('POST /a/\n\n{}', { signal: abort.signal, permit, onSending }));
    assert.deepEqual(server.received, []);
  });
});
