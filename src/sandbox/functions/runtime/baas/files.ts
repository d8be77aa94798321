import { basename } from 'node:path';
import { bytesOf, formOf } from './form';
import { EditableItems, Items } from './listing';
import { Query } from './query';
import { segment, type SandboxResponse, type Transport } from './transport';

const files = '/oserve/v2.2/file/';
const categories = '/oserve/v2.2/file-category/';

interface FileMeta {
  category_id?: string;
  random_file_link?: boolean;
  filename?: string;
  contentType?: string;
}

interface PreparedUpload {
  id: string;
  authorization: string;
  policy: string;
  path: string;
  upload_url: string;
  name: string;
  cdn_path: string;
  created_at: number;
}

/**
 * The files of the application. Calls that only the service can perform, such as work on videos, are recorded instead.
 */
export class FileStore extends Items {
  constructor(transport: Transport) {
    super(transport, files);
  }

  async upload(content: string | Buffer, meta: FileMeta = {}): Promise<SandboxResponse> {
    const bytes = await bytesOf(content, 'File.upload');
    const filename = meta.filename ?? (typeof content === 'string' ? basename(content) : 'file.bin');
    const { category_id, random_file_link } = meta;
    const body = { filename, category_id, random_file_link };
    const prepared = (await this.transport.call('POST', '/oserve/v2.1/upload/', { body })).data as PreparedUpload;
    const mime = meta.contentType ?? 'application/octet-stream';
    const { authorization, policy, upload_url: address } = prepared;
    const { payload, type } = formOf({ authorization, policy }, { bytes, name: filename, mime });
    const { pathname, search } = new URL(address);
    await this.transport.callWith('POST', `${pathname}${search}`, payload, type);
    const { id, path, name, cdn_path, created_at } = prepared;
    const file = { id, path, name, cdn_path, created_at, mime_type: mime, size: bytes.length };
    return { status: 200, statusText: 'OK', data: { path, file } };
  }

  delete(ids: string | readonly string[]): Promise<SandboxResponse> {
    if (Array.isArray(ids)) return this.send('DELETE', '', { query: { id__in: ids } });
    return this.send('DELETE', segment(ids));
  }
}

/** The categories of files. */
export class FileCategory extends EditableItems {
  constructor(transport: Transport) {
    super(transport, categories);
  }

  /** Finds the files of a category. */
  getFileList(id: string): Promise<SandboxResponse> {
    const query = new Query().compare('category_id', '=', id);
    return this.transport.call('GET', files, { query: { where: query.toWhere() } });
  }
}
