import { authorizationRoutes } from './authorizationRoutes';
import { identifyApplication, identifyToken } from './caller';
import { addContentRoutes } from './contentRoutes';
import { answerRefusal, errorBody } from './refusal';
import type { Routes } from './routing';
import { answer, newRoutes } from './routing';
import type { World } from './world';

/** Every path the sandbox answers. */
export function sandboxRoutes(world: World): Routes {
  const routes = newRoutes();
  routes.onError(answerRefusal);
  routes.notFound(context => {
    const slash = context.req.path.endsWith('/') ? '' : ' All paths end with a slash.';
    return context.json(errorBody(`The sandbox does not answer this path.${slash}`), 404);
  });
  routes.route('/', authorizationRoutes(world));
  addWebApi(routes, world);
  addOpenApi(routes, world);
  return routes;
}

function addWebApi(routes: Routes, world: World): void {
  routes.use('/hserve/*', identifyApplication(world));
  addContentRoutes(routes, '/hserve/v1/content', { childrenFlag: 'have_children', total: 'always' });
  addContentRoutes(routes, '/hserve/v2.2/content', { childrenFlag: 'have_children', total: 'onRequest' });
  answer(routes, 'GET', '/hserve/v2.2/server/time/', context => context.json(serverTime(world)));
}

function addOpenApi(routes: Routes, world: World): void {
  routes.use('/oserve/*', identifyToken(world));
  addContentRoutes(routes, '/oserve/v1/content', { childrenFlag: 'has_children', total: 'always' });
  answer(routes, 'GET', '/oserve/v2.2/server/time/', context => context.json(serverTime(world)));
}

/** The sandbox's clock as the service writes it: ISO 8601 in China's time zone. */
function serverTime(world: World): { time: string } {
  const chinaOffset = 8 * 3_600_000;
  return { time: new Date(world.now() + chinaOffset).toISOString().replace('Z', '000+08:00') };
}
