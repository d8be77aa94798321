import { isCredentialField } from '../credentialFields';
import type { PlainBody, PlainRequest } from './plainRequest';
import { maskFields, maskPairs } from '../masking/fields';
import { maskKeptHeader } from '../masking/headers';
import { mask } from '../secret';

/** Masks the credentials of a request: headers that are not known to be harmless, and fields by their names. */
export function maskedByName({ method, url, headers, body }: PlainRequest): PlainRequest {
  return {
    method,
    url: maskedQuery(url),
    headers: maskedHeaders(headers),
    body: body && maskedBody(body),
  };
}

function maskedBody(body: PlainBody): PlainBody {
  if (body.kind === 'text') return { ...body, text: maskFields(body.text) };
  if (body.kind === 'file') return body;
  const parts = body.parts.map(part => {
    const masked = part.headers === undefined ? part : { ...part, headers: maskedHeaders(part.headers) };
    if (!('text' in part.value)) return masked;
    return { ...masked, value: { text: isCredentialField(part.name) ? mask : maskFields(part.value.text) } };
  });
  return { ...body, parts };
}

function maskedHeaders(headers: PlainRequest['headers']): PlainRequest['headers'] {
  return headers.map(([name, value]) => [name, maskKeptHeader(name, value)]);
}

function maskedQuery(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at + 1) + maskPairs(url.slice(at + 1));
}
