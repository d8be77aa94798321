import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Fault, FaultQueue } from './faults';
import { delay, throttle, type NetworkConditions } from './network';
import { errorBody } from '../http/httpError';
import type { RequestLog } from './requestLog';
import type { Routes } from '../backend/routing';
import type { Backend } from '../backend/backend';
import { clientSecretOf } from '../backend/clientSecret';
import { runPrefix } from '../backend/runTokens';

export interface MiddlewareOptions {
  faults: FaultQueue;
  log: RequestLog;
  /** Read for every request, because it can change while the sandbox runs. */
  network: () => NetworkConditions;
}

/**
 * The path prefix of the control routes. Faults and delays do not apply to them; otherwise no request could clear a
 * fault.
 */
export const controlPrefix = '/__sandbox/';
const internalPrefixes = [controlPrefix, runPrefix];

/** Applies the pending fault, the network conditions and the request log to all routes but the internal ones. */
export function middleware(backend: Backend, routes: Routes, { faults, log, network }: MiddlewareOptions) {
  return async (request: Request, bindings: HttpBindings): Promise<Response> => {
    const { incoming, outgoing } = bindings;
    if (internalPrefixes.some(prefix => incoming.url?.startsWith(prefix))) return routes.fetch(request, bindings);
    const at = backend.now();
    const startTime = performance.now();
    // Checked before the routes run: a reset of the ClientSecret must not hide that the request carried it.
    const bodyHasSecret = containsSecret(backend, (incoming as unknown as { rawBody: Buffer }).rawBody);
    const fault = faults.take(incoming.method ?? '', incoming.url ?? '');
    const conditions = network();
    const respond = async (): Promise<Response> => routes.fetch(request, bindings);
    const response = fault ? await faultyResponse(fault, respond, bindings) : await respond();
    await delay(conditions);
    const status = response === RESPONSE_ALREADY_SENT ? 0 : response.status;
    log.record(incoming, outgoing, { at, milliseconds: performance.now() - startTime, status, bodyHasSecret });
    return status === 0 ? response : throttle(response, conditions);
  };
}

async function faultyResponse(
  fault: Fault,
  respond: () => Promise<Response>,
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
      const whole = await respond();
      if (whole.body === null) return whole;
      const text = await whole.text();
      return new Response(text.slice(0, Math.floor(text.length / 2)), whole);
    }
    case 'never':
      return RESPONSE_ALREADY_SENT;
    case 'reset':
      incoming.socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    case 'lostResponse':
      await respond();
      incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    case 'oldCode': {
      const whole = await respond();
      if (whole.body === null) return whole;
      const body = (await whole.json()) as Record<string, unknown>;
      return Response.json({ ...body, function_code: 'exports.main = async () => null' }, { status: whole.status });
    }
    case 'slow': {
      const response = await respond();
      const isStillOpen = await waitUnlessClosed(fault.delayMs ?? 1000, outgoing);
      return isStillOpen ? response : RESPONSE_ALREADY_SENT;
    }
  }
}

/** Waits, then resolves to true. Resolves to false as soon as the connection closes. */
async function waitUnlessClosed(milliseconds: number, outgoing: HttpBindings['outgoing']): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(true), milliseconds);
    outgoing.once('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

function containsSecret(backend: Backend, body: Buffer): boolean {
  if (body.length === 0) return false;
  const secrets = backend.applications.map(({ clientId }) => clientSecretOf(backend, clientId));
  return ['client_secret', ...secrets].some(secret => body.includes(secret));
}
