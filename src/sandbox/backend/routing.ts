import type { HttpBindings } from '@hono/node-server';
import { type Context, type Handler, Hono } from 'hono';
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
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export function newRoutes(): Routes {
  return new Hono<SandboxEnv>();
}

/** Registers the handler of one method on one path. Paths end with a slash, like all documented ones. */
export function addRoute(routes: Routes, method: Method, path: string, handler: Handler<SandboxEnv>): void {
  routes.on(method, path, handler);
}

/** Notes a difference from the service in the request log, for example an SMS code that the sandbox did not send. */
export function annotate(context: SandboxContext, text: string): void {
  Object.assign(context.env.incoming, { note: text });
}

/** Returns the note of a request, if there is one. */
export function annotationOf(incoming: object): string | undefined {
  return 'note' in incoming && typeof incoming.note === 'string' ? incoming.note : undefined;
}
