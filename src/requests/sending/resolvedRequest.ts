import type { Operation, Risk } from '../../api/operations/catalogue';
import type { NamedEnvironment } from '../../api/environmentNames';
import type { Secret } from '../../api/secret';
import type { Actor } from '../document/directiveValues';
import { RequestError } from '../document/requestError';
import type { CheckNode } from '../document/syntax';
import { reveal, secretsIn, type Piece } from '../document/secretText';

export type ResolvedBody =
  | { kind: 'none' }
  | { kind: 'text'; pieces: Piece[] }
  /** `path` is relative to the document. */
  | { kind: 'file'; path: string }
  | { kind: 'multipart'; boundary: string; parts: ResolvedMultipartPart[] };

export interface ResolvedMultipartPart {
  headers: { name: string; value: Piece[] }[];
  content: { kind: 'text'; pieces: Piece[] } | { kind: 'file'; path: string };
}

/** A request with all values, ready to be sent, shown or exported. Printing it shows no secret. */
export interface ResolvedRequest {
  /** The name that later requests use to take values from the response. */
  name: string | undefined;
  method: string;
  /** Contains no secret. */
  url: URL;
  /** `other`: another host, which receives no credentials of the application. */
  family: 'webApi' | 'openApi' | 'other';
  operation: Operation | undefined;
  risk: Risk;
  /** `envId` is absent for production. */
  environment: { name: string; envId?: string } | undefined;
  /** All test environments of the application, for comparisons. */
  environments: readonly NamedEnvironment[];
  /** Whether the target is a sandbox. */
  isSandbox: boolean;
  /** All headers, except an Authorization header that the extension sets. */
  headers: { name: string; value: Piece[] }[];
  /** The identity in `# @as`, if the document names one. */
  namedActor: Actor | undefined;
  authorization: { scheme: 'Bearer' | 'Hydrogen-r1'; token: Secret } | undefined;
  body: ResolvedBody;
  /** The paths of all files with content that is sent, as the document writes them. */
  files: readonly string[];
  /** The references to earlier responses with values that are sent, such as `login.response.body.token`. */
  responseValues: readonly string[];
  /** The names of the values of this machine that are sent and not masked. */
  publicValues: readonly string[];
  /** The timeout in milliseconds; `undefined` for the default. */
  timeoutMs: number | undefined;
  /** The checks with resolved expected values. They are not sent. */
  checks: readonly { check: CheckNode; expected: Piece[] }[];
}

/** Reads a file that a document names, relative to the document. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/** Returns every secret in a request, to be masked in the response and in errors. */
export function secretsOfRequest({ authorization, headers, body, checks }: ResolvedRequest): Secret[] {
  return [
    ...(authorization === undefined ? [] : [authorization.token]),
    ...headers.flatMap(({ value }) => secretsIn(value)),
    ...secretsOfBody(body),
    // A response that passes the checks repeats their values.
    ...checks.flatMap(({ expected }) => secretsIn(expected)),
  ];
}

export function secretsOfBody(body: ResolvedBody): Secret[] {
  if (body.kind === 'text') return secretsIn(body.pieces);
  if (body.kind !== 'multipart') return [];
  return body.parts.flatMap(({ headers, content }) => [
    ...headers.flatMap(({ value }) => secretsIn(value)),
    ...(content.kind === 'text' ? secretsIn(content.pieces) : []),
  ]);
}

/** Returns the paths of the files that are read when the body is sent. */
export function filesOfBody(body: ResolvedBody): string[] {
  if (body.kind === 'file') return [body.path];
  if (body.kind !== 'multipart') return [];
  return body.parts.flatMap(({ content }) => (content.kind === 'file' ? [content.path] : []));
}

/**
 * Returns the bytes of the body to send; `undefined` without a body.
 * @throws RequestError `noFile`, `boundaryInPart`
 */
export async function encodeBody(body: ResolvedBody, readFile: ReadFile): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (body.kind === 'none') return undefined;
  if (body.kind === 'text') return Buffer.from(reveal(body.pieces));
  if (body.kind === 'file') return Buffer.from(await fileContent(body.path, readFile));
  const chunks: Uint8Array[] = [];
  for (const { headers, content } of body.parts) {
    const lines = headers.map(({ name, value }) => `${name}: ${reveal(value)}\r\n`).join('');
    const bytes =
      content.kind === 'text' ? Buffer.from(reveal(content.pieces)) : await fileContent(content.path, readFile);
    if (containsBoundary(bytes, body.boundary)) throw new RequestError('boundaryInPart', body.boundary);
    chunks.push(Buffer.from(`--${body.boundary}\r\n${lines}\r\n`), bytes, Buffer.from('\r\n'));
  }
  chunks.push(Buffer.from(`--${body.boundary}--\r\n`));
  return Buffer.concat(chunks);
}

/** Returns whether a line begins with the boundary. A value or a file could otherwise add parts to the body. */
function containsBoundary({ buffer, byteOffset, byteLength }: Uint8Array, boundary: string): boolean {
  const content = Buffer.from(buffer, byteOffset, byteLength);
  const mark = `--${boundary}`;
  return content.subarray(0, Buffer.byteLength(mark)).equals(Buffer.from(mark)) || content.includes(`\n${mark}`);
}

async function fileContent(path: string, readFile: ReadFile): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new RequestError('noFile', path, undefined, error);
  }
}
