import { mayCarryCredentials } from '../../api/http/sendOnce';
import { decodedPath, familyOf, isPlainPath, type Origins } from '../document/rules';
import { RequestError } from '../document/requestError';
import { hasSecret, reveal } from '../document/secretText';
import type { Range } from '../document/syntax';
import type { ResolvedPart } from '../document/variables';

export interface Address {
  url: URL;
  /** `other`: another host, which receives no credentials of the application. */
  family: 'webApi' | 'openApi' | 'other';
}

/**
 * Returns the address of a request line. A path goes to the host of its API, and so does a complete address on one of
 * the application's hosts. Values of variables are data: they are encoded inside a path segment or a query. Only a
 * variable before the path is inserted literally.
 * @throws RequestError `missingTarget`, `secretInAddress`, `badPath`, `insecure`
 */
export function addressOf(parts: readonly ResolvedPart[], origins: Origins, range: Range): Address {
  if (parts.length === 0) throw new RequestError('missingTarget', undefined, range);
  const secret = parts.find(part => hasSecret(part.pieces));
  if (secret !== undefined) throw new RequestError('secretInAddress', secret.reference?.expression.text, range);
  const text = joinParts(parts);
  if (/[\0-\x1f\x7f]/.test(text)) throw new RequestError('badPath', undefined, range);
  const address = text.startsWith('/') ? onOwnHost(text, origins, range) : completeAddress(text, origins, range);
  if (address.family !== 'other' && !mayCarryCredentials(address.url))
    throw new RequestError('insecure', address.url.host, range);
  return address;
}

function completeAddress(text: string, origins: Origins, range: Range): Address {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw new RequestError('badPath', undefined, range);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw new RequestError('badPath', url.host, range);
  const isOwn = [origins.serverDomain, origins.authUrl].some(origin => new URL(origin).origin === url.origin);
  // Take the path from the text: `url` has already removed `..`, which must be refused.
  return isOwn ? onOwnHost(text.replace(/^https?:\/\/[^/?]*/i, '') || '/', origins, range) : { url, family: 'other' };
}

function onOwnHost(text: string, origins: Origins, range: Range): Address {
  const [path = ''] = text.split('?', 1);
  if (!isPlainPath(path)) throw new RequestError('badPath', undefined, range);
  const family = familyOf(decodedPath(path));
  const origin = family === 'openApi' ? origins.authUrl : origins.serverDomain;
  const url = new URL(text, origin);
  // A path must never leave its host. Most origins are already normalized, so the cheap comparison comes first.
  if (url.origin !== origin && url.origin !== new URL(origin).origin)
    throw new RequestError('badPath', undefined, range);
  return { url, family };
}

function joinParts(parts: readonly ResolvedPart[]): string {
  let text = '';
  for (const { pieces, reference } of parts) {
    const value = reveal(pieces);
    const isInHost = text === '' || /^https?:\/\/[^/?]*$/i.test(text);
    if (reference === undefined || isInHost) text += encodeLiteral(value, text.includes('?'));
    else if (text.includes('?')) text += encodeValue(value);
    else text += value.split('/').map(encodeValue).join('/');
  }
  return text;
}

/** Encodes literal text. Keeps existing encodings, and keeps a backslash in a path, so that it is refused later. */
function encodeLiteral(text: string, isInQuery: boolean): string {
  const [path = '', ...query] = isInQuery ? ['', text] : splitAtQuery(text);
  const escape = (part: string, pattern: RegExp): string =>
    part.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(pattern, character => encodeValue(character));
  const written = query.map(part => escape(part, /[^\x00-\x7f]+|[ "<>^`{|}\\#]/gu));
  return [escape(path, /[^\x00-\x7f]+|[ "<>^`{|}#]/gu), ...written].join(isInQuery ? '' : '?');
}

function splitAtQuery(text: string): string[] {
  const at = text.indexOf('?');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Encodes a value as a URL component. Replaces lone surrogates, because an address cannot contain them. */
export function encodeValue(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
