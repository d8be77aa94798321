import { isCredentialField } from '../credentialFields';
import { mask } from '../secret';
import { maskJsonText } from './json';
import { decoded } from './named';

/**
 * Masks fields with credentials in JSON or in a form; returns any other text unchanged. Credentials at other places
 * stay in the text.
 */
export function maskFields(text: string): string {
  return maskJsonText(text) ?? (/^\s*[\w.%[\]+-]+=/.test(text) ? maskForm(text) : text);
}

/** Masks `a=b&c=d`, with the names decoded as the service reads them. */
export function maskPairs(text: string): string {
  return text.split('&').map(maskPair).join('&');
}

function maskPair(pair: string): string {
  const at = pair.indexOf('=');
  return at >= 0 && isCredentialField(decoded(pair.slice(0, at)).trim()) ? `${pair.slice(0, at)}=${mask}` : pair;
}

/**
 * Like `maskPairs`, also with credentials in JSON values. Not for an address: a condition there names columns, and would
 * no longer be the same if the history masked a column called `code`.
 */
function maskForm(text: string): string {
  return text
    .split('&')
    .map(maskPair)
    .map(pair => {
      const at = pair.indexOf('=');
      const value = decoded(pair.slice(at + 1)).trim();
      const masked = maskJsonText(value) ?? value;
      return masked === value ? pair : pair.slice(0, at + 1) + encodeURIComponent(masked);
    })
    .join('&');
}
