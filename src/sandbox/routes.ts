import { authorizationRoutes } from './authorizationRoutes';
import { identifyApplication, identifyToken } from './caller';
import { chinaTime } from './clock';
import { addContentRoutes } from './contentRoutes';
import { addOpenContentRoutes } from './openContentRoutes';
import { addOrderRoutes } from './orderRoutes';
import { answerRefusal, errorBody } from './refusal';
import type { Routes } from './routing';
import { answer, newRoutes } from './routing';
import { addUserRoutes } from './userRoutes';
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
  addUserRoutes(routes, world);
  addOrderRoutes(routes);
  answer(routes, 'GET', '/hserve/v2.2/server/time/', context => context.json(serverTime(world)));
}

function addOpenApi(routes: Routes, world: World): void {
  routes.use('/oserve/*', identifyToken(world));
  addContentRoutes(routes, '/oserve/v1/content', { childrenFlag: 'has_children', total: 'always' });
  addOpenContentRoutes(routes);
  answer(routes, 'GET', '/oserve/v2.2/server/time/', context => context.json(serverTime(world)));
}

/** The sandbox's clock as the service writes it. */
function serverTime(world: World): { time: string } {
  return { time: `${chinaTime(world.now())}+08:00` };
}
