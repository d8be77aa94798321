import { maskPairs } from '../../api/masking/fields';
import { maskJson } from '../../api/masking/json';
import { mask } from '../../api/secret';

/** A request and its response, with masked credentials and shortened bodies. */
export interface Exchange {
  request: { headers: Record<string, string>; body: string };
  response: { headers: Record<string, string>; body: string };
}

// ClientSecret and Open API tokens have 40 characters, user tokens 32; ClientID and Env ID, which are not secret, have 20.
const longToken = /[A-Za-z0-9_-]{30,}/g;
const longestBody = 16 * 1024;

/** Masks every sequence of characters that is as long as a token. */
export function maskText(text: string): string {
  return text.replace(longToken, mask);
}

/** Returns a body as text with masked credentials. Returns only the size and type of a binary or very large body. */
export function maskBody(body: Buffer, contentType: string): string {
  if (body.length === 0) return '';
  const summary = `[${body.length} bytes${contentType ? ` of ${contentType.split(';')[0]}` : ''}]`;
  if (body.length > 4 * longestBody) return summary;
  const text = body.toString('utf8');
  if (/^application\/json/.test(contentType)) {
    try {
      const masked = maskJson(JSON.parse(text), {
        leaf: value => (typeof value === 'string' ? maskText(value) : value),
      });
      return truncate(JSON.stringify(masked, null, 2));
    } catch {
      return truncate(maskText(text));
    }
  }
  if (/^application\/x-www-form-urlencoded/.test(contentType)) return truncate(maskText(maskPairs(text)));
  return /^text\//.test(contentType) ? truncate(maskText(text)) : summary;
}

function truncate(text: string): string {
  return text.length > longestBody ? `${text.slice(0, longestBody)}…` : text;
}
