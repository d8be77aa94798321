import { isCredentialField } from '../../api/credentialFields';
import type { PlainBody, PlainRequest } from '../../api/http/plainRequest';
import { mask } from '../../api/secret';

/** Headers whose values are kept. Any other header may carry a credential. */
const harmlessHeaders = new Set(
  [
    'accept accept-charset accept-encoding accept-language accept-ranges age allow cache-control connection',
    'content-disposition content-encoding content-language content-length content-range content-type date etag expires',
    'if-match if-modified-since if-none-match if-range if-unmodified-since keep-alive last-modified origin pragma range',
    'retry-after server transfer-encoding user-agent vary via x-request-id',
    'x-http-method x-http-method-override x-hydrogen-request-method x-method-override',
  ]
    .join(' ')
    .split(' '),
);

export function maskedHeader(name: string, value: string): string {
  return harmlessHeaders.has(name.toLowerCase()) ? value : mask;
}

/** A request whose credentials are masks: those of headers that are not harmless, and of fields by their names. */
export function maskedByName({ method, url, headers, body }: PlainRequest): PlainRequest {
  return {
    method,
    url: maskedQuery(url),
    headers: headers.map(([name, value]) => [name, maskedHeader(name, value)]),
    body: body && maskedBody(body),
  };
}

/**
 * Fields with credentials in JSON or in a form are masks; every other text stays as it is, and JSON that nests too deeply to
 * be walked. What stays is still redacted as text.
 */
export function maskedFields(text: string): string {
  // Nothing else has fields, and what is thrown for a word takes longer than all that is done with it.
  if (/^\s*[[{]/.test(text)) {
    try {
      return maskedJson(text);
    } catch {
      // looked at as a form
    }
  }
  return /^\s*[\w.%[\]+-]+=/.test(text) ? maskedPairs(text) : text;
}

/** @throws SyntaxError for what is no JSON; RangeError when it nests deeper than the stack */
function maskedJson(text: string): string {
  let isMasked = false;
  const masked = JSON.stringify(
    JSON.parse(text),
    (name, item: unknown) => {
      // The numeric `code` of a cloud function is no credential, nor is whether there is one.
      const isEmpty = item === null || item === '' || typeof item === 'boolean';
      if (isEmpty || !isCredentialField(name) || (name === 'code' && typeof item === 'number')) return item;
      isMasked = true;
      return mask;
    },
    text.includes('\n') ? 2 : undefined,
  );
  // As it was written, where nothing is masked.
  return isMasked ? masked : text;
}

function maskedBody(body: PlainBody): PlainBody {
  if (body.kind === 'text') return { ...body, text: maskedFields(body.text) };
  if (body.kind === 'file') return body;
  const parts = body.parts.map(part => {
    if (!('text' in part.value)) return part;
    return { ...part, value: { text: isCredentialField(part.name) ? mask : maskedFields(part.value.text) } };
  });
  return { ...body, parts };
}

function maskedQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at + 1) + maskedPairs(url.slice(at + 1));
}

/** `a=b&c=d`, the names as the service reads them. */
function maskedPairs(text: string): string {
  return text
    .split('&')
    .map(pair => {
      const at = pair.indexOf('=');
      const isCredential = at >= 0 && isCredentialField(decoded(pair.slice(0, at)).trim());
      return isCredential ? `${pair.slice(0, at)}=${mask}` : pair;
    })
    .join('&');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
