import type { Operation } from '../../../src/api/operations/catalogue';
import { operations } from '../../../src/api/operations/catalogue';
import { newRoutes } from '../../../src/sandbox/backend/routing';
import { sandboxRoutes } from '../../../src/sandbox/routes';
import { RateLimit } from '../../../src/sandbox/server/rateLimit';
import type { Backend } from '../../../src/sandbox/backend/backend';
import { pending } from './pending';

/** Operations the sandbox leaves out, and why. Part of its documentation. */
const needsEncoder = 'would need a video encoder; made-up media would look right and not be';
const needsTriggers = 'the sandbox has no triggers that could be set off';
const partial = 'belongs to the upload host, which the sandbox replaces by a plain upload';
export const leftOut: Record<string, string> = {
  'file.uploadResumably': partial,
  'file.resumeUpload': partial,
  'file.completeUpload': partial,
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

/** Methods and paths of every route, with `:` for any parameter: names differ, places do not. */
export function routedPaths(): Set<string> {
  const backend = {} as Backend;
  const routes = sandboxRoutes(backend, { allowedOrigins: [], rateLimit: new RateLimit(), control: newRoutes() });
  return new Set(routes.routes.map(({ method, path }) => `${method} ${placesOf(path)}`));
}

export function placesOf(path: string): string {
  return path.replace(/:[A-Za-z_]+/g, ':');
}

/** Every path of an operation: in all its versions. */
export function pathsOf({ method, path, otherPaths }: Operation): string[] {
  return [path, ...otherPaths].map(each => `${method} ${placesOf(each)}`);
}

function answered(operation: Operation): string {
  const reason = leftOut[operation.id];
  if (reason !== undefined) return `left out: ${reason}`;
  const paths = pathsOf(operation);
  const waiting = paths.filter(path => pending.includes(path)).length;
  return waiting === 0 ? 'answered' : waiting === paths.length ? 'not yet' : 'answered, not yet in every version';
}

/** The table of every operation in the documentation, made from the catalogue and the routes. */
export function coverageTable(): string {
  const rows = operations.map(operation => {
    const { id, method, path, otherPaths } = operation;
    const versions = otherPaths.map(other => /\/(v[0-9.]+)\//.exec(other)?.[1] ?? other);
    const also = versions.length > 0 ? `also ${versions.join(', ')}` : '';
    return [`\`${id}\``, `\`${method} ${path}\``, also, answered(operation)];
  });
  const lines = [['operation', 'request', 'versions', 'sandbox'], ['---', '---', '---', '---'], ...rows];
  return lines.map(cells => `| ${cells.join(' | ')} |`).join('\n');
}
