import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  executeRequest,
  type ExecutedRequest,
  type ExecutionContext,
} from '../../../../src/requests/sending/executeRequest';
import { contextFor, target } from '../fixture';
import { json, useServer } from '../server';

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
