import { isCredentialField } from '../credentialFields';
import { mask, Secret } from '../secret';
import { shortestSecret } from './knownSecrets';
import { findShaped } from './shaped';
import { maskSpans } from './spans';
import { redactFields, redactKnown, type SecretSource } from './text';

/** Masks a response's header for display. */
export function maskHeader(name: string, value: string, secrets: SecretSource): string {
  if (isCredentialField(name)) return mask;
  const shown = redactFields(redactKnown(value, secrets));
  return maskSpans(shown, [...findShaped(shown)]);
}

/** Returns the credentials in a header, because the body may repeat them. */
export function headerSecrets(name: string, value: string): Secret[] {
  if (!isCredentialField(name)) return [];
  // The value of a cookie in `name=value; Path=/` or `value; Path=/`; otherwise the last word, as in `Bearer value`.
  const cookie = /^set-cookie$/i.test(name) ? /^(?:[^=;]*=)?([^;]*)/.exec(value)?.[1] : undefined;
  const credential = (cookie ?? value.split(' ').at(-1) ?? '').trim();
  return credential.length >= shortestSecret ? [new Secret(credential)] : [];
}

/** Headers whose values are kept. Any other header may carry a credential. */
const harmlessHeaders = new Set(
  [
    'accept accept-charset accept-encoding accept-language accept-ranges age allow cache-control connection',
    'content-disposition content-encoding content-id content-language content-length content-range',
    'content-transfer-encoding content-type date etag expires',
    'if-match if-modified-since if-none-match if-range if-unmodified-since keep-alive last-modified origin pragma range',
    'retry-after server transfer-encoding user-agent vary via x-request-id',
    'x-http-method x-http-method-override x-hydrogen-request-method x-method-override',
  ]
    .join(' ')
    .split(' '),
);

/** Masks a header for storage on disk. */
export function maskKeptHeader(name: string, value: string): string {
  return harmlessHeaders.has(name.toLowerCase()) ? value : mask;
}

/** Masks a header for a log, and keeps the scheme or the names of cookies. */
export function maskLoggedHeader(name: string, value: string, maskText: (text: string) => string): string {
  if (name === 'authorization' || name === 'proxy-authorization') {
    const scheme = /^[A-Za-z0-9-]+(?= )/.exec(value)?.[0];
    return scheme === undefined ? mask : `${scheme} ${mask}`;
  }
  if (name === 'cookie') return value.replace(/[^;]+/g, maskCookie);
  if (name === 'set-cookie') return value.replace(/^[^;]+/, maskCookie);
  return isCredentialField(name) ? mask : maskText(value);
}

/** Masks the value in `name=value`. A cookie without a name is only a value. */
function maskCookie(cookie: string): string {
  return cookie.replace(/^([^=]*=|\s*(?=\S)).*/s, `$1${mask}`);
}
