import { readFile } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { HError, wrongArguments } from './hError';
import { ListQuery, type FindOptions } from './listing';
import { Query } from './query';
import type { SandboxResponse, Transport } from './transport';

const files = '/oserve/v2.2/file/';
const categories = '/oserve/v2.2/file-category/';

interface FileMeta {
  category_id?: string;
  random_file_link?: boolean;
  filename?: string;
  contentType?: string;
}

interface Prepared {
  id: string;
  authorization: string;
  policy: string;
  path: string;
  upload_url: string;
  name: string;
  cdn_path: string;
  created_at: number;
}

/** The files of the application. Work on videos and downloads that the sandbox cannot do is recorded as sent. */
export class FileStore extends ListQuery {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    super();
    this.transport = transport;
  }

  async upload(content: string | Buffer, meta: FileMeta = {}): Promise<SandboxResponse> {
    const isPath = typeof content === 'string';
    if (!isPath && !Buffer.isBuffer(content)) throw wrongArguments('File.upload takes a path or a Buffer.');
    const bytes = isPath ? await promisify(readFile)(content) : content;
    const filename = meta.filename ?? (isPath ? basename(content) : 'file.bin');
    const { category_id, random_file_link } = meta;
    const body = { filename, category_id, random_file_link };
    const prepared = (await this.transport.call('POST', '/oserve/v2.1/upload/', { body })).data as Prepared;
    const mime = meta.contentType ?? 'application/octet-stream';
    await this.#send(prepared, bytes, filename, mime);
    const { id, path, name, cdn_path, created_at } = prepared;
    const file = { id, path, name, cdn_path, created_at, mime_type: mime, size: bytes.length };
    return { status: 200, statusText: 'OK', data: { path, file } };
  }

  get(id: string): Promise<SandboxResponse> {
    return this.transport.call('GET', `${files}${encodeURIComponent(id)}/`);
  }

  find(options?: FindOptions): Promise<SandboxResponse> {
    return this.findAt(this.transport, files, options);
  }

  count(): Promise<number> {
    return this.countAt(this.transport, files);
  }

  delete(ids: string | readonly string[]): Promise<SandboxResponse> {
    if (Array.isArray(ids)) return this.transport.call('DELETE', files, { query: { id__in: ids } });
    return this.transport.call('DELETE', `${files}${encodeURIComponent(ids as string)}/`);
  }

  async #send({ upload_url: address, authorization, policy }: Prepared, bytes: Buffer, name: string, mime: string) {
    const boundary = `----hydrogen-${Date.now().toString(16)}`;
    const field = (key: string, value: string): string =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
    const safeName = name.replace(/["\r\n]/g, '_');
    const head =
      `${field('authorization', authorization)}${field('policy', policy)}--${boundary}\r\n` +
      `Content-Disposition: form-data; name="file"; filename="${safeName}"\r\nContent-Type: ${mime}\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const { pathname, search } = new URL(address);
    const type = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    const { status, text } = await this.transport.send('POST', `${pathname}${search}`, payload, type);
    if (status >= 400) throw new HError(status, text);
  }
}

/** The categories of files. */
export class FileCategory extends ListQuery {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super();
    this.#transport = transport;
  }

  get(id: string): Promise<SandboxResponse> {
    return this.#transport.call('GET', `${categories}${encodeURIComponent(id)}/`);
  }

  find(options?: FindOptions): Promise<SandboxResponse> {
    return this.findAt(this.#transport, categories, options);
  }

  count(): Promise<number> {
    return this.countAt(this.#transport, categories);
  }

  /** Finds the files of a category. */
  getFileList(id: string): Promise<SandboxResponse> {
    const query = new Query().compare('category_id', '=', id);
    return this.#transport.call('GET', files, { query: { where: query.toWhere() } });
  }

  create(fields: { name: string }): Promise<SandboxResponse> {
    return this.#transport.call('POST', categories, { body: fields });
  }

  update(id: string, fields: { name: string }): Promise<SandboxResponse> {
    return this.#transport.call('PUT', `${categories}${encodeURIComponent(id)}/`, { body: fields });
  }

  delete(id: string): Promise<SandboxResponse> {
    return this.#transport.call('DELETE', `${categories}${encodeURIComponent(id)}/`);
  }
}
