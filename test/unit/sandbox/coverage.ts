import type { Operation } from '../../../src/api/operations/catalogue';
import { operations } from '../../../src/api/operations/catalogue';
import { newRoutes } from '../../../src/sandbox/backend/routing';
import { sandboxRoutes } from '../../../src/sandbox/routes';
import { LocalRuns } from '../../../src/sandbox/functions/localRun';
import { RateLimit } from '../../../src/sandbox/server/rateLimit';
import type { Backend } from '../../../src/sandbox/backend/backend';

const needsEncoder = 'media needs a video encoder, and made-up media would only look right';
const needsTriggers = 'no trigger of the sandbox has a webhook';
/** Operations that the sandbox omits, with the reason. Part of its documentation. */
export const leftOut: Record<string, string> = {
  'media.videoSnapshot': needsEncoder,
  'media.concatenate': needsEncoder,
  'media.clip': needsEncoder,
  'media.meta': needsEncoder,
  'media.audioVideoMeta': needsEncoder,
  'openApi.media.videoSnapshot': needsEncoder,
  'openApi.media.concatenate': needsEncoder,
  'openApi.media.clip': needsEncoder,
  'openApi.media.meta': needsEncoder,
  'openApi.media.audioVideoMeta': needsEncoder,
  'openApi.webhook.get': needsTriggers,
  'openApi.webhook.post': needsTriggers,
  'openApi.webhook.put': needsTriggers,
  'openApi.webhook.patch': needsTriggers,
  'openApi.webhook.delete': needsTriggers,
};

/** Routes without an operation in the catalogue, with the reason. Part of the documentation. */
export const ownRoutes: [reason: string, routes: string[]][] = [
  [
    'because all methods of a path are answered in all its versions',
    [
      'DELETE /hserve/v2.1/table/:/record/',
      'DELETE /hserve/v2.5/table/:/record/',
      'DELETE /oserve/v1.8/table/:/record/',
      'DELETE /oserve/v1.8/table/:/record/:/',
      'DELETE /oserve/v1/table/:/record/',
      'DELETE /oserve/v2.6/table/:/record/',
      'DELETE /oserve/v2.6/table/:/record/:/',
      'GET /hserve/v1.3/content/category/',
      'GET /hserve/v1.3/content/category/:/',
      'GET /hserve/v1.3/content/group/',
      'GET /hserve/v1.3/content/group/:/',
      'GET /hserve/v2.0/content/group/:/',
      'GET /hserve/v2.1/file-category/',
      'GET /hserve/v2.1/file-category/:/',
      'GET /hserve/v2.1/table/:/record/',
      'GET /hserve/v2.1/user/info/',
      'GET /hserve/v2.2/idp/pay/order/:/',
      'GET /hserve/v2.4/user/info/',
      'GET /hserve/v2.4/user/info/:/',
      'GET /hserve/v2.5/table/:/record/',
      'GET /hserve/v2.5/user/info/',
      'GET /oserve/v1.8/table/:/record/:/',
      'GET /oserve/v2.6/miniapp/user_profile/',
      'GET /oserve/v2.6/miniapp/user_profile/:/',
      'GET /oserve/v2.6/table/:/record/',
      'GET /oserve/v2.6/table/:/record/:/',
      'POST /hserve/v2.0/login/phone/',
      'POST /hserve/v2.0/login/sms/',
      'POST /hserve/v2.0/register/phone/',
      'POST /hserve/v2.5/table/:/record/',
      'POST /oserve/v2.6/table/:/record/',
      'PUT /hserve/v2.1/table/:/record/',
      'PUT /hserve/v2.2/user/info/',
      'PUT /hserve/v2.5/table/:/record/',
      'PUT /oserve/v1.8/table/:/record/',
      'PUT /oserve/v1/table/:/record/',
      'PUT /oserve/v2.2/miniapp/user/account/:/',
      'PUT /oserve/v2.2/miniapp/user_profile/',
      'PUT /oserve/v2.2/miniapp/user_profile/:/',
    ],
  ],
  [
    'as targets of the redirects of the authorization',
    ['GET /api/oauth2/hydrogen/openapi/code/', 'GET /api/oauth2/hydrogen/openapi/grant/'],
  ],
  [
    'for files, QR codes and payments, which the service leaves to other hosts',
    [
      'GET /sandbox/file/:/:/:',
      'GET /sandbox/pay/:/:/:/',
      'GET /sandbox/qr-code/',
      'POST /sandbox/pay/:/:/:/',
      'POST /sandbox/upload/:/:/:/',
      'PUT /sandbox/upload/:/:/:/',
    ],
  ],
  [
    'for the SDK of a running cloud function, with the token of its run',
    [
      'DELETE /__function/user-supergroup/',
      'DELETE /__function/user-supergroup/:/',
      'DELETE /__function/user/:/',
      'GET /__function/order/',
      'GET /__function/start/',
      'GET /__function/user-supergroup/',
      'GET /__function/user-supergroup/:/',
      'POST /__function/host/',
      'POST /__function/invoke/',
      'POST /__function/result/',
      'POST /__function/sent/',
      'POST /__function/user-supergroup/',
      'POST /__function/user/',
      'PUT /__function/user-supergroup/:/',
    ],
  ],
];

/** Returns the method and path of every route, with `:` for any parameter, because the names of parameters differ. */
export function routedPaths(): Set<string> {
  const backend = {} as Backend;
  const localRuns = new LocalRuns(backend);
  const rateLimit = new RateLimit();
  const routes = sandboxRoutes(backend, { allowedOrigins: [], rateLimit, control: newRoutes(), localRuns });
  // Handlers for all methods are middleware, not routes.
  const own = routes.routes.filter(({ method }) => method !== 'ALL');
  return new Set(own.map(({ method, path }) => `${method} ${placesOf(path)}`));
}

function placesOf(path: string): string {
  return path.replace(/:[A-Za-z_]+/g, ':');
}

/** Returns the method and path of an operation in all its versions, in the format of `routedPaths`. */
export function pathsOf({ method, path, otherPaths }: Operation): string[] {
  return [path, ...otherPaths].map(each => `${method} ${placesOf(each)}`);
}

/** Generates the list of operations for the documentation, from the catalogue and `leftOut`. */
export function coverageList(): string {
  const reasons = new Set(Object.values(leftOut));
  const groups = [...reasons].map(reason => {
    const left = operations.filter(({ id }) => leftOut[id] === reason);
    return `Left out, because ${reason}:\n\n${left.map(line).join('\n')}`;
  });
  const answered = operations.filter(({ id }) => !(id in leftOut));
  return [`Answered:\n\n${answered.map(line).join('\n')}`, ...groups].join('\n\n');
}

function line({ id, method, path, otherPaths }: Operation): string {
  const versions = otherPaths.map(other => /\/(v[0-9.]+)\//.exec(other)?.[1] ?? other);
  const also = versions.length > 0 ? `, also ${versions.join(', ')}` : '';
  return `- \`${id}\`: \`${method} ${path}\`${also}`;
}

/** Generates the list of requests that the sandbox answers besides the operations of the catalogue. */
export function ownRoutesList(): string {
  return ownRoutes
    .map(([reason, routes]) => `Also answered, ${reason}:\n\n${routes.map(route => `- \`${route}\``).join('\n')}`)
    .join('\n\n');
}
