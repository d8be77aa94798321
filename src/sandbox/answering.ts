import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Fault, FaultQueue } from './faults';
import { errorBody } from './refusal';
import type { RequestLog } from './requestLog';
import type { Routes } from './routing';
import type { World } from './world';
import { secretOf } from './world';

/** Everything around the routes: the fault that is due, and the record of the request. */
export function answering(world: World, routes: Routes, faults: FaultQueue, log: RequestLog) {
  return async (request: Request, bindings: HttpBindings): Promise<Response> => {
    const { incoming } = bindings;
    const at = world.now();
    const started = performance.now();
    // Before the routes run: a reset of the secret must not hide that the request carried it.
    const bodyHasSecret = holdsSecret(world, (incoming as unknown as { rawBody: Buffer }).rawBody);
    const fault = faults.take(incoming.method ?? '', incoming.url ?? '');
    const answer = async (): Promise<Response> => routes.fetch(request, bindings);
    const response = fault ? await answerFaulty(fault, answer, bindings) : await answer();
    const status = response === RESPONSE_ALREADY_SENT ? 0 : response.status;
    log.record(incoming, { at, milliseconds: performance.now() - started, status, bodyHasSecret });
    return response;
  };
}

async function answerFaulty(
  fault: Fault,
  answer: () => Promise<Response>,
  { incoming, outgoing }: HttpBindings,
): Promise<Response> {
  switch (fault.kind) {
    case 'status':
      return Response.json(errorBody('The sandbox was asked to fail this request.'), {
        status: fault.status ?? 500,
        headers: fault.retryAfter === undefined ? {} : { 'Retry-After': String(fault.retryAfter) },
      });
    case 'html':
      return new Response('<!doctype html><title>Sandbox</title><p>A page where JSON was expected.</p>', {
        status: fault.status ?? 200,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
    case 'truncated': {
      const whole = await answer();
      const text = await whole.text();
      return new Response(text.slice(0, Math.floor(text.length / 2)), whole);
    }
    case 'never':
      return RESPONSE_ALREADY_SENT;
    case 'reset':
      incoming.socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    case 'lostAnswer':
      await answer();
      incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    case 'slow': {
      const response = await answer();
      const stillWanted = await waitUnlessClosed(fault.delayMs ?? 1000, outgoing);
      return stillWanted ? response : RESPONSE_ALREADY_SENT;
    }
  }
}

/** Resolves with false, and at once, when the connection ends first. */
async function waitUnlessClosed(milliseconds: number, outgoing: HttpBindings['outgoing']): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(true), milliseconds);
    outgoing.once('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

function holdsSecret(world: World, body: Buffer): boolean {
  if (body.length === 0) return false;
  const secrets = world.applications.map(({ clientId }) => secretOf(world, clientId));
  return ['client_secret', ...secrets].some(secret => body.includes(secret));
}
