import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { SandboxEnv } from '../backend/routing';

const loopbackOrigin = /^https?:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?$/i;

/**
 * Allows pages of the developer's own machine to call the Web API, like the service's JavaScript SDK in a browser. Any other
 * origin has to be allowed explicitly: a random web page could otherwise read and write the data of the sandbox.
 */
export function allowOrigins(allowed: readonly string[]): MiddlewareHandler<SandboxEnv> {
  const share = cors({
    origin: origin => origin,
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders: ['Retry-After', 'x-upyun-multi-uuid', 'x-upyun-next-part-id'],
    maxAge: 600,
  });
  return async (context, next) => {
    const origin = context.req.header('Origin');
    // Any other origin gets no CORS header, and no response to a preflight.
    if (origin === undefined || !(loopbackOrigin.test(origin) || allowed.includes(origin))) return next();
    if (context.req.method === 'OPTIONS') context.header('Access-Control-Allow-Private-Network', 'true');
    return share(context, next);
  };
}
