import { randomUUID } from 'node:crypto';
import { readJson, requiredText } from '../backend/body';
import type { Backend } from '../backend/backend';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import { documents, realmOfPath, remove, save, scopeOf } from '../backend/scope';
import { HttpError } from '../http/httpError';
import type { Doc } from '../store/collection';
import { hashToken } from '../store/hashes';
import type { Store } from '../store/store';
import { addressOf, completeFile, type StoredFile } from './files';
import { newAuthorization, prepareFile, uploadAddressOf } from './uploadRoutes';

/** The size of every part but the last, as in the service's SDKs. */
const partSize = 1024 * 1024;
/** The maximum size in bytes of a file that is uploaded in parts, because the sandbox keeps files in memory. */
const maximumFileSize = 256 * 1024 * 1024;
/** The upload host's error code for an expired authorization. The SDKs then request a new one and continue. */
const expiredAuthorization = 40100002;

/** An upload in parts that is not complete yet. */
interface PartialUpload extends Doc {
  /** The identifier of the file. */
  readonly id: string;
  readonly multi_uuid: string;
  /** The number of bytes that the client announced. */
  readonly file_size: number;
  /** The number of received parts. */
  readonly received: number;
}

/** Adds the routes that begin, continue and end an upload in parts (requests of the official SDKs). */
export function addPartRoutes(routes: Routes): void {
  const base = '/hserve/v2.7/resumable-upload/';

  addRoute(routes, 'POST', base, async context => {
    const body = await readJson(context);
    const { file_size: size } = body;
    if (typeof size !== 'number' || !Number.isInteger(size) || size < 0 || size > maximumFileSize) {
      throw new HttpError(400, `file_size must be a number of bytes, at most ${maximumFileSize}.`);
    }
    const { file, authorization } = prepareFile(context, body);
    const upload = { id: file.id, multi_uuid: randomUUID(), file_size: size, received: 0 };
    save(context, 'file', file);
    save(context, 'file-upload', upload);
    const { id, name, cdn_path, created_at } = file;
    const address = { name, path: addressOf(context, file), cdn_path, created_at };
    return context.json({ id, ...address, ...nextPartResponse(context, file, upload, authorization) }, 201);
  });

  addRoute(routes, 'GET', `${base}:file/`, context => {
    const { file, upload } = findUpload(context);
    const authorization = newAuthorization();
    save(context, 'file', { ...file, authorization: hashToken(authorization) });
    return { id: file.id, ...nextPartResponse(context, file, upload, authorization) };
  });

  addRoute(routes, 'PUT', `${base}:file/`, async context => {
    const { file, upload } = findUpload(context);
    if (requiredText(await readJson(context), 'multi_uuid') !== upload.multi_uuid) {
      throw new HttpError(400, 'multi_uuid is not that of this upload.');
    }
    const missing = partsOf(upload) - upload.received;
    if (missing > 0) throw new HttpError(400, `The upload lacks ${missing} of its ${partsOf(upload)} parts.`);
    const parts = documents(context, 'file-part');
    const bytes = Buffer.concat(
      Array.from({ length: upload.received }, (_, number) =>
        Buffer.from(String(parts.get(partId(file.id, number))?.base64), 'base64'),
      ),
    );
    completeFile(scopeOf(context), file, bytes, 'application/octet-stream');
    deleteUpload(context, upload);
    return { upload_status: 'success' };
  });
}

/**
 * Adds the route that receives the parts. It needs no headers of the API, because the service uses another host for it.
 */
export function addPartHostRoutes(routes: Routes, backend: Backend): void {
  addRoute(routes, 'PUT', '/sandbox/upload/:client/:environment/:file/', context => {
    const realm = realmOfPath(backend, context);
    const id = context.req.param('file');
    const file = backend.store.collection(realm, 'file').get(id);
    const upload = backend.store.collection(realm, 'file-upload').get(id) as PartialUpload | undefined;
    const { store } = backend;
    if (!file || !upload || file.authorization !== hashToken(context.req.header('Authorization') ?? '')) {
      const error_msg = 'The authorization is not the one that was given for this file.';
      return context.json({ status: 'error', error_msg, code: expiredAuthorization }, 401);
    }
    if (context.req.header('x-upyun-multi-uuid') !== upload.multi_uuid) {
      throw new HttpError(400, 'x-upyun-multi-uuid is not that of this upload.');
    }
    const received = receivePart(store, realm, upload, context);
    const next = received === partsOf(upload) ? -1 : received;
    context.header('x-upyun-multi-uuid', upload.multi_uuid);
    context.header('x-upyun-next-part-id', String(next));
    return undefined;
  });
}

/**
 * Stores one part and returns the number of received parts.
 * @throws HttpError 400 for a part that is not the next one, or of another size
 */
function receivePart(store: Store, realm: string, upload: PartialUpload, context: SandboxContext): number {
  const { id, file_size: size, received } = upload;
  if (context.req.header('x-upyun-part-id') !== String(received) || received >= partsOf(upload)) {
    throw new HttpError(400, 'x-upyun-part-id is not that of the next part.');
  }
  const bytes = context.env.incoming.rawBody;
  const expected = Math.min(partSize, size - received * partSize);
  if (bytes.length !== expected) throw new HttpError(400, `This part must have ${expected} bytes.`);
  store.put(realm, 'file-part', { id: partId(id, received), base64: bytes.toString('base64') });
  store.put(realm, 'file-upload', { ...upload, received: received + 1 });
  return received + 1;
}

/** Returns the response data for sending the next part. */
function nextPartResponse(context: SandboxContext, file: StoredFile, upload: PartialUpload, authorization: string) {
  const date = new Date(context.get('backend').now()).toUTCString();
  const { multi_uuid, received } = upload;
  return { upload_url: uploadAddressOf(context, file), multi_uuid, multi_part_id: received, authorization, date };
}

/** @throws HttpError 404 when the file has no unfinished upload in parts */
function findUpload(context: SandboxContext): { file: StoredFile; upload: PartialUpload } {
  const id = context.req.param('file');
  const file = documents(context, 'file').get(id) as StoredFile | undefined;
  const upload = documents(context, 'file-upload').get(id) as PartialUpload | undefined;
  if (!file || !upload || file.created_by !== (context.get('userId') ?? 0)) {
    throw new HttpError(404, 'There is no upload in parts with this identifier.');
  }
  return { file, upload };
}

function deleteUpload(context: SandboxContext, { id, received }: PartialUpload): void {
  remove(context, 'file-upload', id);
  for (let number = 0; number < received; number++) remove(context, 'file-part', partId(id, number));
}

function partsOf({ file_size: size }: PartialUpload): number {
  return Math.ceil(size / partSize);
}

function partId(file: string, number: number): string {
  return `${file} ${number}`;
}
