import { encodeValue } from './address';
import { jsonTokens } from '../../json/tokens';
import { byteOrderMark } from '../document/byteOrderMark';
import { multipartOf, type MultipartPart } from '../document/multipart';
import { isSentAsJson } from '../document/format';
import type { ResolvedBody, ResolvedMultipartPart, ReadFile } from './resolvedRequest';
import { isForm, isHeaderName } from '../document/rules';
import { RequestError } from '../document/requestError';
import { hasSecret, mapPieces, reveal, type Piece } from '../document/secretText';
import { header, type RequestNode, type Token } from '../document/syntax';
import type { ResolvedPart, Resolver } from '../document/variables';

/**
 * Resolves the variables of a body. A value is escaped inside JSON strings and encoded in a form, so that it cannot
 * change the structure of the body. Elsewhere it is inserted unchanged.
 * @throws RequestError of the variables, or `malformedHeader`, `badHeader`, `noFile`, `notUtf8`, `badEncoding`
 */
export async function resolveBody(request: RequestNode, resolve: Resolver, readFile: ReadFile): Promise<ResolvedBody> {
  const { body } = request;
  if (body === undefined) return { kind: 'none' };
  if (body.kind === 'file') {
    const path = await resolvePath(body.path, resolve);
    if (!body.substitute) return { kind: 'file', path };
    const text = await readText(path, readFile, body.encoding);
    const content = { start: body.start, end: body.end, text };
    return { kind: 'text', pieces: await inFile(body.path, resolveText(content, request, resolve)) };
  }
  const type = header(request, 'Content-Type')?.value;
  const multipart = multipartOf(request, type && reveal(flatten(await resolve(type, 'header'))));
  if (multipart === undefined) return { kind: 'text', pieces: await resolveText(body, request, resolve) };
  const parts: ResolvedMultipartPart[] = [];
  for (const part of multipart.parts) {
    if (part.malformedHeader !== undefined) throw new RequestError('malformedHeader', undefined, part.malformedHeader);
    const headers: ResolvedMultipartPart['headers'] = [];
    for (const { name, value } of part.headers) {
      const pieces = flatten(await resolve(value, 'body'));
      checkHeader(name, pieces, value);
      headers.push({ name: name.text, value: pieces });
    }
    parts.push({ headers, content: await resolveContent(part, resolve, readFile) });
  }
  return { kind: 'multipart', boundary: multipart.boundary, parts };
}

async function resolveContent(
  { text, file }: MultipartPart,
  resolve: Resolver,
  readFile: ReadFile,
): Promise<ResolvedMultipartPart['content']> {
  if (file === undefined) {
    return { kind: 'text', pieces: text === undefined ? [] : flatten(await resolve(text, 'body')) };
  }
  const path = await resolvePath(file.path, resolve);
  if (!file.substitute) return { kind: 'file', path };
  const { start, end } = file.path;
  const content = { start, end, text: await readText(path, readFile, file.encoding) };
  return { kind: 'text', pieces: flatten(await inFile(file.path, resolve(content, 'body'))) };
}

/** Lets an error in the text of a file point at the path of the file. Offsets in the file mean nothing in the document. */
async function inFile<T>({ start, end }: Token, resolving: Promise<T>): Promise<T> {
  try {
    return await resolving;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new RequestError(error.code, error.detail, { start, end }, error.cause);
  }
}

async function resolveText(body: Token, request: RequestNode, resolve: Resolver): Promise<Piece[]> {
  const isJsonText = isSentAsJson(request, body);
  if (isForm(request) && !isJsonText) {
    // A form may span several lines; each further line begins with `&`.
    const joined = { ...body, text: body.text.replace(/[ \t]*(?:\r\n?|\n)[ \t]*/g, '') };
    return encoded(await resolve(joined, 'body'));
  }
  const parts = await resolve(body, 'body');
  return isJsonText ? inJson(parts, body) : flatten(parts);
}

function encoded(parts: readonly ResolvedPart[]): Piece[] {
  return parts.flatMap(({ pieces, reference }) =>
    reference === undefined ? mapPieces(pieces, text => text.replaceAll(' ', '+')) : mapPieces(pieces, encodeValue),
  );
}

function inJson(parts: readonly ResolvedPart[], body: Token): Piece[] {
  const strings = jsonTokens(body.text).filter(token => body.text.charAt(token.start) === '"');
  let next = 0;
  return parts.flatMap(({ pieces, reference }) => {
    if (reference === undefined) return pieces;
    const at = reference.start - body.start;
    while ((strings[next]?.end ?? Infinity) <= at) next++;
    const inside = (strings[next]?.start ?? Infinity) < at;
    return inside ? mapPieces(pieces, text => JSON.stringify(text).slice(1, -1)) : pieces;
  });
}

async function resolvePath(token: Token, resolve: Resolver): Promise<string> {
  const pieces = flatten(await resolve(token, 'body'));
  if (hasSecret(pieces)) throw new RequestError('secretInAddress', undefined, token);
  return reveal(pieces);
}

/** Reads a text file. @throws RequestError `noFile`, `notUtf8`, `badEncoding` */
export async function readText(path: string, readFile: ReadFile, encoding?: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new RequestError('noFile', path, undefined, error);
  });
  try {
    return new TextDecoder(encoding ?? byteOrderMark(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw encoding === undefined ? new RequestError('notUtf8', path) : new RequestError('badEncoding', encoding);
  }
}

export function flatten(parts: readonly ResolvedPart[]): Piece[] {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only.pieces : parts.flatMap(part => part.pieces);
}

/**
 * Refuses a header that HTTP does not allow, such as a value with a line break, which would begin another header. The
 * value may come from a variable.
 * @throws RequestError `badHeader`
 */
export function checkHeader(name: Token, value: readonly Piece[], at: Token): void {
  // HTTP allows visible characters, spaces, tabs, and bytes above them.
  if (!isHeaderName(name.text) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(reveal(value)))
    throw new RequestError('badHeader', name.text, at);
}
