import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { SandboxEnv } from '../backend/routing';

const loopbackOrigin = /^https?:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?$/i;

/**
 * Allows pages of the developer's own machine to call the Web API, as the service's JavaScript SDK does in a browser.
 * Other origins must be allowed explicitly; otherwise any web page could read and write the data of the sandbox.
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
    // Other origins get no CORS header, not even for a preflight, so browsers block their requests.
    if (origin === undefined || !(loopbackOrigin.test(origin) || allowed.includes(origin))) return next();
    if (context.req.method === 'OPTIONS') context.header('Access-Control-Allow-Private-Network', 'true');
    return share(context, next);
  };
}
