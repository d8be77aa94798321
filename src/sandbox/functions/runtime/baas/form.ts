import { readFile } from 'node:fs';
import { promisify } from 'node:util';
import { wrongArguments } from './hError';

interface FormFile {
  bytes: Buffer;
  name: string;
  mime: string;
}

/**
 * Returns the bytes of a file.
 * @param file its path, or its bytes
 * @throws HError for anything else
 */
export async function bytesOf(file: string | Buffer, method: string): Promise<Buffer> {
  if (typeof file === 'string') return promisify(readFile)(file);
  if (!Buffer.isBuffer(file)) throw wrongArguments(`${method} takes a path or a Buffer.`);
  return file;
}

/** Creates a form with fields and one file. Returns its bytes and content type. */
export function formOf(fields: Record<string, string>, { bytes, name, mime }: FormFile) {
  const boundary = `----hydrogen-${Date.now().toString(16)}`;
  const open = `--${boundary}\r\nContent-Disposition: form-data; name=`;
  const parts = Object.entries(fields).map(([key, value]) => `${open}"${key}"\r\n\r\n${value}\r\n`);
  const safeName = name.replace(/["\r\n]/g, '_');
  const head = `${parts.join('')}${open}"file"; filename="${safeName}"\r\nContent-Type: ${mime}\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { payload, type: `multipart/form-data; boundary=${boundary}` };
}
