import { isCredentialField } from '../../api/credentialFields';
import { mask } from '../../api/secret';
import { isObject } from '../http/json';

/** A request and its response, credentials masked and long bodies cut. */
export interface Exchange {
  request: { headers: Record<string, string>; body: string };
  response: { headers: Record<string, string>; body: string };
}

// ClientSecret and Open API tokens have 40 characters, user tokens 32; ClientID and Env ID, which are no secrets, 20.
const longToken = /[A-Za-z0-9_-]{30,}/g;
const longestBody = 16 * 1024;

/** Masks everything in a text that is as long as a token. */
export function maskText(text: string): string {
  return text.replace(longToken, mask);
}

/** Masks the credentials in a header. */
export function maskHeader(name: string, value: string): string {
  if (name === 'authorization' || name === 'proxy-authorization') {
    const scheme = /^[A-Za-z0-9-]+(?= )/.exec(value)?.[0];
    return scheme === undefined ? mask : `${scheme} ${mask}`;
  }
  if (name === 'cookie') return value.replace(/=[^;]*/g, `=${mask}`);
  if (name === 'set-cookie') return value.replace(/^([^=]*)=[^;]*/, `$1=${mask}`);
  return isCredentialField(name) ? mask : maskText(value);
}

/** A body as text: JSON and forms with their credentials masked; anything else is only described. */
export function maskBody(body: Buffer, contentType: string): string {
  if (body.length === 0) return '';
  const described = `[${body.length} bytes${contentType ? ` of ${contentType.split(';')[0]}` : ''}]`;
  if (body.length > 4 * longestBody) return described;
  const text = body.toString('utf8');
  if (/^application\/json/.test(contentType)) {
    try {
      return cut(JSON.stringify(maskValue(JSON.parse(text)), null, 2));
    } catch {
      return cut(maskText(text));
    }
  }
  if (/^application\/x-www-form-urlencoded/.test(contentType)) {
    return cut(
      maskText(
        text.replace(/(^|&)([^=&]+)=([^&]*)/g, (whole, start: string, name: string) =>
          isCredentialField(name) ? `${start}${name}=${mask}` : whole,
        ),
      ),
    );
  }
  return /^text\//.test(contentType) ? cut(maskText(text)) : described;
}

function maskValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskValue);
  if (typeof value === 'string') return maskText(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      isCredentialField(name) && typeof item === 'string' ? mask : maskValue(item),
    ]),
  );
}

function cut(text: string): string {
  return text.length > longestBody ? `${text.slice(0, longestBody)}…` : text;
}
