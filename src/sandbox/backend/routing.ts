import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { BackendApplication, BackendEnvironment, Backend } from './backend';

/** The context of a handler. `rawBody` is the whole body, at most 10 MB, or empty. */
export interface SandboxEnv {
  Bindings: HttpBindings & { incoming: { rawBody: Buffer } };
  Variables: {
    backend: Backend;
    application: BackendApplication;
    environment: BackendEnvironment;
    /** The ID of the acting user; undefined when the call carries no user token. */
    userId: number | undefined;
  };
}
export type SandboxContext = Context<SandboxEnv>;
export type Routes = Hono<SandboxEnv>;
/** The first part of a path: `hserve` for the Web API, which acts for a user, `oserve` for the Open API. */
export type ApiFamily = 'hserve' | 'oserve';
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export function newRoutes(): Routes {
  return new Hono<SandboxEnv>();
}

/** The result of a handler: a response, the JSON of a response with status 200, or nothing for a 204. */
type HandlerResult = Response | object | void;

/** Registers the handler of one method on one path. Paths end with a slash, like all documented ones. */
export function addRoute(
  routes: Routes,
  method: Method,
  path: string,
  handler: (context: SandboxContext) => HandlerResult | Promise<HandlerResult>,
): void {
  routes.on(method, path, async context => {
    const result = await handler(context);
    if (result === undefined) return context.body(null, 204);
    return result instanceof Response ? result : context.json(result);
  });
}

/** Notes a difference from the service in the request log, for example an SMS code that the sandbox did not send. */
export function annotate(context: SandboxContext, text: string): void {
  Object.assign(context.env.incoming, { note: text });
}

/** Returns what `annotate` noted for a request, if anything. */
export function annotationOf(incoming: object): string | undefined {
  return 'note' in incoming && typeof incoming.note === 'string' ? incoming.note : undefined;
}
