import type { MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { annotate, type Routes, type SandboxContext, type SandboxEnv } from '../backend/routing';
import { HttpError } from '../http/httpError';

const methodHeader = 'X-Hydrogen-Request-Method';
const overridableMethods = ['PUT', 'PATCH', 'DELETE'];
/** The note in the request log for a path without its last slash. */
const noTrailingSlash = 'no trailing slash';

/**
 * Handles a POST with `X-Hydrogen-Request-Method: PUT` (or PATCH, DELETE) as that method. Some platforms can only send
 * GET and POST; the service's SDKs for them (Alipay, JD, Kuaishou) use this header.
 * @throws HttpError 400 when the request is not a POST, or the header is repeated or names another method
 */
export function overrideMethod(routes: Routes): MiddlewareHandler<SandboxEnv> {
  return async (context, next) => {
    const requestedMethod = context.req.header(methodHeader);
    if (requestedMethod === undefined) return next();
    if (context.req.method !== 'POST') throw new HttpError(400, `${methodHeader} belongs to a POST.`);
    const method = requestedMethod.toUpperCase();
    if (!overridableMethods.includes(method)) {
      throw new HttpError(400, `${methodHeader} must be one of: ${overridableMethods.join(', ')}.`);
    }
    return dispatchAgain(routes, context, method, context.req.url);
  };
}

/**
 * Handles a path without its last slash like the service's framework: a GET is redirected to the path with the slash, a PUT,
 * PATCH or DELETE is accepted without it. The request log notes both.
 */
export function completePath(routes: Routes): MiddlewareHandler<SandboxEnv> {
  let knownPaths: TrieRouter<string> | undefined;
  return async (context, next) => {
    const { method, path, url } = context.req;
    if (path.endsWith('/')) return next();
    knownPaths ??= pathsOf(routes);
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead && !overridableMethods.includes(method)) return next();
    if (knownPaths.match(isRead ? 'GET' : method, `${path}/`)[0].length === 0) return next();
    annotate(context, noTrailingSlash);
    const { pathname, search } = new URL(url);
    if (isRead) return context.redirect(`${pathname}/${search}`, 301);
    return dispatchAgain(routes, context, method, url.replace(/(?=\?|$)/, '/'));
  };
}

function pathsOf(routes: Routes): TrieRouter<string> {
  const paths = new TrieRouter<string>();
  for (const { method, path } of routes.routes)
    if (method !== 'ALL' && path.endsWith('/')) paths.add(method, path, path);
  return paths;
}

/** Passes the same request to the routes with another method or address. */
async function dispatchAgain(routes: Routes, context: SandboxContext, method: string, url: string): Promise<Response> {
  const headers = new Headers(context.req.raw.headers);
  headers.delete(methodHeader);
  const { rawBody } = context.env.incoming;
  return routes.fetch(
    new Request(url, { method, headers, body: rawBody.length > 0 ? new Uint8Array(rawBody) : null }),
    context.env,
  );
}
