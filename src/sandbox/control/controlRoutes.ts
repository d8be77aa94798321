import { createHash, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { controlPrefix } from '../server/middleware';
import { readJson, type BodyFields } from '../backend/body';
import type { Controls } from './controls';
import { faultSchema } from '../server/faults';
import { plans } from '../server/rateLimit';
import { HttpError } from '../http/httpError';
import type { RequestLog } from '../server/requestLog';
import { addRoute, newRoutes, type Routes, type SandboxContext } from '../backend/routing';
import type { SmsCode } from '../backend/backend';
import type { SandboxState } from '../store/state';

/** The data of the control routes. */
interface ControlTarget extends Controls {
  state(): SandboxState;
  log: RequestLog;
  smsCodes: readonly SmsCode[];
}

const milliseconds = v.pipe(v.number(), v.integer());
const notNegative = v.pipe(v.number(), v.minValue(0));
const clientId = v.object({ client_id: v.string() });
const network = v.object({
  latencyMs: v.optional(notNegative),
  jitterMs: v.optional(notNegative),
  bytesPerSecond: v.optional(v.pipe(v.number(), v.minValue(1))),
});
const behaviour = v.strictObject({
  droppedFields: v.exactOptional(v.array(v.string())),
  omittedColumns: v.exactOptional(v.picklist(['removed', 'kept'])),
  anonymousFunctions: v.exactOptional(v.boolean()),
  readableExports: v.exactOptional(v.boolean()),
});
const rate = v.object({
  limit: v.nullable(
    v.union([v.picklist(Object.keys(plans) as (keyof typeof plans)[]), v.pipe(v.number(), v.minValue(0))]),
  ),
});

/**
 * Creates the routes that control the running sandbox over HTTP: `POST /__sandbox/…` with `Authorization: Bearer
 * <controlToken>`. Tokens of applications give no access to these routes, and the control token gives access to nothing
 * else.
 */
export function controlRoutes(target: ControlTarget, token: string): Routes {
  const routes = newRoutes();
  routes.use(`${controlPrefix}*`, async (context, next) => {
    const authorization = context.req.header('Authorization') ?? '';
    if (!isSame(authorization, `Bearer ${token}`))
      throw new HttpError(401, 'This needs the controlToken the sandbox printed at its start.');
    await next();
  });
  const addControl = <S extends v.GenericSchema>(
    name: string,
    schema: S,
    run: (value: v.InferOutput<S>) => unknown,
  ): void =>
    addRoute(routes, 'POST', `${controlPrefix}${name}/`, async context => {
      const value = parseWith(schema, await readBody(context));
      return (asBadRequest(() => run(value)) as object | undefined) ?? { status: 'ok' };
    });

  addControl('clock', v.object({ move: milliseconds }), ({ move }) => target.moveClock(move));
  addControl('faults', faultSchema, fault => target.fail(fault));
  addRoute(routes, 'DELETE', `${controlPrefix}faults/`, () => target.clearFaults());
  addControl('network', network, conditions => target.setNetwork(conditions));
  addControl('behaviour', behaviour, changes => target.setBehaviour(changes));
  addControl('rate-limit', rate, ({ limit }) => target.limitRate(limit ?? undefined));
  addControl('tokens/revoke', clientId, ({ client_id: id }) => target.revokeTokens(id));
  addControl('tokens/expire', clientId, ({ client_id: id }) => target.expireTokens(id));
  addControl('sessions/end', clientId, ({ client_id: id }) => target.endSessions(id));
  addControl('secret/reset', clientId, ({ client_id: id }) => ({ client_secret: target.resetSecret(id) }));
  addControl('reset', v.object({}), () => target.reset());
  addControl('state', v.unknown(), state => target.load(state));
  addRoute(routes, 'GET', `${controlPrefix}state/`, () => target.state());
  addRoute(routes, 'GET', `${controlPrefix}requests/`, () => target.log.requests);
  addRoute(routes, 'GET', `${controlPrefix}requests/:id/`, context => {
    const exchange = target.log.exchange(Number(context.req.param('id')));
    if (!exchange) throw new HttpError(404, 'This request is no longer kept.');
    return exchange;
  });
  addRoute(routes, 'GET', `${controlPrefix}sms-codes/`, () => target.smsCodes);
  return routes;
}

async function readBody(context: SandboxContext): Promise<BodyFields> {
  return context.env.incoming.rawBody.length === 0 ? {} : readJson(context);
}

function parseWith<S extends v.GenericSchema>(schema: S, body: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new HttpError(400, `${v.getDotPath(issue) ?? 'The body'}: ${issue.message}`);
}

/** Converts a RangeError of the controls, for an unknown application or an invalid state, to a 400. */
function asBadRequest<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) throw new HttpError(400, error.message);
    throw error;
  }
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
