import type { Context } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { addAccountRoutes } from './users/accountRoutes';
import { authorizationRoutes } from './identity/authorizationRoutes';
import { authenticateWebApi, authenticateOpenApi } from './identity/authenticate';
import { addContentRoutes } from './content/contentRoutes';
import { addOpenContentRoutes } from './content/openContentRoutes';
import { allowOrigins } from './server/crossOrigin';
import { addRecordRoutes } from './database/recordRoutes';
import { addOpenTableRoutes, addTableRoutes } from './database/tableRoutes';
import { addTransferRoutes } from './database/transferRoutes';
import { addFileRoutes, addOpenFileRoutes } from './files/fileRoutes';
import { addPartHostRoutes, addPartRoutes } from './files/resumableUploadRoutes';
import { addFileHostRoutes, addUploadRoutes } from './files/uploadRoutes';
import { addFunctionRoutes, addInvokeRoute, addOpenFunctionRoutes } from './functions/functionRoutes';
import type { LocalRuns } from './functions/localRun';
import { addRunRoutes } from './functions/runRoutes';
import { addOrderRoutes, addRunOrderRoutes } from './orders/orderRoutes';
import { addPaymentPage, addPayRoutes } from './orders/payRoutes';
import { addMiniProgramRoutes } from './platforms/miniProgramRoutes';
import { addQrCodeHost, addQrCodeRoutes } from './platforms/qrCodeRoutes';
import { addPlatformLoginRoutes } from './platforms/idpRoutes';
import type { RateLimit } from './server/rateLimit';
import { completePath, overrideMethod } from './server/rewrite';
import { errorResponse, errorBody } from './http/httpError';
import { newRoutes, type Routes } from './backend/routing';
import { addLoginRoutes } from './users/loginRoutes';
import { addSmsRoutes } from './users/smsRoutes';
import { addToolRoutes } from './toolRoutes';
import { addRunGroupRoutes, addUserGroupRoutes } from './users/userGroupRoutes';
import { addOpenUserRoutes, addRunUserRoutes, addUserRoutes } from './users/userRoutes';
import type { Backend } from './backend/backend';

/** The options of the routes besides the backend. */
interface RouteOptions {
  /** Origins of pages that may call the Web API, in addition to pages of this machine. */
  allowedOrigins: readonly string[];
  rateLimit: RateLimit;
  /** Control routes, which the service does not have. */
  control: Routes;
  localRuns: LocalRuns;
}

/** Creates all routes of the sandbox, except those of the download host. */
export function sandboxRoutes(
  backend: Backend,
  { allowedOrigins, rateLimit, control, localRuns }: RouteOptions,
): Routes {
  const routes = newRoutes();
  routes.onError(errorResponse);
  routes.notFound(context => {
    const slash = context.req.path.endsWith('/') ? '' : ' All paths end with a slash.';
    return context.json(errorBody(`The sandbox does not answer this path.${slash}`), 404);
  });
  routes.use('*', overrideMethod(routes));
  routes.use('*', methodNotAllowed({ app: routes, onMethodNotAllowed: refuseMethod }));
  routes.use('*', async (context, next) => {
    context.set('backend', backend);
    await next();
  });
  for (const path of ['/hserve/*', '/sandbox/*']) routes.use(path, allowOrigins(allowedOrigins));
  for (const path of ['/hserve/*', '/oserve/*', '/api/oauth2/*']) routes.use(path, completePath(routes));
  routes.use('/hserve/*', authenticateWebApi(backend));
  routes.use('/oserve/*', authenticateOpenApi(backend));
  for (const path of ['/hserve/*', '/oserve/*']) {
    routes.use(path, async (context, next) => {
      rateLimit.count(context.get('application').clientId, backend.now());
      await next();
    });
  }
  routes.route('/', authorizationRoutes(backend));
  routes.route('/', control);
  addFileHostRoutes(routes, backend);
  addPartHostRoutes(routes, backend);
  addPaymentPage(routes, backend);
  addQrCodeHost(routes);
  addToolRoutes(routes, backend);
  addWebApi(routes, backend);
  addOpenApi(routes);
  addRunRoutes(routes, backend, localRuns);
  addInvokeRoute(routes);
  addRunOrderRoutes(routes);
  addRunUserRoutes(routes);
  addRunGroupRoutes(routes);
  return routes;
}

/** Responds with 405 to a known path with an unsupported method. */
function refuseMethod(context: Context, methods: string[]): Response {
  const allowed = methods.join(', ');
  return context.json(errorBody(`${context.req.method} is not allowed here, only ${allowed}.`), 405, {
    Allow: allowed,
  });
}

function addWebApi(routes: Routes, backend: Backend): void {
  for (const version of ['v1', 'v1.3', 'v2.0', 'v2.2']) {
    const total = version === 'v2.2' ? 'onRequest' : 'always';
    addContentRoutes(routes, `/hserve/${version}/content`, { childrenFlag: 'have_children', total, family: 'hserve' });
  }
  addLoginRoutes(routes, backend);
  addUserRoutes(routes);
  addPlatformLoginRoutes(routes);
  addMiniProgramRoutes(routes);
  addQrCodeRoutes(routes);
  addAccountRoutes(routes);
  addSmsRoutes(routes);
  addTableRoutes(routes);
  addRecordRoutes(routes, 'hserve');
  addUploadRoutes(routes);
  addPartRoutes(routes);
  addFileRoutes(routes);
  addFunctionRoutes(routes);
  addOrderRoutes(routes);
  addPayRoutes(routes);
}

function addOpenApi(routes: Routes): void {
  addContentRoutes(routes, '/oserve/v1/content', { childrenFlag: 'has_children', total: 'always', family: 'oserve' });
  addOpenContentRoutes(routes);
  addOpenUserRoutes(routes);
  addUserGroupRoutes(routes);
  addOpenTableRoutes(routes);
  addRecordRoutes(routes, 'oserve');
  addTransferRoutes(routes);
  addOpenFileRoutes(routes);
  addOpenFunctionRoutes(routes);
}
