import type { MiddlewareHandler } from 'hono';
import type { SandboxEnv } from '../backend/routing';

const loopbackOrigin = /^https?:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?$/i;
const exposed = 'Retry-After';

/**
 * Lets pages of a developer's own machine call the Web API, which is what the service's JavaScript SDK does from a browser.
 * Other origins have to be named: any page somebody visits could otherwise read and write what is in the sandbox.
 */
export function allowOrigins(allowed: readonly string[]): MiddlewareHandler<SandboxEnv> {
  return async (context, next) => {
    const origin = context.req.header('Origin');
    const welcome = origin !== undefined && (loopbackOrigin.test(origin) || allowed.includes(origin));
    if (welcome && context.req.method === 'OPTIONS') {
      return context.body(null, 204, {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
        'Access-Control-Allow-Headers': context.req.header('Access-Control-Request-Headers') ?? '',
        'Access-Control-Allow-Private-Network': 'true',
        'Access-Control-Max-Age': '600',
        Vary: 'Origin, Access-Control-Request-Headers',
      });
    }
    await next();
    if (!welcome) return undefined;
    context.header('Access-Control-Allow-Origin', origin);
    context.header('Access-Control-Expose-Headers', exposed);
    context.header('Vary', 'Origin', { append: true });
    return undefined;
  };
}
