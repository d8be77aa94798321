import type { Operation } from '../../../src/api/operations';
import { operations } from '../../../src/api/operations';
import { newRoutes } from '../../../src/sandbox/routing';
import { sandboxRoutes } from '../../../src/sandbox/routes';
import { RateLimit } from '../../../src/sandbox/rateLimit';
import type { World } from '../../../src/sandbox/world';

/** Operations the sandbox leaves out, and why. Part of its documentation. */
export const leftOut: Record<string, string> = {};

/** Methods and paths of every route, with `:` for any parameter: names differ, places do not. */
export function routedPaths(): Set<string> {
  const world = {} as World;
  const routes = sandboxRoutes(world, { allowedOrigins: [], rateLimit: new RateLimit(), control: newRoutes() });
  return new Set(routes.routes.map(({ method, path }) => `${method} ${placesOf(path)}`));
}

export function placesOf(path: string): string {
  return path.replace(/:[A-Za-z_]+/g, ':');
}

/** Every path of an operation: in all its versions. */
export function pathsOf({ method, path, otherPaths }: Operation): string[] {
  return [path, ...otherPaths].map(each => `${method} ${placesOf(each)}`);
}

export { operations };
