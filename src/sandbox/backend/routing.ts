import type { HttpBindings } from '@hono/node-server';
import type { Context, Handler } from 'hono';
import { Hono } from 'hono';
import type { BackendApplication, BackendEnvironment } from './application';
import type { Backend } from './backend';

/** What a handler reads from its context. `rawBody` is the whole body, at most 10 MB, empty when there was none. */
export interface SandboxEnv {
  Bindings: HttpBindings & { incoming: { rawBody: Buffer } };
  Variables: {
    backend: Backend;
    application: BackendApplication;
    environment: BackendEnvironment;
    /** Identifier of the acting user; undefined when the call carries no user token. */
    userId: number | undefined;
  };
}
export type SandboxContext = Context<SandboxEnv>;
export type Routes = Hono<SandboxEnv>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export function newRoutes(): Routes {
  return new Hono<SandboxEnv>();
}

/** Registers the handler of one method on one path. Paths end with a slash, as all documented ones do. */
export function addRoute(routes: Routes, method: Method, path: string, handler: Handler<SandboxEnv>): void {
  routes.on(method, path, handler);
}
