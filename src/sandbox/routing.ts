import type { HttpBindings } from '@hono/node-server';
import type { Context, Handler } from 'hono';
import { Hono } from 'hono';
import { Refusal } from './refusal';
import type { SeedApplication, SeedEnvironment } from './seed';

/** What a handler can ask of its context. `rawBody` is the whole body, at most 10 MB, empty when there was none. */
export interface SandboxEnv {
  Bindings: HttpBindings & { incoming: { rawBody: Buffer } };
  Variables: {
    application: SeedApplication;
    environment: SeedEnvironment;
    /** Identifier of the acting user; undefined when the call carries no user token. */
    userId: number | undefined;
  };
}
export type SandboxContext = Context<SandboxEnv>;
export type Routes = Hono<SandboxEnv>;

export function newRoutes(): Routes {
  return new Hono<SandboxEnv>();
}

/** Answers one method on one path, and any other method there with 405. Paths end with a slash, as all documented ones. */
export function answer(routes: Routes, method: 'GET' | 'POST', path: string, handler: Handler<SandboxEnv>): void {
  routes.on(method, path, handler);
  routes.all(path, context => {
    throw new Refusal(405, `${context.req.method} is not allowed here, only ${method}.`);
  });
}
