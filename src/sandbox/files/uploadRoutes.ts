import path from 'node:path';
import { readJson } from '../backend/body';
import { hashToken, randomHex } from '../store/hashes';
import { realmOfPath, save, scopeOf, currentSeconds } from '../backend/scope';
import { HttpError } from '../http/httpError';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import { nowInSeconds, type Backend } from '../backend/backend';
import { addressOf, completeFile, findCategory, findCategoryByName, type StoredFile } from './files';
import { imageProperties } from './image';

const longestName = 200;

/**
 * Adds the route for the first step of an upload. It creates the file and returns the authorization of the second step.
 */
export function addUploadRoutes(routes: Routes): void {
  for (const base of ['/hserve/v1/upload/', '/hserve/v2.1/upload/', '/oserve/v1/upload/', '/oserve/v2.1/upload/']) {
    addRoute(routes, 'POST', base, async context => {
      const { file, authorization } = prepareFile(context, await readJson(context));
      save(context, 'file', file);
      return {
        id: file.id,
        policy: Buffer.from(JSON.stringify({ file: file.id })).toString('base64'),
        authorization,
        path: addressOf(context, file),
        upload_url: uploadAddressOf(context, file),
        // The service's command line tool reads the address by this name.
        file_link: addressOf(context, file),
        name: file.name,
        cdn_path: file.cdn_path,
        created_at: file.created_at,
      };
    });
  }
}

/**
 * Prepares a file from the body of the first step, and the authorization of the second step. Nothing is saved yet.
 * @throws HttpError 400 for a name that is too long, 404 for an unknown category
 */
export function prepareFile(
  context: SandboxContext,
  body: Record<string, unknown>,
): { file: StoredFile; authorization: string } {
  const name = typeof body.filename === 'string' && body.filename !== '' ? body.filename : 'file';
  if (name.length > longestName) throw new HttpError(400, `filename may have at most ${longestName} characters.`);
  const authorization = newAuthorization();
  const id = randomHex(24);
  const file = {
    id,
    name,
    cdn_path: body.random_file_link === false ? name : randomPath(id, name),
    mime_type: '',
    size: 0,
    status: 'pending' as const,
    category_id: readCategory(context, body),
    created_by: context.get('userId') ?? 0,
    created_at: currentSeconds(context),
    // Stored as a hash, like tokens, so that a saved state contains no credential.
    authorization: hashToken(authorization),
  };
  return { file, authorization };
}

function randomPath(id: string, name: string): string {
  const extension = path.extname(name).replace(/[^.A-Za-z0-9]/g, '');
  return `${id.slice(0, 16)}${extension.slice(0, 12)}`;
}

/** Creates a credential for uploading one file. */
export function newAuthorization(): string {
  return `UPYUN sandbox:${randomHex(40)}`;
}

/** Returns the address for uploading the bytes of a file. */
export function uploadAddressOf(context: SandboxContext, { id }: StoredFile): string {
  return `${new URL(context.req.url).origin}/sandbox/upload/${scopeOf(context).realm}/${id}/`;
}

/**
 * Adds the routes for the second step and for downloads. They need no headers of the API, because the service uses
 * another host for them.
 */
export function addFileHostRoutes(routes: Routes, backend: Backend): void {
  addRoute(routes, 'POST', '/sandbox/upload/:client/:environment/:file/', async context => {
    const realm = realmOfPath(backend, context);
    const form = await context.req.parseBody().catch(() => undefined);
    if (!form) throw new HttpError(400, 'The body must be multipart/form-data.');
    const pending = backend.store.collection(realm, 'file').get(context.req.param('file')) as StoredFile | undefined;
    const { authorization, file } = form;
    if (!pending || typeof authorization !== 'string' || pending.authorization !== hashToken(authorization)) {
      throw new HttpError(401, 'The authorization is not the one that was given for this file.');
    }
    if (!(file instanceof Blob)) throw new HttpError(400, 'The field file must be a file.');
    const bytes = Buffer.from(await file.arrayBuffer());
    const mime = file.type || 'application/octet-stream';
    completeFile({ store: backend.store, realm }, pending, bytes, mime);
    const time = nowInSeconds(backend);
    const response = { code: 200, message: 'ok', url: pending.cdn_path, mimetype: mime, file_size: bytes.length, time };
    // The upload host sends its JSON as text, because one of the service's SDKs reads a text and parses it itself.
    return context.text(JSON.stringify({ ...response, ...imageProperties(bytes) }));
  });

  addRoute(routes, 'GET', '/sandbox/file/:client/:environment/:path', context => {
    const realm = realmOfPath(backend, context);
    const name = context.req.param('path');
    const bytes = backend.store.collection(realm, 'file-bytes').get(name);
    if (!bytes) throw new HttpError(404, 'There is no file at this path.');
    const files = backend.store.collection(realm, 'file');
    files.ensureIndex('cdn_path');
    // Files with the same path share their bytes. The newest uploaded file decides their type.
    const mime = files.findIndexed('cdn_path', [name]).find(({ status }) => status === 'success')?.mime_type;
    return context.body(Buffer.from(String(bytes.base64), 'base64'), 200, {
      'Content-Type': typeof mime === 'string' ? mime : 'application/octet-stream',
      // An uploaded page must not run as a page of the sandbox.
      'Content-Security-Policy': 'sandbox',
      'X-Content-Type-Options': 'nosniff',
    });
  });
}

/** @throws HttpError 404 for an unknown category */
function readCategory(context: SandboxContext, body: Record<string, unknown>): string | null {
  const { category_id: id, category_name: name } = body;
  const idOrName = [id, name].find(value => typeof value === 'string' && value !== '');
  if (idOrName === undefined) return null;
  const category = idOrName === id ? findCategory(context, id) : findCategoryByName(context, name);
  if (!category) throw new HttpError(404, 'There is no file category with this identifier or name.');
  return String(category.id);
}
