import type { HttpBindings } from '@hono/node-server';
import type { Context, Handler } from 'hono';
import { Hono } from 'hono';
import { Refusal } from '../http/httpError';
import type { SeedApplication, SeedEnvironment } from '../seed/seed';
import type { World } from './backend';

/** What a handler can ask of its context. `rawBody` is the whole body, at most 10 MB, empty when there was none. */
export interface SandboxEnv {
  Bindings: HttpBindings & { incoming: { rawBody: Buffer } };
  Variables: {
    world: World;
    application: SeedApplication;
    environment: SeedEnvironment;
    /** Identifier of the acting user; undefined when the call carries no user token. */
    userId: number | undefined;
  };
}
export type SandboxContext = Context<SandboxEnv>;
export type Routes = Hono<SandboxEnv>;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export function newRoutes(): Routes {
  return new Hono<SandboxEnv>();
}

/** Answers one method on one path. Paths end with a slash, as all documented ones. */
export function answer(routes: Routes, method: Method, path: string, handler: Handler<SandboxEnv>): void {
  routes.on(method, path, handler);
}

/** Answers every other method on the paths that are answered with 405. To be called when all routes are there. */
export function refuseOtherMethods(routes: Routes): void {
  const methods = new Map<string, string[]>();
  for (const { method, path } of routes.routes) {
    if (method !== 'ALL') methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  for (const [path, allowed] of methods) {
    routes.all(path, context => {
      throw new Refusal(405, `${context.req.method} is not allowed here, only ${allowed.join(', ')}.`);
    });
  }
}
