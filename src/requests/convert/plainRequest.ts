import { isCredentialField } from '../../api/credentialFields';
import type { ResolvedBody, ResolvedRequest } from '../sending/resolvedRequest';
import { Secret } from '../../api/secret';
import { normalizedName } from '../document/rules';
import type { PlainBody, PlainPart, PlainRequest } from '../../api/http/plainRequest';
import type { Piece } from '../document/secretText';

/**
 * Converts a request for an exporter. Identifiers and credentials become placeholders, as in the specification and in
 * the copy commands of the tree: `<CLIENT_ID>`, `<ACCESS_TOKEN>`, `<USER_ACCESS_TOKEN>`, `<SECRET>`.
 */
export function plainRequest(request: ResolvedRequest): PlainRequest {
  const headers = request.headers.map(({ name, value }): [string, string] => {
    if (normalizedName(name) === 'x-hydrogen-client-id') return [name, '<CLIENT_ID>'];
    // A credential can also come from a variable of the document or of the settings, which is plain text.
    return [name, isCredentialField(name) ? withoutCredential(name, text(value)) : text(value)];
  });
  if (request.authorization !== undefined) {
    const { scheme, token } = request.authorization;
    const placeholder = scheme === 'Bearer' ? '<ACCESS_TOKEN>' : '<USER_ACCESS_TOKEN>';
    headers.push(['Authorization', `${scheme} ${pieceText(token, placeholder)}`]);
  }
  const multipart = request.body.kind === 'multipart';
  return {
    method: request.method,
    url: request.url.href,
    // Other tools choose their own boundary.
    headers: multipart ? headers.filter(([name]) => name.toLowerCase() !== 'content-type') : headers,
    body: plainBody(request),
  };
}

/**
 * Converts a request for an exporter, as `plainRequest` does, but a multipart body becomes text if it is not a form or its
 * parts have other headers, because other tools have no parts for it. Returns `undefined` if such a body has a file.
 */
export function copiedRequest(request: ResolvedRequest): PlainRequest | undefined {
  const { body } = request;
  if (body.kind !== 'multipart' || isPlainForm(body, contentType(request))) return plainRequest(request);
  const parts = body.parts.map(({ headers: ofPart, content }) => {
    const lines = ofPart.map(({ name, value }) => `${name}: ${text(value)}\r\n`).join('');
    return content.kind === 'text' ? `--${body.boundary}\r\n${lines}\r\n${text(content.pieces)}\r\n` : undefined;
  });
  if (parts.includes(undefined)) return undefined;
  return plainRequest({ ...request, body: { kind: 'text', pieces: [`${parts.join('')}--${body.boundary}--\r\n`] } });
}

function isPlainForm({ parts }: ResolvedBody & { kind: 'multipart' }, type: string): boolean {
  const others = parts.flatMap(({ headers }) =>
    headers.filter(({ name }) => !/^content-(disposition|type)$/i.test(name)),
  );
  return /^multipart\/form-data\b/i.test(type) && others.length === 0;
}

function contentType({ headers }: Pick<ResolvedRequest, 'headers'>): string {
  return text(headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? []);
}

function text(pieces: readonly Piece[]): string {
  return pieces.map(piece => pieceText(piece, '<SECRET>')).join('');
}

function pieceText(piece: Piece, placeholder: string): string {
  return piece instanceof Secret ? placeholder : piece;
}

/** Replaces the credential in a header, and keeps the scheme or the names of cookies. */
function withoutCredential(name: string, value: string): string {
  if (/^cookie$/i.test(name)) return value.replace(/([^;=]*=)?[^;]+/g, '$1<SECRET>');
  const scheme = /^[A-Za-z][\w-]* (?=\S+$)/.exec(value)?.[0] ?? '';
  return `${scheme}<SECRET>`;
}

function plainBody(request: ResolvedRequest): PlainBody | undefined {
  const { body } = request;
  if (body.kind === 'none') return undefined;
  if (body.kind === 'text') return { kind: 'text', text: text(body.pieces) };
  if (body.kind === 'file') return body;
  const parts = body.parts.map(({ headers, content }): PlainPart => {
    const written = headers.map(({ name, value }): [string, string] => [name, text(value)]);
    const disposition = written.find(([name]) => name.toLowerCase() === 'content-disposition')?.[1] ?? '';
    const type = contentType({ headers });
    return {
      name: parameter(disposition, 'name') ?? '',
      value: content.kind === 'file' ? { path: content.path } : { text: text(content.pieces) },
      filename: parameter(disposition, 'filename'),
      contentType: type === '' ? undefined : type,
      headers: written,
    };
  });
  return { kind: 'multipart', type: contentType(request), parts };
}

function parameter(header: string, name: string): string | undefined {
  for (const [, key = '', quoted, token] of header.matchAll(/;\s*([^\s=;"]+)=(?:"([^"]*)"|([^\s";]+))/g))
    if (key.toLowerCase() === name) return quoted ?? token;
  return undefined;
}
