import { documents, scopeOf } from '../backend/scope';
import { HttpError } from '../http/httpError';
import type { SandboxContext } from '../backend/routing';
import type { Doc } from '../store/collection';

/** A file that was uploaded, or is about to be (`status` "pending"). Its bytes are a document of their own. */
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

/** Uploaded files, newest first. */
export function filesOf(context: SandboxContext): StoredFile[] {
  const files = [...documents(context, 'file').newestFirst()] as StoredFile[];
  return files.filter(({ status }) => status === 'success');
}

/** Throws HttpError 404 when there is no such file. */
export function findFile(context: SandboxContext): StoredFile {
  const file = documents(context, 'file').get(context.req.param('file')) as StoredFile | undefined;
  if (file?.status !== 'success') throw new HttpError(404, 'There is no file with this identifier.');
  return file;
}

/** A file as the Web API shows it. */
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

/** A file as the Open API shows it. */
export function showOpenFile(context: SandboxContext, file: StoredFile) {
  const { category, ...shown } = showFile(context, file);
  const media_type = file.mime_type.split('/')[0];
  return { ...shown, media_type, status: file.status, categories: category ? [category] : [] };
}

/** The address of a file: on the sandbox itself, by the host name of this request. */
export function addressOf(context: SandboxContext, { cdn_path }: StoredFile): string {
  return `${new URL(context.req.url).origin}/sandbox/file/${scopeOf(context).realm}/${cdn_path}`;
}

function categoryOf(context: SandboxContext, { category_id: id }: StoredFile) {
  const category = id === null ? undefined : documents(context, 'file-category').get(id);
  return category ? { id: category.id, name: category.name } : null;
}
