import { isObject, parseJson } from '../http/json';
import { HttpError } from '../http/httpError';
import type { SandboxContext } from './routing';

export type BodyFields = Record<string, unknown>;

/**
 * Reads the fields of a JSON body. Content-Type must be JSON (specification, "Web API" authentication, rule 4).
 * @throws HttpError 415 for another content type, 400 when it is not a JSON object
 */
export async function readJson(context: SandboxContext): Promise<BodyFields> {
  const parsed = readAnyJson(context);
  if (!isObject(parsed)) throw new HttpError(400, 'The body must be a JSON object.');
  return parsed;
}

/** Like `readJson`, but also accepts a list, for several records to create. */
export async function readJsonOrList(context: SandboxContext): Promise<BodyFields | unknown[]> {
  const parsed = readAnyJson(context);
  if (!isObject(parsed) && !Array.isArray(parsed)) throw new HttpError(400, 'The body must be a JSON object or list.');
  return parsed;
}

function readAnyJson(context: SandboxContext): unknown {
  if (contentType(context) !== 'application/json') {
    throw new HttpError(415, 'Content-Type must be application/json.');
  }
  return parseBody(context);
}

function parseBody(context: SandboxContext): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(context.env.incoming.rawBody);
  } catch {
    throw new HttpError(400, 'The body is not UTF-8.');
  }
  return parseJson(text, 'The body');
}

/**
 * Reads the fields of a JSON body or a form. The service accepts forms from older clients on paths that issue tokens.
 * @throws HttpError 415 for any other content type, 400 when the body does not match its type
 */
export async function readJsonOrForm(context: SandboxContext): Promise<BodyFields> {
  const type = contentType(context);
  if (type !== 'multipart/form-data' && type !== 'application/x-www-form-urlencoded') return readJson(context);
  try {
    return await context.req.parseBody();
  } catch {
    throw new HttpError(400, 'The body is not the form its Content-Type says.');
  }
}

/**
 * Like `readJsonOrForm`, but recognizes JSON by its first character, because clients send it without a Content-Type or
 * with the one of `curl -d`.
 */
export async function readUntypedJsonOrForm(context: SandboxContext): Promise<BodyFields> {
  const isJson = /^\s*\{/.test(context.env.incoming.rawBody.toString('latin1', 0, 100));
  if (!isJson || contentType(context) === 'multipart/form-data') return readJsonOrForm(context);
  const parsed = parseBody(context);
  if (!isObject(parsed)) throw new HttpError(400, 'The body must be a JSON object.');
  return parsed;
}

/**
 * Reads the fields of a form with a file.
 * @throws HttpError 400 when the body is no form, or its field `file` is no file
 */
export async function readFileForm(context: SandboxContext): Promise<BodyFields & { file: File }> {
  const form = await context.req.parseBody().catch(() => undefined);
  if (!form) throw new HttpError(400, 'The body must be multipart/form-data.');
  const { file } = form;
  if (!(file instanceof File)) throw new HttpError(400, 'The field file must be a file.');
  return { ...form, file };
}

/**
 * Returns a required text field.
 * @throws HttpError 400 that names the field
 */
export function requiredText(fields: BodyFields, name: string): string {
  const value = fields[name];
  if (value === undefined || value === null || value === '') throw new HttpError(400, `${name} is required.`);
  if (typeof value !== 'string') throw new HttpError(400, `${name} must be a string.`);
  return value;
}

function contentType(context: SandboxContext): string {
  return (context.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
