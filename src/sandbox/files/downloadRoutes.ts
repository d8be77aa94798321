import { createHmac, timingSafeEqual } from 'node:crypto';
import { nowInSeconds, type Backend } from '../backend/backend';
import { addRoute, newRoutes, type Routes, type SandboxContext } from '../backend/routing';
import { realmOfPath, scopeOf } from '../backend/scope';
import type { Doc } from '../store/collection';

/** Lifetime of an address in seconds. */
const lifetime = 86_400;

/** The text and content type of each kind of downloadable document. */
const downloads: Record<string, (doc: Doc) => [text: unknown, type: string]> = {
  job: ({ log }) => [log, 'text/plain'],
  export: ({ text, type }) => [text, type === 'csv' ? 'text/csv' : 'application/json'],
};

/**
 * Returns the address of a log or an export. As in the service, the address is signed, expires, belongs to another
 * host, and needs no credential.
 */
export function downloadAddress(context: SandboxContext, kind: 'job' | 'export', id: string | number): string {
  const { backend, realm } = scopeOf(context);
  const path = `/${realm}/${kind}/${id}`;
  const date = String(nowInSeconds(backend));
  const address = new URL(path, backend.downloads.origin);
  address.searchParams.set('X-Amz-Algorithm', 'AWS4-HMAC-SHA256');
  address.searchParams.set('X-Amz-Date', date);
  address.searchParams.set('X-Amz-Expires', String(lifetime));
  address.searchParams.set('X-Amz-Signature', sign(backend, path, date));
  return address.href;
}

/**
 * Creates the routes of the download host. Refuses a request with a credential of the API, which the client has leaked.
 */
export function downloadRoutes(backend: Backend): Routes {
  const routes = newRoutes();
  routes.notFound(context => xmlError(context, 404, 'NoSuchKey', 'There is nothing at this address.'));
  routes.onError((_, context) => xmlError(context, 404, 'NoSuchKey', 'There is nothing at this address.'));
  addRoute(routes, 'GET', '/:client/:environment/:kind/:id', context => {
    const leakedHeader = ['Authorization', 'X-Hydrogen-Client-ID', 'Cookie'].find(name => context.req.header(name));
    if (leakedHeader !== undefined)
      return xmlError(
        context,
        400,
        'InvalidArgument',
        `This address is signed: ${leakedHeader} must not be sent to its host.`,
      );
    const { 'X-Amz-Date': date = '', 'X-Amz-Signature': signature = '' } = context.req.query();
    const expected = Buffer.from(sign(backend, context.req.path, date));
    const received = Buffer.from(signature);
    if (received.length !== expected.length || !timingSafeEqual(received, expected))
      return xmlError(context, 403, 'SignatureDoesNotMatch', 'The signature is not that of this address.');
    if (nowInSeconds(backend) > Number(date) + lifetime)
      return xmlError(context, 403, 'AccessDenied', 'This address has expired.');
    const kind = context.req.param('kind') ?? '';
    const doc = backend.store.collection(realmOfPath(backend, context), kind).get(context.req.param('id'));
    const formatOf = Object.hasOwn(downloads, kind) ? downloads[kind] : undefined;
    if (!doc || !formatOf) return xmlError(context, 404, 'NoSuchKey', 'There is nothing at this address.');
    const [text, type] = formatOf(doc);
    return context.body(String(text), 200, { 'Content-Type': `${type}; charset=utf-8` });
  });
  return routes;
}

function sign({ downloads: { key } }: Backend, path: string, date: string): string {
  return createHmac('sha256', key).update(`${path} ${date}`).digest('hex');
}

/** Responds with an error. Errors of the service's log host are XML. */
function xmlError(context: SandboxContext, status: 400 | 403 | 404, code: string, message: string): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return context.body(body, status, { 'Content-Type': 'application/xml' });
}
