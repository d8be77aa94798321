import type { Operation } from '../../../src/api/operations/catalogue';
import { operations } from '../../../src/api/operations/catalogue';
import { newRoutes } from '../../../src/sandbox/backend/routing';
import { sandboxRoutes } from '../../../src/sandbox/routes';
import { RateLimit } from '../../../src/sandbox/server/rateLimit';
import type { Backend } from '../../../src/sandbox/backend/backend';

/** Operations the sandbox leaves out, and why. Part of its documentation. */
const needsEncoder = 'would need a video encoder; made-up media would look right and not be';
const needsTriggers = 'the sandbox has no triggers that could be set off';
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

/** Routes that no operation of the catalogue has, and why. Part of the documentation. */
export const ownRoutes: [reason: string, routes: string[]][] = [
  [
    'versions that no client is known to use: all methods of a path are answered in all its versions',
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
    'where the redirects of the authorization lead',
    ['GET /api/oauth2/hydrogen/openapi/code/', 'GET /api/oauth2/hydrogen/openapi/grant/'],
  ],
  [
    'files, QR codes and payments, which the service leaves to other hosts',
    [
      'GET /sandbox/file/:/:/:',
      'GET /sandbox/pay/:/:/:/',
      'GET /sandbox/qr-code/',
      'POST /sandbox/pay/:/:/:/',
      'POST /sandbox/upload/:/:/:/',
      'PUT /sandbox/upload/:/:/:/',
    ],
  ],
];

/** Methods and paths of every route, with `:` for any parameter: names differ, places do not. */
export function routedPaths(): Set<string> {
  const backend = {} as Backend;
  const routes = sandboxRoutes(backend, { allowedOrigins: [], rateLimit: new RateLimit(), control: newRoutes() });
  // What applies to every method is no route but what surrounds them.
  const own = routes.routes.filter(({ method }) => method !== 'ALL');
  return new Set(own.map(({ method, path }) => `${method} ${placesOf(path)}`));
}

function placesOf(path: string): string {
  return path.replace(/:[A-Za-z_]+/g, ':');
}

/** Every path of an operation: in all its versions. */
export function pathsOf({ method, path, otherPaths }: Operation): string[] {
  return [path, ...otherPaths].map(each => `${method} ${placesOf(each)}`);
}

function answered(operation: Operation): string {
  const reason = leftOut[operation.id];
  return reason === undefined ? 'answered' : `left out: ${reason}`;
}

/** The table of every operation in the documentation, made from the catalogue and the routes. */
export function coverageTable(): string {
  const rows = operations.map(operation => {
    const { id, method, path, otherPaths } = operation;
    const versions = otherPaths.map(other => /\/(v[0-9.]+)\//.exec(other)?.[1] ?? other);
    const also = versions.length > 0 ? `also ${versions.join(', ')}` : '';
    return [`\`${id}\``, `\`${method} ${path}\``, also, answered(operation)];
  });
  return table([['operation', 'request', 'versions', 'sandbox'], ...rows]);
}

/** What the sandbox answers beside the operations of the catalogue. */
export function ownRoutesTable(): string {
  const rows = ownRoutes.map(([reason, routes]) => [reason, routes.map(route => `\`${route}\``).join(', ')]);
  return table([['what else is answered', 'requests'], ...rows]);
}

function table([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}
