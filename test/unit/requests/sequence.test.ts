import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { runSequence, type SequenceContext } from '../../../src/requests/sequence';
import { contextFor, target } from './fixture';
import { json, useServer } from './server';

describe('sending requests one after the other', () => {
  const server = useServer();
  const text = [
    '### one\n# @name one\nPOST /a/\n\n{"n": 1}',
    '### two\nPOST /b/\n\n{"n": {{one.response.body.id}}}',
    '### three\nGET /c/',
  ].join('\n');

  const go = (changes: Partial<SequenceContext> = {}) => {
    const here = { ...target, serverDomain: server.origin, authUrl: server.origin };
    const context = contextFor(text, { target: here, ...changes });
    return runSequence(context.document.requests, context);
  };

  it('hands answers on', async () => {
    server.handler = json({ id: 7 });
    const told: (number | undefined)[] = [];
    const steps = await go({ onStep: step => told.push(step.result?.status) });
    assert.deepEqual(
      steps.map(step => step.result?.status),
      [200, 200, 200],
    );
    assert.deepEqual(told, [200, 200, 200]);
    assert.equal(server.received[1]?.body, '{"n": 7}');
  });

  it('stops at an error status', async () => {
    server.handler = json({ id: 7 }, 500);
    const steps = await go();
    assert.equal(steps.length, 1);
    assert.equal(server.received.length, 1);
  });

  it('stops at a request that cannot be sent, and says why', async () => {
    server.handler = json({});
    const steps = await go();
    assert.deepEqual(
      steps.map(step => (step.error as { code?: string } | undefined)?.code),
      [undefined, 'noValue'],
    );
    assert.equal(server.received.length, 1);
  });

  it('writes each large answer to a place of its own', async () => {
    server.handler = json({ id: 7, text: 'x'.repeat(100) });
    const written = new Map<string, string>();
    const sinkFor: SequenceContext['sinkFor'] =
      ({ url }) =>
      async chunk => {
        written.set(url.pathname, (written.get(url.pathname) ?? '') + Buffer.from(chunk).toString());
      };
    const last = contextFor(text).document.requests.slice(2);
    const here = { ...target, serverDomain: server.origin, authUrl: server.origin };
    const [step] = await runSequence(last, contextFor(text, { target: here, keepBytes: 10, sinkFor }));
    assert.equal(step?.result?.report.truncated, true);
    assert.deepEqual(JSON.parse(written.get('/c/') ?? ''), { id: 7, text: 'x'.repeat(100) });
  });

  it('asks before each, with the exact request, and stops when it may not', async () => {
    server.handler = json({ id: 7 });
    const asked: string[] = [];
    const mayRun: SequenceContext['mayRun'] = async ({ method, url }) => asked.push(`${method} ${url.pathname}`) < 2;
    const steps = await go({ mayRun });
    assert.deepEqual(asked, ['POST /a/', 'POST /b/']);
    assert.equal(server.received.length, 1);
    assert.equal(steps[1]?.result, undefined);
    assert.equal(steps[1]?.error, undefined);
  });
});
