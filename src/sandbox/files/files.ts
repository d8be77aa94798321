import path from 'node:path';
import { documents, save, scopeOf, currentSeconds, type Scope } from '../backend/scope';
import { HttpError } from '../http/httpError';
import type { SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';
import { randomHex } from '../store/hashes';

/** A file that was uploaded, or is about to be (`status` "pending"). Its bytes are a separate document. */
export interface StoredFile extends Doc {
  readonly id: string;
  readonly name: string;
  readonly cdn_path: string;
  readonly mime_type: string;
  readonly size: number;
  readonly status: 'pending' | 'success';
  readonly category_id: string | null;
  readonly created_at: number;
}

/** Returns the uploaded files, newest first. */
export function filesOf(context: SandboxContext): StoredFile[] {
  const files = [...documents(context, 'file').newestFirst()] as StoredFile[];
  return files.filter(({ status }) => status === 'success');
}

export function isUploaded({ store, realm }: Scope, id: string): boolean {
  return store.collection(realm, 'file').get(id)?.status === 'success';
}

/** @throws HttpError 404 for an unknown file */
export function findFile(context: SandboxContext): StoredFile {
  const file = documents(context, 'file').get(context.req.param('file')) as StoredFile | undefined;
  if (file?.status !== 'success') throw new HttpError(404, 'There is no file with this identifier.');
  return file;
}

/** Shows a file in the format of the Web API. */
export function showFile(context: SandboxContext, file: StoredFile) {
  const { id, name, cdn_path, mime_type, size, created_at } = file;
  return {
    id,
    name,
    path: addressOf(context, file),
    cdn_path,
    mime_type,
    size,
    created_at,
    category: categoryOf(context, file),
  };
}

/** Shows a file in the format of the Open API. */
export function showOpenFile(context: SandboxContext, file: StoredFile) {
  const { category, ...shown } = showFile(context, file);
  const media_type = file.mime_type.split('/')[0];
  return { ...shown, media_type, status: file.status, categories: category ? [category] : [] };
}

/** Returns the address of a file on the sandbox itself, with the host name of this request. */
export function addressOf(context: SandboxContext, { cdn_path }: StoredFile): string {
  return `${new URL(context.req.url).origin}/sandbox/file/${scopeOf(context).realm}/${encodeURIComponent(cdn_path)}`;
}

/** Returns the file category with this identifier, if there is one. */
export function findCategory(context: SandboxContext, id: unknown): Doc | undefined {
  return typeof id === 'string' ? documents(context, 'file-category').get(id) : undefined;
}

export function findCategoryByName(context: SandboxContext, name: unknown): Doc | undefined {
  return [...documents(context, 'file-category').oldestFirst()].find(category => category.name === name);
}

interface NewFile {
  name: string;
  mime_type: string;
  category: Doc | undefined;
}

/** Saves the bytes of a pending file. The authorization of its upload ends. */
export function completeFile(
  { store, realm }: Pick<Scope, 'store' | 'realm'>,
  pending: StoredFile,
  bytes: Buffer,
  mime_type: string,
): void {
  const { authorization: _, ...file } = pending;
  store.put(realm, 'file-bytes', { id: file.cdn_path, base64: bytes.toString('base64') });
  store.put(realm, 'file', { ...file, status: 'success', mime_type, size: bytes.length });
}

/** Saves a file that the sandbox generated, for the acting user. */
export function saveFile(context: SandboxContext, { name, mime_type, category }: NewFile, bytes: Buffer): StoredFile {
  const id = randomHex(24);
  const cdnPath = `${id.slice(0, 16)}${path.extname(name)}`;
  save(context, 'file-bytes', { id: cdnPath, base64: bytes.toString('base64') });
  const size = bytes.length;
  const origin = { created_by: context.get('userId') ?? 0, created_at: currentSeconds(context) };
  const file = { id, name, cdn_path: cdnPath, mime_type, size, status: 'success', category_id: category?.id ?? null };
  return save(context, 'file', { ...file, ...origin }) as StoredFile;
}

function categoryOf(context: SandboxContext, { category_id: id }: StoredFile) {
  const category = id === null ? undefined : documents(context, 'file-category').get(id);
  return category ? { id: category.id, name: category.name } : null;
}
